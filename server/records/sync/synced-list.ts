import type { HistoryArea } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { KeyedListSql } from './changed-rows-sql.ts'

/** A list whose changed rows devices receive. */
export interface SyncedList<Visibility = unknown> {
  /** What this user sees of the rows. Users with equal visibility see equal rows. Must be plain JSON. */
  readonly visibilityOf: (user: CurrentUser) => Visibility
  /** The same list that the list's own call reads, without a filter, at a time. */
  readonly listFor: (visibility: Visibility, now: Date) => KeyedListSql
  /**
   * SQL for the ids of the rows that the changes in `changed` may have changed. It may select too many rows, never too
   * few. `changed` has the columns `area`, `record_id`, `field`, `from_value` and `to_value` of the changes. Where a
   * change removes the relation by which a row is found, note the row with `indirectChangeInsert`.
   */
  readonly affected: string
}

/** Keeps the type of the visibility inside of one list. */
export const syncedList = <Visibility>(list: SyncedList<Visibility>): SyncedList =>
  // `listFor` only ever gets a visibility from the same list's `visibilityOf`.
  list as SyncedList

const TEXT_ID_AREAS: ReadonlySet<HistoryArea> = new Set(['trailers', 'trucks'])
const idTypeOf = (area: HistoryArea) => (TEXT_ID_AREAS.has(area) ? 'text' : 'integer')

/** SQL that selects the ids of the changed records of these areas, which have ids of one type. */
export const changedIds = (...areas: readonly [HistoryArea, ...HistoryArea[]]) =>
  `select c.record_id::${idTypeOf(areas[0])} from changed c where c.area in (${areas.map((area) => `'${area}'`).join(', ')})`

/** SQL for the same ids as an array, for `= any(…)`. */
export const changedIdArray = (...areas: readonly [HistoryArea, ...HistoryArea[]]) => `array(${changedIds(...areas)})`
