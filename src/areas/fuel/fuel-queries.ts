import { type FuelDriver, fuelEndpoints } from '#contract/expenses/fuel.ts'
import { administrator } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { amountQuery } from '#src/offline/reading/amount-query.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** Identifies a driver in a choice: the fuel network's number. */
export const fuelDriverValue = ({ pfj_id }: FuelDriver): string => `${pfj_id}`

/** The page size of requests to the fuel network. */
const PAGE = 500

/**
 * All drivers that the fuel network knows. No waiting change affects them: the network only knows the server's data.
 */
export const fuelDrivers = listQuery({
  key: ['drivers', 'fuel_drivers'],
  endpoint: fuelEndpoints.drivers,
  query: { limit: PAGE },
  areas: ['drivers', 'users'],
  kind: kind<FuelDriver>('fuel_driver', fuelDriverValue),
})

/** The fuel expenses of these drivers in a week; without drivers, of all. */
export function fuelExpenses(week: number, drivers: readonly FuelDriver[]) {
  const ids = drivers.map(fuelDriverValue).toSorted()
  return amountQuery({
    key: ['figures', 'fuel', `${week}`],
    subjects: ids,
    areas: ['figures'],
    endpoint: fuelEndpoints.expenses,
    days: () => expenseWeekAt(chicagoDay(companyNow()), week),
    requestFor: ({ start, end }) => ({
      query: { date_after: start, date_before: end, ...(ids.length > 0 && { driver_ids: ids.map(Number) }) },
    }),
    amountOf: ({ total }) => total,
  })
}

/** Prefetched for administrators: the latest expenses of all drivers, and the drivers to choose from. */
export const fuelToPrefetch = prefetchList(() => [
  { ...fuelExpenses(LATEST_EXPENSE_WEEK, []), access: administrator },
  wholeList(fuelDrivers, { storedFor: administrator }),
])
