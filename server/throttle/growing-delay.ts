import { tooManyRequests } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDelayedHit, type Delay, findWaitEnd } from './growing-delay-repository.ts'

/** A limit that never locks out: after the free tries, each further try has to wait longer. */
export interface DelayLimit extends Delay {
  readonly windowMs: number
  /** The error text for a try that comes too early. */
  readonly detail: string
}

/**
 * Counts a try before its result is known. Throws a 429, and counts nothing, while the wait after the last try is
 * running; `Retry-After` is the end of the wait. The caller writes to the security log. Call it outside of transactions
 * that may roll back.
 */
export async function countDelayedTry(sql: Sql, bucket: string, limit: DelayLimit, now: Date): Promise<void> {
  const { windowMs, detail, ...delay } = limit
  const since = new Date(now.getTime() - windowMs)
  if (await addDelayedHit(sql, bucket, { now, since, delay })) return
  const end = (await findWaitEnd(sql, bucket, now, since, delay)) ?? now
  throw tooManyRequests(detail, (end.getTime() - now.getTime()) / 1000, null)
}
