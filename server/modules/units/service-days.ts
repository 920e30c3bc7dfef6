import { passedDayRefusal, SERVICE_DAYS, serviceDayRefusal } from '#contract/units/service-days.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import { invalid } from '#server/base/problem.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import type { UnitFields } from './unit-columns.ts'

type Serviced = Pick<UnitFields, 'year' | (typeof SERVICE_DAYS)[number]>

/**
 * Throws a 400 by field for services before the unit was built, and for an inspection that was passed on a day to come. Of a
 * change only what it says is judged: a day that it gives, or a year that a day would be before. What is stored already and
 * can't be right is no reason to refuse another year.
 */
export function refuseServiceDays(differs: Partial<Serviced>, current: Serviced | null, now: Date): void {
  const today = chicagoDay(now)
  // A clock that is a little ahead is no reason to refuse.
  const [thisYear, lastDay] = [Number(today.slice(0, 4)), addDays(today, 1)]
  const { year, ...days } = { ...current, ...differs }
  const refusalOf = (field: (typeof SERVICE_DAYS)[number]) => {
    const [day, isGiven] = [days[field], differs[field] !== undefined]
    if (day == null) return null
    const isToCome = isGiven ? passedDayRefusal(field, day, lastDay) : null
    const isJudged = isGiven || (differs.year !== undefined && !isDoubtfulDay(day))
    return isToCome ?? (isJudged && year != null ? serviceDayRefusal(day, year, thisYear) : null)
  }
  const refused = SERVICE_DAYS.flatMap((field) => {
    const refusal = refusalOf(field)
    return refusal === null ? [] : [[differs[field] === undefined ? 'year' : field, [refusal]] as const]
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}
