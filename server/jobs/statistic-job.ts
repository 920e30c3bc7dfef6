import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'

/** Interval of checks: a Sunday's statistics are stored at most this long after the day begins. */
const LOOK_MS = 15_000

/**
 * Starts storing the company's statistics of each Sunday. Every process checks; the database stores each Sunday once.
 */
export function startStatisticJob(db: Db, clock: () => Date, log: DbLog): Periodic {
  return startPeriodic(
    LOOK_MS,
    () => storeStatistics(db, clock()),
    (error) => log.error({ err: error }, 'the figures of this week could not be kept; it is tried again'),
  )
}
