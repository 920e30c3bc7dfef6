import type { VendorPerson } from '#contract/boards/telematics.ts'
import { numberAt, textAt, valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { Told } from '#server/providers/telematics/telematics.ts'

/** A row out of its wrapping: `{"vehicle": {…}}` is a vehicle, and so is one that comes without. */
export function unwrapped(row: unknown, ...names: readonly string[]): unknown {
  return names.map((name) => valueAt(row, name)).find((inner) => typeof inner === 'object' && inner !== null) ?? row
}

/** The vendor's number of something; null for none. */
export function idAt(row: unknown, place: string): number | null {
  return numberAt(row, place) || null
}

export function personAt(row: unknown, place: string): VendorPerson | null {
  const id = idAt(row, `${place}.id`)
  if (id === null) return null
  return { id, first_name: textAt(row, `${place}.first_name`), last_name: textAt(row, `${place}.last_name`) }
}

/** What two lists tell of one thing; undefined where one does not know it. */
interface ToldTwice {
  readonly id: number
  readonly listed: unknown
  readonly located: unknown
}

/** A row, and whether it has a location that makes no sense. */
interface Made<Row> {
  readonly row: Row
  readonly isMislocated: boolean
}

/** Things of a list and of the list with their locations, also those that are in one alone; null for what is left out. */
export function merged<Row>(listed: Known, located: Known, make: (told: ToldTwice) => Made<Row> | null): Told<Row> {
  const ids = new Set([...listed.records.keys(), ...located.records.keys()])
  const made = [...ids].flatMap(
    (id) => make({ id, listed: listed.records.get(id), located: located.records.get(id) }) ?? [],
  )
  const mislocated = made.filter(({ isMislocated }) => isMislocated).length
  return { rows: made.map(({ row }) => row), skipped: listed.skipped + located.skipped + mislocated }
}

interface Known {
  readonly records: ReadonlyMap<number, unknown>
  /** Rows without a number. */
  readonly skipped: number
}

/** Records by their number. Between two pages one may move to the next: it is told twice and counts once. */
export function byId(rows: readonly unknown[], ...names: readonly string[]): Known {
  const records = new Map<number, unknown>()
  let skipped = 0
  for (const row of rows) {
    const record = unwrapped(row, ...names)
    const id = idAt(record, 'id')
    if (id === null) skipped++
    else records.set(id, record)
  }
  return { records, skipped }
}

/** Of a thing that two lists tell of: the one list's text, or what the other says. */
export function eitherText(one: unknown, other: unknown, place: string): string {
  return textAt(one, place) || textAt(other, place)
}

/** What a list is read by: null where no sense can be made of a row; one of each key counts; of some nobody asked. */
interface Reading<Row> {
  readonly read: (row: unknown) => Row | null
  readonly keyOf: (row: Row) => string | number
  readonly isAsked: (row: Row) => boolean
}

export function readRows<Row>(raw: readonly unknown[], { read, keyOf, isAsked }: Reading<Row>): Told<Row> {
  const rows = new Map<string | number, Row>()
  let skipped = 0
  for (const one of raw) {
    const row = read(one)
    if (row === null) skipped++
    else if (isAsked(row)) rows.set(keyOf(row), row)
  }
  return { rows: [...rows.values()], skipped }
}
