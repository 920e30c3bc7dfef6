import type { Reached } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { bucketOf } from './throttle.ts'
import { addHit } from './throttle-repository.ts'

const QUIET_MS = 15 * 60_000

/** Whether it is to be told that a limit is reached: once a bucket in a quarter of an hour, whichever process asks. */
export function isToBeTold(sql: Sql, { limit, bucket }: Reached, now: Date): Promise<boolean> {
  return addHit(sql, bucketOf('told', limit, bucket), { now, since: new Date(now.getTime() - QUIET_MS), most: 1 })
}
