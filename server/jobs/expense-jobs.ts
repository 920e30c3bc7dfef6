import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import { matchExpenses } from '#server/modules/feeds/expense-rows.ts'
import { type SyncParts, syncFuel, syncTolls } from '#server/modules/feeds/feed-service.ts'
import { compareDays } from '#server/modules/imports/duplicates/compare-days.ts'
import type { FuelSource } from '#server/providers/fuel/fuel.ts'
import type { TollSource } from '#server/providers/tolls/tolls.ts'

/** How often each process checks whether a vendor poll is due. The database decides which process polls. */
const LOOK_MS = 60_000
/** Maximum time until older toll and fuel rows are matched to a new transponder, plate, unit number or card. */
const MATCH_MS = 15 * 60_000

/** The vendors of tolls and fuel; null when none is set up. */
export interface ExpenseSources {
  readonly tolls: TollSource | null
  readonly fuel: FuelSource | null
}

/**
 * Starts keeping tolls and fuel up to date, including rows that only come from reports. `stop` aborts running vendor
 * requests.
 */
export function startExpenseJobs(parts: SyncParts, { tolls, fuel }: ExpenseSources): Periodic {
  const abort = new AbortController()
  const { signal } = abort
  const looking = startPeriodic(
    LOOK_MS,
    async () => {
      if (tolls) await syncTolls(parts, tolls, signal)
      if (fuel) await syncFuel(parts, fuel, signal)
    },
    (error) => parts.log.error({ err: error }, 'the books of tolls and fuel could not be brought up to date'),
  )
  const matching = startPeriodic(
    MATCH_MS,
    async () => {
      await matchExpenses(parts.db)
      // After the owners are known, because the comparison distinguishes rows by owner.
      await compareDays(parts.db)
    },
    (error) => parts.log.error({ err: error }, 'rows of the books could not be matched and compared'),
  )
  return {
    stop: async () => {
      abort.abort()
      await Promise.all([looking.stop(), matching.stop()])
    },
  }
}
