import { dashboardEndpoints } from '#contract/dashboard.ts'
import { grossRevenueEndpoints } from '#contract/gross-revenue.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { LATEST_EXPENSE_WEEK, type Week } from '#src/format/week.ts'
import { recordQuery } from '#src/offline/record-query.ts'

/** The company at a glance, at this moment. It counts people and units: a change of any of them is a change of it. */
export const companyDashboard = recordQuery({
  key: ['dashboard', 'company'],
  endpoint: dashboardEndpoints.find,
  shows: ['drivers', 'dispatchers', 'users', 'trucks', 'trailers'],
})

/** What the company had on a Sunday, which no change of today is about. */
export function statisticsOn(day: IsoDay) {
  return recordQuery({ key: ['dashboard', 'week'], endpoint: dashboardEndpoints.week, params: { day }, shows: [] })
}

/** As many loads as are told of a week. */
const LOADS = 100

/**
 * What came in in a week; -1 ends today. That one is asked for without days, so that what a device kept yesterday is found
 * today.
 */
export function revenueIn(week: Week, index: number) {
  const days = index === LATEST_EXPENSE_WEEK ? {} : { date_after: week.start, date_before: week.end }
  return recordQuery({
    key: ['figures', 'revenue'],
    endpoint: grossRevenueEndpoints.byDates,
    query: { limit: LOADS, ...days },
    shows: [],
  })
}

/** What an administrator's device keeps of it without being asked. */
export function dashboardToKeep(today: IsoDay) {
  return [companyDashboard, revenueIn({ start: today, end: today }, LATEST_EXPENSE_WEEK)]
}
