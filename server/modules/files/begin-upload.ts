import { randomUUID } from 'node:crypto'
import { tooManyRequests } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { runInTurn } from '#server/throttle/serial-runner.ts'
import { beginUpload, countUnused, type NewPart, type UploadName } from './upload-repository.ts'

/**
 * Limit of unused upload bytes per user. A device uploads a file only when its change is due, so normal use stays far
 * below.
 */
const MAX_UNUSED_BYTES = 500 * 1024 * 1024
/** Limit of unused uploads per user: even one-byte uploads are files on disk. */
const MAX_UNUSED = 200

/**
 * Begins an upload if its user is below the limits. Uploads of one user begin one after another, so each is counted
 * before the next is admitted; with several server processes, each other process may admit one too many. Returns false
 * when another request has begun the same upload meanwhile. Throws 429 above the limits.
 */
export function beginWithinLimits(
  sql: Sql,
  name: UploadName,
  first: NewPart,
  store: () => Promise<void>,
): Promise<boolean> {
  return runInTurn(`uploads of ${name.user}`, async () => {
    await checkUnusedLimits(sql, name, first.length)
    await store()
    return beginUpload(sql, name, first, randomUUID())
  })
}

async function checkUnusedLimits(sql: Sql, { user, id }: UploadName, length: number): Promise<void> {
  const unused = await countUnused(sql, { user, id })
  if (unused.uploads < MAX_UNUSED && unused.bytes + length <= MAX_UNUSED_BYTES) return
  const reached = { limit: 'files that wait', bucket: `${user}` }
  throw tooManyRequests('Too many files wait here for a change that uses them. Try again later.', 60 * 60, reached)
}
