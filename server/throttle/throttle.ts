import { createHash } from 'node:crypto'
import { Problem, tooMany } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addHit, findOldestHit, removeHit } from './throttle-repository.ts'
import { inTurn } from './turns.ts'

/** How often something may be tried. */
export interface Limit {
  /** What the security log calls it; null where who counts tells of it. */
  readonly name: string | null
  readonly most: number
  readonly windowMs: number
  /** What is said to who is over it. */
  readonly detail: string
}

/**
 * The name under which tries of one thing are counted. What it is about is hashed: people type anything of any length
 * into a form, and it is nobody's business who was tried.
 */
export function bucketOf(what: string, ...about: readonly (string | number)[]): string {
  return `${what} ${createHash('sha256').update(JSON.stringify(about)).digest('base64url')}`
}

/**
 * Counts a try before it is judged. Throws 429, and counts nothing, when the limit is reached; `Retry-After` is when the
 * oldest try that counts is forgotten. Call it outside of any transaction that may be undone.
 */
export async function countTry(sql: Sql, bucket: string, limit: Limit, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limit.windowMs)
  if (await addHit(sql, bucket, { now, since, most: limit.most })) return
  const oldest = (await findOldestHit(sql, bucket, since)) ?? now
  const reached = limit.name === null ? null : { limit: limit.name, bucket }
  throw tooMany(limit.detail, (oldest.getTime() + limit.windowMs - now.getTime()) / 1000, reached)
}

/** One try at something that is limited. */
export interface Try {
  readonly bucket: string
  readonly limit: Limit
  readonly now: Date
}

/**
 * Counts a try and has it judged, in turn with the others on its bucket. A try that is not judged (the server has too much
 * to do, the database is away) is taken back, for it was no failure. Where it counts as nothing once it was right,
 * `judge` forgets the bucket.
 */
export function judgeTry<T>(sql: Sql, { bucket, limit, now }: Try, judge: () => Promise<T>): Promise<T> {
  return inTurn(bucket, async () => {
    await countTry(sql, bucket, limit, now)
    try {
      return await judge()
    } catch (error) {
      // Where the database is what fails, that is what must be heard of.
      if (!isJudgment(error)) await removeHit(sql, bucket, now).catch(() => undefined)
      throw error
    }
  })
}

/** Also a 429 is none: it is of a line that is full. */
const isJudgment = (error: unknown) => error instanceof Problem && error.status < 500 && error.status !== 429
