import * as z from 'zod/mini'
import { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { administrator } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { isoDate } from '#contract/wire/record.ts'

/** What is said of a day of which there are no figures. */
export const NO_STATISTICS = "There's no information about statistics on such a day"

/** Weeks that the dashboard's pictures show, this one included. */
export const TREND_WEEKS = 26

const count = z.int().check(z.nonnegative())
/** A count, and by how much it differs from the week before's: `"185"`, `"+3"`, `"-2"`, `"0"`. */
const countedWeekly = z.object({
  current: z.string().check(z.regex(/^\d+$/)),
  difference: z.string().check(z.regex(/^(?:0|[+-]\d+)$/)),
})

/** What the company has: at this moment, or as it was on a Sunday at 00:00. */
export const statistics = z.object({
  total_workers: countedWeekly,
  total_trucks: countedWeekly,
  total_trailers: countedWeekly,
  detention_drivers_count: count,
})
export type Statistics = z.output<typeof statistics>

const countsOf = <const Name extends string>(names: readonly Name[]) =>
  z.object({
    total: count,
    ...(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>),
  })
const driverCounts = countsOf(DUTY_STATUSES.map(({ value }) => value))
const dispatcherCounts = countsOf(DISPATCHER_STATUSES)
export type DriverCounts = z.output<typeof driverCounts>
export type DispatcherCounts = z.output<typeof dispatcherCounts>

/** How many drivers there were of each status on a Sunday. */
const driversOfWeek = z.object({ sunday: isoDate, ...driverCounts.shape })
export type DriversOfWeek = z.output<typeof driversOfWeek>

/** What came in and what was paid in a week that begins on a Sunday, in dollars; this week’s are of the days so far. */
const moneyOfWeek = z.object({ sunday: isoDate, tolls: z.number(), fuel: z.number(), revenue: z.number() })
export type MoneyOfWeek = z.output<typeof moneyOfWeek>

export const dashboard = z.object({
  dispatchers_by_status: dispatcherCounts,
  drivers_by_status: driverCounts,
  /** The first Sunday of which there are figures; null before there is one. */
  earliest_statistic_date: z.nullable(isoDate),
  statistics,
  /** The last weeks of which there are figures, at most `TREND_WEEKS`, the earliest first. */
  drivers_by_week: z.array(driversOfWeek),
  /** The last `TREND_WEEKS` weeks, the earliest first. */
  money_by_week: z.array(moneyOfWeek),
})
export type Dashboard = z.output<typeof dashboard>

export const dashboardEndpoints = {
  find: endpoint({
    name: 'dashboard.find',
    summary: 'The company at a glance: people by status, what there is of everything, and half a year of figures.',
    method: 'GET',
    path: '/api/dashboard/',
    access: administrator,
    reply: dashboard,
  }),
  week: endpoint({
    name: 'dashboard.week',
    summary: 'What the company had on a Sunday, and how that differs from the Sunday before.',
    method: 'GET',
    path: '/api/dashboard/statistic_weeks/:day/',
    access: administrator,
    params: z.object({ day: reportDay }),
    reply: statistics,
  }),
}
