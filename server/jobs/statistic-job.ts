import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { keepStatistics } from '#server/modules/dashboard/dashboard-service.ts'

/** A Sunday is kept at most so long after it began. */
const LOOK_MS = 15_000

/** Starts to keep the company's figures of each Sunday. Every process looks; the database keeps each Sunday once. */
export function startStatisticJob(db: Db, clock: () => Date, log: DbLog): Periodic {
  return startPeriodic(
    LOOK_MS,
    () => keepStatistics(db, clock()),
    (error) => log.error({ err: error }, 'the figures of this week could not be kept; it is tried again'),
  )
}
