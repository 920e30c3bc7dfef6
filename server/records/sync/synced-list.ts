import { HISTORY_ACCESS, type HistoryArea } from '#contract/wire/access.ts'
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
  /** The areas whose changes can change its rows. */
  readonly areas: readonly HistoryArea[]
}

/** Keeps the type of the visibility inside of one list. */
export function syncedList<Visibility>(list: Omit<SyncedList<Visibility>, 'areas'>): SyncedList {
  const isNamed = (area: HistoryArea) => list.affected.includes(`'${area}'`)
  const areas = (Object.keys(HISTORY_ACCESS) as HistoryArea[]).filter(isNamed)
  // `listFor` only ever gets a visibility from the same list's `visibilityOf`.
  return { ...list, areas } as SyncedList
}

const TEXT_ID_AREAS: ReadonlySet<HistoryArea> = new Set(['trailers', 'trucks'])
const idTypeOf = (area: HistoryArea) => (TEXT_ID_AREAS.has(area) ? 'text' : 'integer')

/** SQL that selects the ids of the changed records of these areas, which have ids of one type. */
export const changedIds = (...areas: readonly [HistoryArea, ...HistoryArea[]]) =>
  `select c.record_id::${idTypeOf(areas[0])} from changed c where c.area in (${areas.map((area) => `'${area}'`).join(', ')})`

/**
 * SQL for the ids of users whose name or photo changed, as an array. Rows of many other records show no more of a user:
 * a new password must not send the thousands of reports that a user made.
 */
export const RENAMED_USERS = `array(select c.record_id::integer from changed c
  where c.area = 'users' and c.field in ('first_name', 'last_name', 'photo', 'is_deleted'))`

/**
 * SQL for whether a change may end the sharing of a vendor's id, which rows show (`sharedIds` of the contract): an id
 * changed, or a record with one left.
 */
export const mayEndSharing = (...areas: readonly [HistoryArea, ...HistoryArea[]]) =>
  `exists (select from changed c where c.area in (${areas.map((area) => `'${area}'`).join(', ')})
    and c.field in ('gomotive_id', 'pilot_flying_j_truck', 'pilot_flying_j_driver_id', 'is_current', 'is_deleted', 'role'))`

/** SQL for the same ids as an array, for `= any(…)`. */
export const changedIdArray = (...areas: readonly [HistoryArea, ...HistoryArea[]]) => `array(${changedIds(...areas)})`
