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

/** How one is told from the others in a choice: the network's number. */
export const fuelDriverValue = ({ pfj_id }: FuelDriver): string => `${pfj_id}`

/** As the fuel network is asked for them. */
const PAGE = 500

/** Every driver whom the fuel network knows. No change that waits is laid over these: the network knows what the server knows. */
export const fuelDrivers = listQuery({
  key: ['drivers', 'fuel_drivers'],
  endpoint: fuelEndpoints.drivers,
  query: { limit: PAGE },
  areas: ['drivers', 'users'],
  kind: kind<FuelDriver>('fuel_driver', fuelDriverValue),
})

/** What these drivers spent on fuel in a week of expenses; without any, what all spent. No change of a driver is about it. */
export function fuelExpenses(week: number, drivers: readonly FuelDriver[]) {
  const ids = drivers.map(fuelDriverValue).toSorted()
  return amountQuery({
    key: ['figures', 'fuel', `${week}`],
    of: ids,
    areas: [],
    endpoint: fuelEndpoints.expenses,
    days: () => expenseWeekAt(chicagoDay(companyNow()), week),
    question: ({ start, end }) => ({
      query: { date_after: start, date_before: end, ...(ids.length > 0 && { driver_ids: ids.map(Number) }) },
    }),
    amountOf: ({ total }) => total,
  })
}

/** What a device keeps of them without being asked, for administrators: what all spent last, and whom one can choose among. */
export const fuelToKeep = prefetchList(() => [
  { ...fuelExpenses(LATEST_EXPENSE_WEEK, []), access: administrator },
  wholeList(fuelDrivers, { keptFor: administrator }),
])
