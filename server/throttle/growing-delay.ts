import { tooMany } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDelayedHit, type Delay, findWaitEnd } from './growing-delay-repository.ts'

/** A limit that never locks: after so many tries each further one waits longer. */
export interface DelayLimit extends Delay {
  readonly windowMs: number
  /** What is said to who comes too early. */
  readonly detail: string
}

/**
 * Counts a try before it is judged. Throws 429, and counts nothing, while the wait after the last one lasts; `Retry-After` is
 * when that is over. Who calls it tells the security log of that. Call it outside of any transaction that may be undone.
 */
export async function countDelayedTry(sql: Sql, bucket: string, limit: DelayLimit, now: Date): Promise<void> {
  const { windowMs, detail, ...delay } = limit
  const since = new Date(now.getTime() - windowMs)
  if (await addDelayedHit(sql, bucket, { now, since, delay })) return
  const end = (await findWaitEnd(sql, bucket, now, since, delay)) ?? now
  throw tooMany(detail, (end.getTime() - now.getTime()) / 1000, null)
}
