import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import { matchExpenses } from '#server/modules/feeds/expense-rows.ts'
import { type SyncParts, syncFuel, syncTolls } from '#server/modules/feeds/feed-service.ts'
import { compareDays } from '#server/modules/imports/duplicates/compare-days.ts'
import type { FuelSource } from '#server/providers/fuel/fuel.ts'
import type { TollSource } from '#server/providers/tolls/tolls.ts'

/** How often each process looks whether a vendor is due to be asked; the database tells which process asks. */
const LOOK_MS = 60_000
/** How long a new transponder, plate, number or card waits at most for what was paid with it before. */
const MATCH_MS = 15 * 60_000

/** Where tolls and fuel come from; null for nowhere. */
export interface ExpenseSources {
  readonly tolls: TollSource | null
  readonly fuel: FuelSource | null
}

/** Starts to keep the books of tolls and fuel up to date, also those that only reports fill. `stop` breaks off what is asked right now. */
export function startExpenseJobs(parts: SyncParts, { tolls, fuel }: ExpenseSources): Periodic {
  const breakOff = new AbortController()
  const { signal } = breakOff
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
      // After whose each row is, for that tells rows apart.
      await compareDays(parts.db)
    },
    (error) => parts.log.error({ err: error }, 'rows of the books could not be matched and compared'),
  )
  return {
    stop: async () => {
      breakOff.abort()
      await Promise.all([looking.stop(), matching.stop()])
    },
  }
}
