import { passedDayRefusal, SERVICE_DAYS, serviceDayRefusal } from '#contract/units/service-days.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import { invalid } from '#server/base/problem.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import type { UnitFields } from './unit-columns.ts'

type Serviced = Pick<UnitFields, 'year' | (typeof SERVICE_DAYS)[number]>

/**
 * Throws a 400 by field for services before the unit was built, and for a passed inspection in the future. A change is
 * only checked for what it contains: a date that it sets, or a year that is after an existing date. An implausible date
 * that is already stored is no reason to refuse another year.
 */
export function refuseServiceDays(differs: Partial<Serviced>, current: Serviced | null, now: Date): void {
  const today = chicagoDay(now)
  // Tolerates one day, for a clock that is slightly ahead.
  const [thisYear, lastDay] = [Number(today.slice(0, 4)), addDays(today, 1)]
  const { year, ...days } = { ...current, ...differs }
  const refusalOf = (field: (typeof SERVICE_DAYS)[number]) => {
    const [day, isGiven] = [days[field], differs[field] !== undefined]
    if (day == null) return null
    const isToCome = isGiven ? passedDayRefusal(field, day, lastDay) : null
    const isJudged = isGiven || (differs.year !== undefined && !isImplausibleDay(day))
    return isToCome ?? (isJudged && year != null ? serviceDayRefusal(day, year, thisYear) : null)
  }
  const refused = SERVICE_DAYS.flatMap((field) => {
    const refusal = refusalOf(field)
    return refusal === null ? [] : [[differs[field] === undefined ? 'year' : field, [refusal]] as const]
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}
