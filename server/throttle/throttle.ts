import { createHash } from 'node:crypto'
import type { Sql } from '#server/db/db.ts'
import { tooMany } from '#server/http/problem.ts'
import { addHit, findOldestHit } from './throttle-repository.ts'

/** How often something may be tried. */
export interface Limit {
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
  throw tooMany(limit.detail, (oldest.getTime() + limit.windowMs - now.getTime()) / 1000)
}
