import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { canChange, changedListText, visibilityText, visibleLists } from './changed-lists.ts'
import type { HistoryRow } from './event-repository.ts'

/** After more changes than this, devices request the rows instead: a stream must not wait for a large read. */
const MAX_CHANGES = 200
/** Rows of more characters are not sent to every stream, wanted or not. */
const MAX_CHARACTERS = 64 * 1024

/** The changed rows of all lists that a user may see: JSON, or `null` for too many. See the event `rows`. */
export type RowsFor = (user: CurrentUser) => string

/** For a user whose rows were not read, and when reading failed. */
export const NO_ROWS: RowsFor = () => 'null'

/**
 * Reads the rows that these changes changed, for users who receive them. Each list is read once for all users who see
 * the same of it, however many they are.
 */
export async function readRowsFor(
  sql: Sql,
  changes: readonly HistoryRow[],
  users: Iterable<CurrentUser>,
  now: Date,
): Promise<RowsFor> {
  const numbers = [...new Set(changes.map(({ seq }) => seq))]
  if (numbers.length > MAX_CHANGES) return NO_ROWS
  const areas = new Set(changes.map(({ area }) => area))
  const texts = new Map<string, string>()
  const keysOf = (user: CurrentUser) =>
    visibleLists(user)
      .filter((name) => canChange(name, areas))
      .map((name) => ({ name, key: `${name} ${visibilityText(name, user)}` }))
  // One after the other: the people at work need the other connections.
  for (const user of users)
    for (const { name, key } of keysOf(user))
      if (!texts.has(key)) texts.set(key, await changedListText(sql, name, numbers, { user, now }))
  return (user) => {
    const lists = keysOf(user).map(({ key }) => texts.get(key))
    const json = lists.filter(Boolean).join(',')
    return lists.includes(undefined) || json.length > MAX_CHARACTERS ? NO_ROWS(user) : `[${json}]`
  }
}
