import type { ListData } from '#src/offline/reading/list-pages.ts'
import type { QueryData, SyncRules } from '#src/offline/reading/query-data.ts'
import type { LiveChange } from './live-changes.ts'
import { type ServerRows, withServerRows } from './server-rows.ts'

/** Changes reported at one time. */
export interface Notice {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null for any change. */
  readonly changes: readonly LiveChange[] | null
  /** The changed rows by list, of all lists whose rows the server sends. Null when it did not send them. */
  readonly rows: ReadonlyMap<string, ServerRows> | null
  /**
   * Other changes may be missing before the rows, because they are those of the user's own change; or after them, because
   * newer rows were applied before. So they make no list newer.
   */
  readonly isPartial: boolean
}

/** Anything may have changed. */
export const noticeOfAll = (at: number): Notice => ({ at, changes: null, rows: null, isPartial: false })

interface AppliedNotice {
  readonly known: QueryData<ListData<object>>
  /** See `withServerRows`. */
  readonly isCounted: boolean
}

/**
 * A list in memory with the changed rows of a notice; null when they are invalid. `hasAllBefore`: whether the list has
 * all changes from before the notice.
 */
export function withNotice(
  known: QueryData<ListData<object>>,
  { name, unpack, rules }: SyncRules,
  { at, rows }: Notice,
  hasAllBefore: boolean,
): AppliedNotice | null {
  const changed = rows?.get(name)
  if (changed === undefined) return { known, isCounted: true }
  const page = unpack({ count: 0, next: null, previous: null, results: changed.rows })
  if (page === null) return null
  const { data, isCounted } = withServerRows(known.data, { rows: page.results, gone: changed.gone }, rules)
  if (data === known.data) return { known, isCounted }
  // The tag is dropped: it belongs to the response without these rows.
  const { lastResponse: _, ...untagged } = known
  return { known: { ...untagged, data, asOf: hasAllBefore ? Math.max(known.asOf, at) : known.asOf }, isCounted }
}
