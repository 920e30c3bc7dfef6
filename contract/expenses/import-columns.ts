import type { ImportKind } from './imports.ts'

/** What is read of a report: how people call it, and whether nothing can be taken in without it. */
export interface ImportColumn {
  readonly title: string
  readonly isNeeded?: boolean
  /** Of the columns with this mark a report needs one: they say whose the expense is. */
  readonly saysWhose?: boolean
}

/** The columns of each kind, in the order in which people are asked for them. */
export const IMPORT_COLUMNS = {
  tolls: {
    date: { title: 'Date', isNeeded: true },
    time: { title: 'Time' },
    amount: { title: 'Amount', isNeeded: true },
    transponder_id: { title: 'Transponder ID', saysWhose: true },
    plate: { title: 'Plate', saysWhose: true },
    unit_number: { title: 'Unit number', saysWhose: true },
    agency: { title: 'Agency' },
    plaza: { title: 'Plaza' },
    posted_on: { title: 'Post date' },
    transaction_id: { title: 'Transaction ID' },
  },
  fuel: {
    date: { title: 'Date', isNeeded: true },
    time: { title: 'Time' },
    amount: { title: 'Amount', isNeeded: true },
    quantity: { title: 'Quantity', isNeeded: true },
    driver_id: { title: 'Driver ID', saysWhose: true },
    driver_name: { title: 'Driver name', saysWhose: true },
    driver_first_name: { title: 'Driver first name', saysWhose: true },
    driver_last_name: { title: 'Driver last name', saysWhose: true },
    unit: { title: 'Unit', saysWhose: true },
    product: { title: 'Product' },
    site: { title: 'Site' },
    city: { title: 'City' },
    state: { title: 'State' },
    price: { title: 'Price' },
    invoice: { title: 'Invoice' },
  },
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>
