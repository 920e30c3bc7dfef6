import { randomUUID } from 'node:crypto'
import { tooMany } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { inTurn } from '#server/throttle/turns.ts'
import { beginUpload, countUnused, type NewPart, type UploadName } from './upload-repository.ts'

/** What one person may have lying here unused. A device uploads a file when its change is due, so it is never much. */
const MAX_UNUSED_BYTES = 500 * 1024 * 1024
/** Of one byte each they are files on the disk too. */
const MAX_UNUSED = 200

/**
 * Begins an upload where its user has room for one more. In turn: of those that come at the same moment each is counted before
 * the next one is let in; each further process of the server may let in one too many. False when it was begun meanwhile; throws 429.
 */
export function beginInTurn(sql: Sql, name: UploadName, first: NewPart, keep: () => Promise<void>): Promise<boolean> {
  return inTurn(`uploads of ${name.user}`, async () => {
    await refuseHoarding(sql, name, first.length)
    await keep()
    return beginUpload(sql, name, first, randomUUID())
  })
}

async function refuseHoarding(sql: Sql, { user, id }: UploadName, length: number): Promise<void> {
  const unused = await countUnused(sql, { user, id })
  if (unused.uploads < MAX_UNUSED && unused.bytes + length <= MAX_UNUSED_BYTES) return
  const reached = { limit: 'files that wait', bucket: `${user}` }
  throw tooMany('Too many files wait here for a change that uses them. Try again later.', 60 * 60, reached)
}
