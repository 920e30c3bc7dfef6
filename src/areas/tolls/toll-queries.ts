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

/** As many as the company has, in one answer; of more the next pages follow. */
const PAGE = 1000

/** Every truck that something on the road can tell. No change that waits is laid over these: agencies know what the server knows. */
export const tollVehicles = listQuery({
  key: ['trucks', 'toll_vehicles'],
  endpoint: tollEndpoints.vehicles,
  query: { limit: PAGE },
  kind: kind<TollVehicle>('toll_vehicle', tollVehicleValue),
})

/** What these trucks paid in tolls in a week of expenses; without any, what all paid. No change of a truck is about it. */
export function tollExpenses(week: number, vehicles: readonly TollVehicle[]) {
  return amountQuery({
    key: ['figures', 'tolls', `${week}`],
    of: vehicles.map(tollVehicleValue).toSorted(),
    areas: [],
    endpoint: tollEndpoints.expenses,
    days: () => expenseWeekAt(chicagoDay(companyNow()), week),
    // A list without vehicles would mean none of them.
    question: ({ start, end }) => ({
      body: { FromDate: start, ToDate: end, ...(vehicles.length > 0 && { vehicles: [...vehicles] }) },
    }),
    amountOf: ({ amount }) => amount,
  })
}

/** What a device keeps of them without being asked: what all paid last, and whom one can choose among. */
export const tollsToKeep = prefetchList(() => [
  tollExpenses(LATEST_EXPENSE_WEEK, []),
  wholeList(tollVehicles, { keptFor: administrator }),
])
