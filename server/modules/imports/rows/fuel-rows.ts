import type { Cells, Found, ReadRow, StoredRow } from './report-row.ts'

/** A row of `fuel_transactions` as a report brings it. */
export interface FuelRow extends StoredRow {
  readonly gallons: number
  readonly site: string
  readonly product: string
  readonly unit_number: string
  /** The driver's id at the fuel network; null for one that is no number. */
  readonly network_driver: number | null
  /** Who bought it, as the report calls them; empty for nobody. */
  readonly driver_name: string
  readonly driver_card: string
  readonly invoice: string
}

const PRODUCTS: readonly (readonly [words: RegExp, product: string])[] = [
  [/(?<!un)def(?!ault|in)|exhaust/i, 'def'],
  [/reefer|rfr|tractor2/i, 'reefer'],
  [/diesel|ulsd|dsl|^$/i, 'diesel'],
]

/** What was bought, in the words that all reports share where there are such. */
function productOf(code: string): string {
  return PRODUCTS.find(([words]) => words.test(code))?.[1] ?? code.toLowerCase()
}

/** A card's number as the books have it. Longer ones than JavaScript can count are nobody's. */
const cardOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : null)

/** Who bought it: by the whole name, or by its two parts where these have columns of their own. */
function driverNameOf(cells: Cells): string {
  const parts = [cells.text('driver_first_name'), cells.text('driver_last_name')]
  return cells.text('driver_name') || parts.filter((part) => part !== '').join(' ')
}

/** What a purchase names and the company does not know, in words. */
export function unknownOfFuel(row: FuelRow, { unit_id, driver_id }: Found): readonly string[] {
  const { driver_name, driver_card, unit_number } = row
  const driver = driver_name || driver_card
  if (driver + unit_number === '') return ['Neither driver nor unit named']
  return [
    ...(driver_id === null && driver !== '' ? [`Driver ${driver}`] : []),
    ...(unit_id === null && unit_number !== '' ? [`Unit ${unit_number}`] : []),
  ]
}

/** One purchase. An invoice may have several lines, so it is no key of its own. */
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
      network_driver: cardOf(cardId),
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
