import type { ImportKind } from './imports.ts'

/** A column that is read from a report: its title, and whether a report without this column is refused. */
export interface ImportColumn {
  readonly title: string
  readonly isRequired?: boolean
  /** The column identifies the owner of the expense. A report needs at least one such column. */
  readonly identifiesOwner?: boolean
}

/** The columns of each kind of report, in the order of the form that assigns them. */
export const IMPORT_COLUMNS = {
  tolls: {
    date: { title: 'Date', isRequired: true },
    time: { title: 'Time' },
    amount: { title: 'Amount', isRequired: true },
    transponder_id: { title: 'Transponder ID', identifiesOwner: true },
    plate: { title: 'Plate', identifiesOwner: true },
    unit_number: { title: 'Unit number', identifiesOwner: true },
    agency: { title: 'Agency' },
    plaza: { title: 'Plaza' },
    posted_on: { title: 'Post date' },
    transaction_id: { title: 'Transaction ID' },
  },
  fuel: {
    date: { title: 'Date', isRequired: true },
    time: { title: 'Time' },
    amount: { title: 'Amount', isRequired: true },
    quantity: { title: 'Quantity', isRequired: true },
    driver_id: { title: 'Driver ID', identifiesOwner: true },
    driver_name: { title: 'Driver name', identifiesOwner: true },
    driver_first_name: { title: 'Driver first name', identifiesOwner: true },
    driver_last_name: { title: 'Driver last name', identifiesOwner: true },
    unit: { title: 'Unit', identifiesOwner: true },
    product: { title: 'Product' },
    site: { title: 'Site' },
    city: { title: 'City' },
    state: { title: 'State' },
    price: { title: 'Price' },
    invoice: { title: 'Invoice' },
  },
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>
