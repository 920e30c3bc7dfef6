import type { ChangedList } from '#contract/wire/sync.ts'
import type { Changes } from '#src/offline/query-storage/changed-rows.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import type { QueryData, SyncRules } from '#src/offline/reading/query-data.ts'
import type { LiveChange } from './live-changes.ts'
import { withServerRows } from './server-rows.ts'

/** Changes reported at one time. */
export interface Notice {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null for any change. */
  readonly changes: readonly LiveChange[] | null
  /** The changed rows by list, of all lists whose rows the server sends. Null when it did not send them. */
  readonly rows: ReadonlyMap<string, ChangedList> | null
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

/** Whether changed rows are among those of a list. */
export const concernsRows = ({ changes }: SyncRules, rows: NonNullable<Notice['rows']>): boolean =>
  changes.names.some((name) => rows.has(name))

function appliedTo(list: ListData<object>, { apply, rules }: SyncRules, changes: Changes) {
  if (apply === undefined) return withServerRows(list, changes, rules)
  // It is the function of this very list.
  const data = apply(list as ListData<never>, changes)
  return data && { data, isCounted: true }
}

/**
 * A list in memory with the changed rows of a notice; null when they are invalid or can't be applied. `hasAllBefore`:
 * whether the list has all changes from before the notice.
 */
export function withNotice(
  known: QueryData<ListData<object>>,
  synced: SyncRules,
  { at, rows }: Notice,
  hasAllBefore: boolean,
): AppliedNotice | null {
  if (rows === null || !concernsRows(synced, rows)) return { known, isCounted: true }
  const changes = synced.changes.receive([...rows.values()])
  const applied = changes && appliedTo(known.data, synced, changes)
  if (applied === null) return null
  const { data, isCounted } = applied
  if (data === known.data) return { known, isCounted }
  // The tag is dropped: it belongs to the response without these rows.
  const { lastResponse: _, ...untagged } = known
  return { known: { ...untagged, data, asOf: hasAllBefore ? Math.max(known.asOf, at) : known.asOf }, isCounted }
}
