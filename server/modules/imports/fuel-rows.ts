import type { Fleet } from './fleet-names.ts'
import type { Cells, ReadRow, StoredRow } from './report-row.ts'

/** A row of `fuel_transactions` as a report brings it. */
export interface FuelRow extends StoredRow {
  readonly driver_id: number | null
  readonly unit_id: string | null
  readonly gallons: number
  readonly site: string
  readonly product: string
}

const PRODUCTS: readonly (readonly [words: RegExp, product: string])[] = [
  [/def|exhaust/i, 'def'],
  [/reefer|rfr|tractor2/i, 'reefer'],
  [/diesel|ulsd|dsl|^$/i, 'diesel'],
]

/** What was bought, in the words that all reports share where there are such. */
function productOf(code: string): string {
  return PRODUCTS.find(([words]) => words.test(code))?.[1] ?? code.toLowerCase()
}

/** Who bought it: by the network's id, else by the name. */
function driverOf(fleet: Fleet, id: string, name: string): number | null {
  const holder = id === '' ? null : fleet.cardholder(id)
  return holder ?? (name === '' ? null : fleet.driver(name))
}

/** One purchase. An invoice may have several lines, so it is no key of its own. */
export function readFuel(cells: Cells, fleet: Fleet): ReadRow<FuelRow> {
  const { day, time } = cells.dayTime()
  const cents = cells.cents('amount')
  const gallons = cells.gallons('quantity')
  const [cardId, name, unit] = [cells.text('driver_id'), cells.text('driver_name'), cells.text('unit')]
  const [site, city, state] = [cells.text('site'), cells.text('city'), cells.text('state')]
  const product = cells.text('product')
  const driver_id = driverOf(fleet, cardId, name)
  const unit_id = unit === '' ? null : fleet.unit(unit)
  const places = [site, city, state].filter((one) => one !== '')
  const unmatched = [
    ...(driver_id === null && (name !== '' || cardId !== '') ? [`Driver ${name || cardId}`] : []),
    ...(unit_id === null && unit !== '' ? [`Unit ${unit}`] : []),
    ...(cardId + name + unit === '' ? ['Neither driver nor unit named'] : []),
  ]
  return {
    row: {
      driver_id,
      unit_id,
      date: day,
      gallons,
      amount: cents / 100,
      site: places.join(', '),
      product: productOf(product),
    },
    ownKey: null,
    identity: [
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
      cells.text('invoice'),
    ],
    unmatched,
  }
}
