import type { Query } from '@tanstack/react-query'
import type { DataArea } from '#contract/wire/data-areas.ts'
import { queryDataOf } from '#src/offline/reading/query-data.ts'

/** A `change` event of the contract: the record has this version now. */
export interface LiveChange {
  readonly area: DataArea
  readonly id: number | string
  readonly version: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The records at the top level of a query's response: the rows of a list, or the one record. */
function topLevelRecords(query: Query): readonly unknown[] {
  const data = queryDataOf(query)?.data
  if (!isObject(data)) return []
  return Array.isArray(data.rows) ? data.rows : [data]
}

/**
 * Whether a query's data already includes all of these changes, or later ones. True only when certain: each change is
 * in the query's first area, and its record is at the top level with id and version.
 */
export function includesAll(query: Query, changes: readonly LiveChange[]): boolean {
  const area = query.meta?.areas?.[0]
  const records = topLevelRecords(query)
  const has = ({ id, version }: LiveChange) =>
    records.some((one) => isObject(one) && one.id === id && typeof one.version === 'number' && one.version >= version)
  return changes.every((change) => change.area === area && has(change))
}
