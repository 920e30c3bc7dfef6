import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { queueDigests } from '#server/modules/mail/mail-service.ts'

/** Interval of checks: a digest is queued at most this long after 06:00. */
const LOOK_MS = 15_000

/**
 * Starts queuing the digests of each weekday morning. Every process checks; the database ensures one digest per day.
 */
export function startDigestJob(db: Db, clock: () => Date, log: DbLog): Periodic {
  return startPeriodic(
    LOOK_MS,
    () => queueDigests(db, clock()),
    (error) => log.error({ err: error }, 'the digests of this morning could not be queued; it is tried again'),
  )
}
