import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { unitWeekEndpoints } from '#contract/units/unit-weeks.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { getUnitId, type UnitRef } from '#server/modules/units/unit-service.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { weeksUntil } from '#server/records/day-range.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import { findUnitMiles, findUnitWeeks, getWeeksOfUnit, type UnitWeeksRequest } from './unit-week-repository.ts'

type WeeksQuery = QueryOf<(typeof unitWeekEndpoints)['truckWeeks']>
type UnitRange = Pick<WeeksQuery, 'date_after' | 'date_before'>

function unitWeeksRequest(
  kind: UnitKind,
  { date_after: first, date_before: last }: UnitRange,
  now: Date,
): UnitWeeksRequest {
  const today = chicagoDay(now)
  if (first === undefined && last === undefined) {
    // The last week begins today and has only this day, so that the app’s default week begins 14 days ago.
    return { kind, today, range: { first: addDays(today, -7 * (DEFAULT_WEEKS - 1)), last: today } }
  }
  return { kind, today, range: weeksUntil(today, { first, last }, { weeks: DEFAULT_WEEKS, lastField: 'date_before' }) }
}

/**
 * A unit’s tolls, fuel and miles by week, as JSON. Throws 404 (also for the other unit kind), and 400 for an invalid
 * range.
 */
export async function getUnitWeeks(sql: Sql, unit: UnitRef, range: UnitRange, now: Date): Promise<string> {
  const weeks = unitWeeksRequest(unit.kind, range, now)
  return getWeeksOfUnit(sql, await getUnitId(sql, unit), weeks)
}

/** The same for every unit of a kind, ordered by id. */
export function listUnitWeeks(sql: Sql, kind: UnitKind, query: WeeksQuery, now: Date): Promise<PageText> {
  const { date_after, date_before, ...page } = query
  return findUnitWeeks(sql, unitWeeksRequest(kind, { date_after, date_before }, now), page)
}

/** A unit’s odometer, in miles. Throws 404. */
export async function getUnitMiles(sql: Sql, unit: UnitRef) {
  const miles_driven = await findUnitMiles(sql, await getUnitId(sql, unit))
  if (miles_driven === null) throw notFound()
  return { miles_driven }
}
