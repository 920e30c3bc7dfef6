import { dashboardEndpoints } from '#contract/boards/dashboard.ts'
import { grossRevenueEndpoints } from '#contract/people/gross-revenue.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { amountQuery } from '#src/offline/reading/amount-query.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** The company at a glance, at this moment. It counts people and units: a change of any of them is a change of it. */
export const companyDashboard = recordQuery({
  key: ['dashboard', 'company'],
  endpoint: dashboardEndpoints.find,
  areas: ['drivers', 'dispatchers', 'users', 'trucks', 'trailers'],
})

/** What the company had on a Sunday, which no change of today is about. */
export function statisticsOn(day: IsoDay) {
  return recordQuery({ key: ['dashboard', 'week'], endpoint: dashboardEndpoints.week, params: { day }, areas: [] })
}

/** As many loads as the specification asks for; the card tells what all came to, not each. */
const LOADS = 100

/** What came in in a week; -1 ends today. No change of a record is about it. */
export function revenueIn(week: number) {
  return amountQuery({
    key: ['figures', 'revenue', `${week}`],
    areas: [],
    endpoint: grossRevenueEndpoints.byDates,
    days: () => expenseWeekAt(chicagoDay(companyNow()), week),
    question: ({ start, end }) => ({ query: { limit: LOADS, date_after: start, date_before: end } }),
    amountOf: ({ total }) => total,
  })
}

/** What an administrator's device keeps of it without being asked. */
export const dashboardToKeep = prefetchList(() => [companyDashboard, revenueIn(LATEST_EXPENSE_WEEK)])
