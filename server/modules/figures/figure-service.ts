import type { fuelEndpoints } from '#contract/expenses/fuel.ts'
import type { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { driverEndpoints } from '#contract/people/drivers.ts'
import type { grossRevenueEndpoints } from '#contract/people/gross-revenue.ts'
import { administrator, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { isDispatcher } from '#server/modules/dispatchers/dispatcher-service.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { checkRange, weeksUntil, weekUntil } from '#server/records/day-range.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import { findNetworkDrivers, sumFuel } from './fuel-repository.ts'
import { findAllRevenue, findRevenue } from './revenue-repository.ts'
import { type AskedWeeks, findDispatcherWeeks, findDriverWeeks, findWeeksOfDriver } from './week-repository.ts'

export const listNetworkDrivers = findNetworkDrivers

/** Who asks, and when. */
interface Asker {
  readonly user: CurrentUser
  readonly now: Date
}

type AdditionalRange = Pick<
  QueryOf<(typeof driverEndpoints)['weeks']>,
  'additional_data_date_from' | 'additional_data_date_to'
>

function driverWeeksOf(query: AdditionalRange, { user, now }: Asker): AskedWeeks {
  const today = chicagoDay(now)
  const asked = { first: query.additional_data_date_from, last: query.additional_data_date_to }
  const range = weeksUntil(today, asked, { weeks: DEFAULT_WEEKS, lastField: 'additional_data_date_to' })
  return { range, today, withIncome: can(user, administrator) }
}

/** A driver's fuel, miles and (for administrators) income by weeks, as JSON. Throws 404, and 400 for a range that is none. */
export async function getDriverWeeks(sql: Sql, ref: RecordRef, query: AdditionalRange, asker: Asker): Promise<string> {
  const asked = driverWeeksOf(query, asker)
  const weeks = typeof ref === 'number' ? await findWeeksOfDriver(sql, ref, asked) : null
  if (weeks === null) throw notFound()
  return weeks
}

/** The same of every driver, by id. */
export async function listDriverWeeks(
  sql: Sql,
  { additional_data_date_from, additional_data_date_to, ...page }: QueryOf<(typeof driverEndpoints)['weeks']>,
  asker: Asker,
): Promise<PageText> {
  return findDriverWeeks(sql, driverWeeksOf({ additional_data_date_from, additional_data_date_to }, asker), page)
}

type RevenueQuery = QueryOf<(typeof dispatcherEndpoints)['weeks']>

function revenueRange(query: Omit<RevenueQuery, 'limit' | 'offset' | 'cursor'>, today: string) {
  const asked = { first: query.gross_revenue_date_after, last: query.gross_revenue_date_before }
  return weeksUntil(today, asked, { weeks: DEFAULT_WEEKS, lastField: 'gross_revenue_date_before' })
}

/** What a dispatcher's drivers brought in, newest first. Throws 404, and 400 for a range that is none. */
export async function listRevenue(sql: Sql, ref: RecordRef, query: RevenueQuery, now: Date): Promise<PageText> {
  const { gross_revenue_date_after, gross_revenue_date_before, ...page } = query
  const range = revenueRange({ gross_revenue_date_after, gross_revenue_date_before }, chicagoDay(now))
  if (typeof ref !== 'number') throw notFound()
  const revenue = await findRevenue(sql, ref, range, page)
  if (revenue.count === 0 && !(await isDispatcher(sql, ref))) throw notFound()
  return revenue
}

/** What everybody brought in, newest first. Throws 400 for a range that is none. */
export async function listAllRevenue(
  sql: Sql,
  { date_after, date_before, ...page }: QueryOf<(typeof grossRevenueEndpoints)['byDates']>,
  now: Date,
): Promise<PageText> {
  const range = weekUntil(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  return findAllRevenue(sql, range, page)
}

/** The gross revenue of every dispatcher by weeks, by id. */
export async function listDispatcherWeeks(sql: Sql, query: RevenueQuery, now: Date): Promise<PageText> {
  const { gross_revenue_date_after, gross_revenue_date_before, ...page } = query
  const today = chicagoDay(now)
  const range = revenueRange({ gross_revenue_date_after, gross_revenue_date_before }, today)
  return findDispatcherWeeks(sql, { range, today, withIncome: true }, page)
}

/** What was spent on fuel in a range of days, by the drivers named or by all. Throws 400 for a range that is none. */
export async function totalFuel(sql: Sql, query: QueryOf<(typeof fuelEndpoints)['expenses']>) {
  const range = { first: query.date_after, last: query.date_before }
  checkRange(range, 'date_before')
  return { total: await sumFuel(sql, range, query.driver_ids ?? null) }
}
