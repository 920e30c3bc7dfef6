import { isDoubtfulDay } from '#contract/record.ts'
import { SERVICE_DAYS, serviceDayRefusal } from '#contract/service-days.ts'
import { invalid } from '#server/http/problem.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { UnitFields } from './unit-record-repository.ts'

type Serviced = Pick<UnitFields, 'year' | (typeof SERVICE_DAYS)[number]>

/**
 * Throws a 400 by field for services before the unit was built. Of a change only what it says is judged: a day that it
 * gives, or a year that a day would be before. What is stored already and can't be right is no reason to refuse another year.
 */
export function refuseServiceDays(differs: Partial<Serviced>, current: Serviced | null, now: Date): void {
  const thisYear = Number(chicagoDay(now).slice(0, 4))
  const { year, ...days } = { ...current, ...differs }
  if (year == null) return
  const refused = SERVICE_DAYS.flatMap((field) => {
    const day = days[field]
    const isGiven = differs[field] !== undefined || (differs.year !== undefined && day != null && !isDoubtfulDay(day))
    const refusal = isGiven && day != null ? serviceDayRefusal(day, year, thisYear) : null
    return refusal === null ? [] : [[differs[field] === undefined ? 'year' : field, [refusal]] as const]
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}
