import type { Cells, ReadRow, RowOwners, StoredRow } from './report-row.ts'

/** A report row for `fuel_transactions`. */
export interface FuelRow extends StoredRow {
  readonly gallons: number
  readonly site: string
  readonly product: string
  readonly unit_number: string
  /** The driver’s id at the fuel network; null if `driver_card` is not a number. */
  readonly network_driver: number | null
  /** The driver’s name as the report spells it; empty if it names no driver. */
  readonly driver_name: string
  readonly driver_card: string
  readonly invoice: string
}

const PRODUCTS: readonly (readonly [words: RegExp, product: string])[] = [
  [/(?<!un)def(?!ault|in)|exhaust/i, 'def'],
  [/reefer|rfr|tractor2/i, 'reefer'],
  [/diesel|ulsd|dsl|^$/i, 'diesel'],
]

/** A common name for the product if it is a known one, otherwise the vendor’s word in lower case. */
function productOf(code: string): string {
  return PRODUCTS.find(([words]) => words.test(code))?.[1] ?? code.toLowerCase()
}

/** A card number as the books store it. Null above 15 digits, which JavaScript cannot represent exactly. */
const cardNumber = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : null)

/** The driver’s name: the whole name, or first and last name if the report has separate columns. */
function driverNameOf(cells: Cells): string {
  const parts = [cells.text('driver_first_name'), cells.text('driver_last_name')]
  return cells.text('driver_name') || parts.filter((part) => part !== '').join(' ')
}

/** Texts for the driver and the unit that a purchase names and the company does not know. */
export function unknownFuelNames(row: FuelRow, { unit_id, driver_id }: RowOwners): readonly string[] {
  const { driver_name, driver_card, unit_number } = row
  const driver = driver_name || driver_card
  if (driver + unit_number === '') return ['Neither driver nor unit named']
  return [
    ...(driver_id === null && driver !== '' ? [`Driver ${driver}`] : []),
    ...(unit_id === null && unit_number !== '' ? [`Unit ${unit_number}`] : []),
  ]
}

/** Reads one purchase. It has no key of its own: an invoice can have several lines. */
export function readFuel(cells: Cells): ReadRow<FuelRow> {
  const { day, time, clock } = cells.dayTime()
  const gallons = cells.gallons('quantity')
  const cents = cells.cents('amount', gallons < 0)
  const [cardId, name, unit] = [cells.text('driver_id'), driverNameOf(cells), cells.text('unit')]
  const [site, city, state] = [cells.text('site'), cells.text('city'), cells.text('state')]
  const [product, invoice] = [cells.text('product'), cells.text('invoice')]
  const places = [site, city, state].filter((one) => one !== '')
  return {
    row: {
      date: day,
      clock,
      gallons,
      amount: cents / 100,
      site: places.join(', '),
      product: productOf(product),
      unit_number: unit,
      network_driver: cardNumber(cardId),
      driver_name: name,
      driver_card: cardId,
      invoice,
    },
    own: null,
    former: () => [
      day,
      time,
      cents,
      gallons,
      cardId,
      name,
      unit,
      site,
      city,
      state,
      product,
      cells.text('price'),
      invoice,
    ],
  }
}
