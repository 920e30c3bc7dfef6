import { dashboardEndpoints } from '#contract/boards/dashboard.ts'
import { grossRevenueEndpoints } from '#contract/people/gross-revenue.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK } from '#src/format/week.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { amountQuery } from '#src/offline/reading/amount-query.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** The company's current statistics: they count people and units, and sum up fuel and tolls. */
export const companyDashboard = recordQuery({
  key: ['dashboard', 'company'],
  endpoint: dashboardEndpoints.find,
  areas: ['drivers', 'dispatchers', 'users', 'trucks', 'trailers', 'figures'],
})

/** The company's statistics on a Sunday. No later change affects them. */
export function statisticsOn(day: IsoDay) {
  return recordQuery({ key: ['dashboard', 'week'], endpoint: dashboardEndpoints.week, params: { day }, areas: [] })
}

/** The number of loads that the specification requests. The card only shows their sum. */
const LOADS = 100

/** The revenue of a week. Week -1 ends today. */
export function revenueIn(week: number) {
  return amountQuery({
    key: ['figures', 'revenue', `${week}`],
    areas: ['figures'],
    endpoint: grossRevenueEndpoints.byDates,
    days: () => expenseWeekAt(chicagoDay(companyNow()), week),
    requestFor: ({ start, end }) => ({ query: { limit: LOADS, date_after: start, date_before: end } }),
    amountOf: ({ total }) => total,
  })
}

/** Prefetched for administrators. */
export const dashboardToPrefetch = prefetchList(() => [companyDashboard, revenueIn(LATEST_EXPENSE_WEEK)])
