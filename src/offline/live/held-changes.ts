import type { Query } from '@tanstack/react-query'
import { knownOf } from '#src/offline/reading/known.ts'

/** A record has this version now; see the events of the contract. */
export interface Change {
  readonly area: string
  readonly id: number | string
  readonly version: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The records that a query holds, as far as they stand at the top of its answer: the rows of a list, or the one. */
function recordsOf(query: Query): readonly unknown[] {
  const data = knownOf(query)?.data
  if (!isObject(data)) return []
  return Array.isArray(data.rows) ? data.rows : [data]
}

/**
 * Whether what is known of a query has all these changes, or later ones. Only where that is plain: of the area that the
 * query is about, with its version beside its id.
 */
export function holdsAll(query: Query, changes: readonly Change[]): boolean {
  const area = query.meta?.areas?.[0]
  const records = recordsOf(query)
  const has = ({ id, version }: Change) =>
    records.some((one) => isObject(one) && one.id === id && typeof one.version === 'number' && one.version >= version)
  return changes.every((change) => change.area === area && has(change))
}
