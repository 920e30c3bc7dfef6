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
import { type AskedUnitWeeks, findUnitMiles, findUnitWeeks, getWeeksOfUnit } from './unit-week-repository.ts'

type WeeksQuery = QueryOf<(typeof unitWeekEndpoints)['truckWeeks']>
type UnitRange = Pick<WeeksQuery, 'date_after' | 'date_before'>

function asked(kind: UnitKind, { date_after: first, date_before: last }: UnitRange, now: Date): AskedUnitWeeks {
  const today = chicagoDay(now)
  if (first === undefined && last === undefined) {
    // The last of them begins today, and so is today alone: the default week of the app then begins 14 days back.
    return { kind, today, range: { first: addDays(today, -7 * (DEFAULT_WEEKS - 1)), last: today } }
  }
  return { kind, today, range: weeksUntil(today, { first, last }, { weeks: DEFAULT_WEEKS, lastField: 'date_before' }) }
}

/** A unit's tolls, fuel and miles by weeks, as JSON. Throws 404, also for a unit of the other kind, and 400 for a range that is none. */
export async function getUnitWeeks(sql: Sql, unit: UnitRef, range: UnitRange, now: Date): Promise<string> {
  const weeks = asked(unit.kind, range, now)
  return getWeeksOfUnit(sql, await getUnitId(sql, unit), weeks)
}

/** The same of every unit of a kind, by id. */
export function listUnitWeeks(sql: Sql, kind: UnitKind, query: WeeksQuery, now: Date): Promise<PageText> {
  const { date_after, date_before, ...page } = query
  return findUnitWeeks(sql, asked(kind, { date_after, date_before }, now), page)
}

/** What a unit's odometer says, in miles. Throws 404. */
export async function getUnitMiles(sql: Sql, unit: UnitRef) {
  const miles_driven = await findUnitMiles(sql, await getUnitId(sql, unit))
  if (miles_driven === null) throw notFound()
  return { miles_driven }
}
