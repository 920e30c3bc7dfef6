import type { VendorPerson } from '#contract/boards/telematics.ts'
import { integerAt, textAt, valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TelematicsRows } from '#server/providers/telematics/telematics.ts'

/** A row without its wrapper: both `{"vehicle": {…}}` and `{…}` give the vehicle. */
export function unwrap(row: unknown, ...names: readonly string[]): unknown {
  return names.map((name) => valueAt(row, name)).find((inner) => typeof inner === 'object' && inner !== null) ?? row
}

/** An id of the vendor; null when missing, invalid or 0. */
export function idAt(row: unknown, place: string): number | null {
  return integerAt(row, place) || null
}

export function personAt(row: unknown, place: string): VendorPerson | null {
  const id = idAt(row, `${place}.id`)
  if (id === null) return null
  return { id, first_name: textAt(row, `${place}.first_name`), last_name: textAt(row, `${place}.last_name`) }
}

/** The records of one thing in two lists; undefined when it is missing from a list. */
interface RecordPair {
  readonly id: number
  readonly listed: unknown
  readonly located: unknown
}

/** A row, and whether its reported location is implausible. */
interface MergedRow<Row> {
  readonly row: Row
  readonly isMislocated: boolean
}

/**
 * Merges a list with the list of locations, including things that are in only one list. `make` returns null to leave
 * one out.
 */
export function mergeLists<Row>(
  listed: RecordsById,
  located: RecordsById,
  make: (pair: RecordPair) => MergedRow<Row> | null,
): TelematicsRows<Row> {
  const ids = new Set([...listed.records.keys(), ...located.records.keys()])
  const mergedRows = [...ids].flatMap(
    (id) => make({ id, listed: listed.records.get(id), located: located.records.get(id) }) ?? [],
  )
  const mislocated = mergedRows.filter(({ isMislocated }) => isMislocated).length
  return { rows: mergedRows.map(({ row }) => row), skipped: listed.skipped + located.skipped + mislocated }
}

interface RecordsById {
  readonly records: ReadonlyMap<number, unknown>
  /** Number of rows without an id. */
  readonly skipped: number
}

/** Records by id. A record that moves to the next page between two requests is sent twice and counted once. */
export function byId(rows: readonly unknown[], ...names: readonly string[]): RecordsById {
  const records = new Map<number, unknown>()
  let skipped = 0
  for (const row of rows) {
    const record = unwrap(row, ...names)
    const id = idAt(record, 'id')
    if (id === null) skipped++
    else records.set(id, record)
  }
  return { records, skipped }
}

/** The text of the first list, or of the second if the first is empty. */
export function eitherText(one: unknown, other: unknown, place: string): string {
  return textAt(one, place) || textAt(other, place)
}

/**
 * How to read a list. `read` returns null for a row that makes no sense. The last row of each `keyOf` counts. Rows
 * without `isRequested` are outside the request and are dropped.
 */
interface RowReader<Row> {
  readonly read: (row: unknown) => Row | null
  readonly keyOf: (row: Row) => string | number
  readonly isRequested: (row: Row) => boolean
}

export function readRows<Row>(
  raw: readonly unknown[],
  { read, keyOf, isRequested }: RowReader<Row>,
): TelematicsRows<Row> {
  const rows = new Map<string | number, Row>()
  let skipped = 0
  for (const one of raw) {
    const row = read(one)
    if (row === null) skipped++
    else if (isRequested(row)) rows.set(keyOf(row), row)
  }
  return { rows: [...rows.values()], skipped }
}
