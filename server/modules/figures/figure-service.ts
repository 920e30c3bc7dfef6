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
import { findDispatcherWeeks, findDriverWeeks, findWeeksOfDriver, type WeeksRequest } from './week-repository.ts'

export const listNetworkDrivers = findNetworkDrivers

/** The user of the request, and its time. */
interface Requester {
  readonly user: CurrentUser
  readonly now: Date
}

type AdditionalRange = Pick<
  QueryOf<(typeof driverEndpoints)['weeks']>,
  'additional_data_date_from' | 'additional_data_date_to'
>

function driverWeeksRequest(query: AdditionalRange, { user, now }: Requester): WeeksRequest {
  const today = chicagoDay(now)
  const requested = { first: query.additional_data_date_from, last: query.additional_data_date_to }
  const range = weeksUntil(today, requested, { weeks: DEFAULT_WEEKS, lastField: 'additional_data_date_to' })
  return { range, today, withIncome: can(user, administrator) }
}

/**
 * A driver’s fuel, miles and (for administrators) income by week, as JSON. Throws 404, and 400 for an invalid range.
 */
export async function getDriverWeeks(
  sql: Sql,
  ref: RecordRef,
  query: AdditionalRange,
  requester: Requester,
): Promise<string> {
  const request = driverWeeksRequest(query, requester)
  const weeks = typeof ref === 'number' ? await findWeeksOfDriver(sql, ref, request) : null
  if (weeks === null) throw notFound()
  return weeks
}

/** The same for every driver, ordered by id. */
export async function listDriverWeeks(
  sql: Sql,
  { additional_data_date_from, additional_data_date_to, ...page }: QueryOf<(typeof driverEndpoints)['weeks']>,
  requester: Requester,
): Promise<PageText> {
  return findDriverWeeks(
    sql,
    driverWeeksRequest({ additional_data_date_from, additional_data_date_to }, requester),
    page,
  )
}

type RevenueQuery = QueryOf<(typeof dispatcherEndpoints)['weeks']>

function revenueRange(query: Omit<RevenueQuery, 'limit' | 'offset' | 'cursor'>, today: string) {
  const requested = { first: query.gross_revenue_date_after, last: query.gross_revenue_date_before }
  return weeksUntil(today, requested, { weeks: DEFAULT_WEEKS, lastField: 'gross_revenue_date_before' })
}

/** The gross revenue of a dispatcher’s drivers, newest first. Throws 404, and 400 for an invalid range. */
export async function listRevenue(sql: Sql, ref: RecordRef, query: RevenueQuery, now: Date): Promise<PageText> {
  const { gross_revenue_date_after, gross_revenue_date_before, ...page } = query
  const range = revenueRange({ gross_revenue_date_after, gross_revenue_date_before }, chicagoDay(now))
  if (typeof ref !== 'number') throw notFound()
  const revenue = await findRevenue(sql, ref, range, page)
  if (revenue.count === 0 && !(await isDispatcher(sql, ref))) throw notFound()
  return revenue
}

/** The gross revenue of all drivers, newest first. Throws 400 for an invalid range. */
export async function listAllRevenue(
  sql: Sql,
  { date_after, date_before, ...page }: QueryOf<(typeof grossRevenueEndpoints)['byDates']>,
  now: Date,
): Promise<PageText> {
  const range = weekUntil(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  return findAllRevenue(sql, range, page)
}

/** The gross revenue of every dispatcher by week, ordered by id. Throws 400 for an invalid range. */
export async function listDispatcherWeeks(sql: Sql, query: RevenueQuery, now: Date): Promise<PageText> {
  const { gross_revenue_date_after, gross_revenue_date_before, ...page } = query
  const today = chicagoDay(now)
  const range = revenueRange({ gross_revenue_date_after, gross_revenue_date_before }, today)
  return findDispatcherWeeks(sql, { range, today, withIncome: true }, page)
}

/** The fuel expenses in a range of days, of the listed drivers or of all. Throws 400 for an invalid range. */
export async function totalFuel(sql: Sql, query: QueryOf<(typeof fuelEndpoints)['expenses']>) {
  const range = { first: query.date_after, last: query.date_before }
  checkRange(range, 'date_before')
  return { total: await sumFuel(sql, range, query.driver_ids ?? null) }
}
