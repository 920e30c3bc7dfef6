import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { lockAdministrators } from './duty-repository.ts'

/**
 * Throws a 400 under `field` if `user` is the only active administrator. If two administrators demote each other at the
 * same time, the second waits for the lock and then sees the result of the first.
 */
export async function refuseLastAdministrator(sql: Sql, user: number, field: string): Promise<void> {
  const active = await lockAdministrators(sql)
  if (active.length === 1 && active[0] === user) {
    throw invalid({ [field]: ['This is the last administrator: make another user one first.'] })
  }
}
