import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { canChange, changedListText, visibilityText, visibleLists } from './changed-lists.ts'
import type { HistoryRow } from './event-repository.ts'
import { visibilityKey } from './visible-changes.ts'

/** After more changes than this, devices request the rows instead: a stream must not wait for a large read. */
export const MAX_CHANGES = 200
/** Rows of more characters are not sent to every stream, wanted or not. */
const MAX_CHARACTERS = 64 * 1024

/** The changed rows of all lists that a user may see: JSON, or `null` for too many. See the event `rows`. */
export type RowsFor = (user: CurrentUser) => string

/** The rows when they were not read: users of whose lists no row can have changed have nothing to request. */
export function rowsNotRead(changes: readonly HistoryRow[]): RowsFor {
  const areas = new Set(changes.map(({ area }) => area))
  return (user) => (visibleLists(user).some((name) => canChange(name, areas)) ? 'null' : '[]')
}

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
  const notRead = rowsNotRead(changes)
  if (numbers.length > MAX_CHANGES) return notRead
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
  const textFor: RowsFor = (user) => {
    const lists = keysOf(user).map(({ key }) => texts.get(key))
    const json = lists.filter(Boolean).join(',')
    return lists.includes(undefined) || json.length > MAX_CHARACTERS ? notRead(user) : `[${json}]`
  }
  // Thousands of streams have a few kinds of users.
  const made = new Map<string, string>()
  return (user) => {
    const kind = visibilityKey(user)
    const text = made.get(kind) ?? textFor(user)
    made.set(kind, text)
    return text
  }
}
