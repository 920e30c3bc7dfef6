import { type TollVehicle, tollEndpoints } from '#contract/expenses/tolls.ts'
import { administrator } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { amountQuery } from '#src/offline/reading/amount-query.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { tollVehicleValue } from './toll-vehicle.ts'

/** The page size: enough for most companies in one response. Larger fleets need more pages. */
const PAGE = 1000

/** All trucks that a toll agency can identify. No waiting change affects them: agencies only know the server's data. */
export const tollVehicles = listQuery({
  key: ['trucks', 'toll_vehicles'],
  endpoint: tollEndpoints.vehicles,
  query: { limit: PAGE },
  areas: ['trucks'],
  kind: kind<TollVehicle>('toll_vehicle', tollVehicleValue),
})

/** The tolls of these trucks in a week; without trucks, of all. */
export function tollExpenses(week: number, vehicles: readonly TollVehicle[]) {
  return amountQuery({
    key: ['figures', 'tolls', `${week}`],
    subjects: vehicles.map(tollVehicleValue).toSorted(),
    areas: ['figures'],
    endpoint: tollEndpoints.expenses,
    days: () => expenseWeekAt(chicagoDay(companyNow()), week),
    // An empty list of vehicles would mean none of them.
    requestFor: ({ start, end }) => ({
      body: { FromDate: start, ToDate: end, ...(vehicles.length > 0 && { vehicles: [...vehicles] }) },
    }),
    amountOf: ({ amount }) => amount,
  })
}

/** Prefetched: the latest tolls of all trucks, and the trucks to choose from. */
export const tollsToPrefetch = prefetchList(() => [
  tollExpenses(LATEST_EXPENSE_WEEK, []),
  wholeList(tollVehicles, { storedFor: administrator }),
])
