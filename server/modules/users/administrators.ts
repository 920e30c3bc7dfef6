import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { lockAdministrators } from './duty-repository.ts'

/**
 * Throws a 400 under `field` when `user` is the only administrator who can sign in. Of two who would end each other the
 * second waits, and finds the first one's work.
 */
export async function refuseLastAdministrator(sql: Sql, user: number, field: string): Promise<void> {
  const active = await lockAdministrators(sql)
  if (active.length === 1 && active[0] === user) {
    throw invalid({ [field]: ['This is the last administrator: make somebody else one first.'] })
  }
}
