import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { findRowsSince } from './event-repository.ts'
import { MAX_CHANGES, readRowsFor } from './round-rows.ts'
import { canSee, changesOf, visibilityKey } from './visible-changes.ts'

/** Who made changes, and from when on. */
interface Author {
  readonly user: CurrentUser
  /** When the changes began. */
  readonly since: Date
  /** The user of the session now; null if the session is over. */
  readonly findUser: () => Promise<CurrentUser | null>
}

/**
 * The changes since a moment with their rows, as JSON of `changeRows`, for the user who made some of them. Those of other
 * users may be among them. Null for too many, and when the user's session or permissions have changed meanwhile.
 */
export async function findRowsOfChanges(
  sql: Sql,
  { user, since, findUser }: Author,
  now: Date,
): Promise<string | null> {
  const news = await findRowsSince(sql, since, MAX_CHANGES + 1)
  if (news.length > MAX_CHANGES) return null
  const rowsFor = await readRowsFor(sql, news, [user], now)
  const changes = JSON.stringify(changesOf(news).filter((change) => canSee(user, change)))
  const order = Math.max(0, ...news.map(({ seq }) => seq))
  // After the reads: nothing is sent to a user who lost the permission before it was read.
  const userNow = await findUser()
  if (userNow === null || visibilityKey(userNow) !== visibilityKey(user)) return null
  return `{"changes":${changes},"order":${order},"lists":${rowsFor(user)}}`
}
