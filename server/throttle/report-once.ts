import type { ReachedLimit } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { bucketOf } from './throttle.ts'
import { addHit } from './throttle-repository.ts'

const QUIET_MS = 15 * 60_000

/** Whether to report that a limit is reached: once per bucket in 15 minutes, across all processes. */
export function shouldReport(sql: Sql, { limit, bucket }: ReachedLimit, now: Date): Promise<boolean> {
  return addHit(sql, bucketOf('told', limit, bucket), { now, since: new Date(now.getTime() - QUIET_MS), most: 1 })
}
