import { createHash } from 'node:crypto'
import { Problem, tooManyRequests } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { runInTurn } from './serial-runner.ts'
import { addHit, findOldestHit, removeHit } from './throttle-repository.ts'

/** How often something may be tried: `most` tries within `windowMs`. */
export interface Limit {
  /** The limit's name in the security log. Null when the caller logs it. */
  readonly name: string | null
  readonly most: number
  readonly windowMs: number
  /** The error text when the limit is reached. */
  readonly detail: string
}

/**
 * The name of the bucket that counts the tries of one thing. `about` is hashed: forms accept input of any length, and
 * the database should not show which accounts were tried.
 */
export function bucketOf(kind: string, ...about: readonly (string | number)[]): string {
  return `${kind} ${createHash('sha256').update(JSON.stringify(about)).digest('base64url')}`
}

/**
 * Counts a try before its result is known. Throws a 429, and counts nothing, when the limit is reached; `Retry-After`
 * is the time when the oldest try stops counting. Call it outside of transactions that may roll back.
 */
export async function countTry(sql: Sql, bucket: string, limit: Limit, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limit.windowMs)
  if (await addHit(sql, bucket, { now, since, most: limit.most })) return
  const oldest = (await findOldestHit(sql, bucket, since)) ?? now
  const reachedLimit = limit.name === null ? null : { limit: limit.name, bucket }
  throw tooManyRequests(limit.detail, (oldest.getTime() + limit.windowMs - now.getTime()) / 1000, reachedLimit)
}

/** One try of something with a limit. */
export interface Try {
  readonly bucket: string
  readonly limit: Limit
  readonly now: Date
}

/**
 * Counts a try and runs `judge`, one try after the other per bucket. When `judge` fails without a result (the server is
 * overloaded, the database is unavailable), the try is removed again, because it was not a wrong try. When correct
 * tries should not count, `judge` deletes the bucket.
 */
export function runCountedTry<T>(sql: Sql, { bucket, limit, now }: Try, judge: () => Promise<T>): Promise<T> {
  return runInTurn(bucket, async () => {
    await countTry(sql, bucket, limit, now)
    try {
      return await judge()
    } catch (error) {
      // When the database fails, its original error is the one to report.
      if (!isJudgment(error)) await removeHit(sql, bucket, now).catch(() => undefined)
      throw error
    }
  })
}

/** Whether `judge` reached a result. A 429 is not a result: it means that a queue is full. */
const isJudgment = (error: unknown) => error instanceof Problem && error.status < 500 && error.status !== 429
