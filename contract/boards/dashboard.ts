import * as z from 'zod/mini'
import { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { administrator } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { isoDate } from '#contract/wire/record.ts'

/** The message for a day without figures. */
export const NO_STATISTICS = "There's no information about statistics on such a day"

/** Weeks in the dashboard's charts, including this week. */
export const TREND_WEEKS = 26

const count = z.int().check(z.nonnegative())
/** A count (`"185"`), and its difference to the week before (`"+3"`, `"-2"`, `"0"`). */
const weeklyCount = z.object({
  current: z.string().check(z.regex(/^\d+$/)),
  difference: z.string().check(z.regex(/^(?:0|[+-]\d+)$/)),
})

/** What the company has now, or had on a Sunday at 00:00. */
export const statistics = z.object({
  total_workers: weeklyCount,
  total_trucks: weeklyCount,
  total_trailers: weeklyCount,
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

/** The number of drivers by status on a Sunday. */
const driversOfWeek = z.object({ sunday: isoDate, ...driverCounts.shape })
export type DriversOfWeek = z.output<typeof driversOfWeek>

/** Revenue and costs in dollars of the week that begins on `sunday`. This week's amounts cover the days so far. */
const moneyOfWeek = z.object({ sunday: isoDate, tolls: z.number(), fuel: z.number(), revenue: z.number() })
export type MoneyOfWeek = z.output<typeof moneyOfWeek>

export const dashboard = z.object({
  dispatchers_by_status: dispatcherCounts,
  drivers_by_status: driverCounts,
  /** The first Sunday with figures; null when no Sunday has any. */
  earliest_statistic_date: z.nullable(isoDate),
  statistics,
  /** The latest weeks with figures, at most `TREND_WEEKS`, earliest first. */
  drivers_by_week: z.array(driversOfWeek),
  /** The last `TREND_WEEKS` weeks, earliest first. */
  money_by_week: z.array(moneyOfWeek),
})
export type Dashboard = z.output<typeof dashboard>

export const dashboardEndpoints = {
  find: endpoint({
    name: 'dashboard.find',
    summary: 'The company at a glance: people by status, counts of all records, and half a year of figures.',
    method: 'GET',
    path: '/api/dashboard/',
    access: administrator,
    reply: dashboard,
  }),
  week: endpoint({
    name: 'dashboard.week',
    summary: 'The company’s figures on a Sunday, and the difference from the Sunday before.',
    method: 'GET',
    path: '/api/dashboard/statistic_weeks/:day/',
    access: administrator,
    params: z.object({ day: reportDay }),
    reply: statistics,
  }),
}
