import { SYNCED_LIST_NAMES, SYNCED_LISTS, type SyncedListName } from '#contract/sync/synced-lists.ts'
import { can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { queryChangedRows } from '#server/records/sync/changed-rows-sql.ts'
import { SYNCED } from './synced-lists.ts'

/** The lists whose changed rows this user receives. */
export const visibleLists = (user: CurrentUser): readonly SyncedListName[] =>
  SYNCED_LIST_NAMES.filter((name) => can(user, SYNCED_LISTS[name].access))

/** What a user sees of a list's rows. Users with equal texts see equal rows. */
export const visibilityText = (name: SyncedListName, user: CurrentUser): string =>
  JSON.stringify(SYNCED[name].visibilityOf(user))

/** Whether changes in these areas can change rows of a list. */
export const canChange = (name: SyncedListName, areas: ReadonlySet<string>): boolean =>
  SYNCED[name].areas.some((area) => areas.has(area))

interface Viewer {
  readonly user: CurrentUser
  readonly now: Date
}

/** The rows of one list that the changes with these history numbers changed, as JSON; empty when no row changed. */
export async function changedListText(
  sql: Sql,
  name: SyncedListName,
  changes: readonly number[],
  { user, now }: Viewer,
): Promise<string> {
  const { visibilityOf, listFor, affected } = SYNCED[name]
  const list = listFor(visibilityOf(user), now)
  const { rows, gone } = await queryChangedRows(sql, name, { list, affected }, changes)
  return rows === '[]' && gone === '[]' ? '' : `{"list":"${name}","rows":${rows},"gone":${gone}}`
}
