import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { findRowsSince } from './event-repository.ts'
import { MAX_CHANGES, readRowsFor } from './round-rows.ts'
import { canSee, changesOf } from './visible-changes.ts'

/**
 * The changes since a moment with their rows, as JSON of `changeRows`, for the user who made some of them. Those of other
 * users may be among them. Null for too many, and after a change of the user's own account: the user's permissions may
 * have changed.
 */
export async function findRowsOfChanges(sql: Sql, user: CurrentUser, since: Date, now: Date): Promise<string | null> {
  const news = await findRowsSince(sql, since, MAX_CHANGES + 1)
  const isOwnAccount = news.some(({ area, record_id }) => area === 'users' && record_id === String(user.id))
  if (news.length > MAX_CHANGES || isOwnAccount) return null
  const rowsFor = await readRowsFor(sql, news, [user], now)
  const changes = JSON.stringify(changesOf(news).filter((change) => canSee(user, change)))
  const order = Math.max(0, ...news.map(({ seq }) => seq))
  return `{"changes":${changes},"order":${order},"lists":${rowsFor(user)}}`
}
