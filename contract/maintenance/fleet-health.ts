import type { VehicleStatus } from '#contract/units/unit-choices.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'

/** What of a unit decides whether it may roll. Days are `yyyy-MM-dd`; null for what nobody has entered. */
export interface HealthFacts {
  readonly status: VehicleStatus
  readonly status_date_to: string | null
  /** The last annual inspection that it passed (49 CFR 396.17). */
  readonly inspection_passed_date: string | null
  readonly next_service_date: string | null
  /** The last day on which it is registered. */
  readonly registration_expire?: string | null | undefined
  readonly open_major_defects: number
  readonly driver: {
    /** The last day on which the driver's medical card and CDL are both valid. */
    readonly papers_until?: string | null | undefined
  } | null
}

/** Why a unit is not ready to roll. `since`: the first day of it, where that is known. */
export interface NotReady {
  readonly reason:
    | 'for_sale'
    | 'on_service'
    | 'major_defect'
    | 'inspection_overdue'
    | 'service_overdue'
    | 'registration_expired'
    | 'driver_papers'
  readonly since: string | null
  /** What it means, in a few words. */
  readonly words: string
}

/** Months for which an annual inspection holds. */
const INSPECTION_MONTHS = 12

/** The day (`yyyy-MM-dd`) a number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The last day on which an annual inspection holds that was passed on `day`: twelve months on, February 28 for the 29th. */
export function inspectionHoldsUntil(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Set, not constructed: there a year of two digits would be one of the last century.
  const end = new Date(0)
  end.setUTCFullYear(year, month - 1 + INSPECTION_MONTHS + 1, 0)
  end.setUTCDate(Math.min(date, end.getUTCDate()))
  return end.toISOString().slice(0, 10)
}

/** Since when something is over whose last day was `until`; null while it holds, or where none is entered. */
function overSince(until: string | null | undefined, today: string): string | null {
  return until != null && until < today ? dayAfter(until, 1) : null
}

/** A driver's, without which nobody drives. */
export const PAPERS = 'medical card or CDL'

/** All that is told of papers to who need only know whether they have lapsed: then, that they ended yesterday. */
export const lapsedUntil = (until: string | null | undefined, today: string): string | null =>
  overSince(until, today) === null ? null : dayAfter(today, -1)

/** All that keeps a unit from rolling on `today`, what weighs most first; none: it is ready to roll. */
export function notReady(unit: HealthFacts, today: string): readonly NotReady[] {
  const { status, status_date_to, inspection_passed_date, open_major_defects, driver } = unit
  const found: NotReady[] = []
  if (status === 'for_sale') found.push({ reason: 'for_sale', since: null, words: 'for sale' })
  if (status === 'on_service') {
    const isLate = status_date_to !== null && status_date_to < today
    found.push({ reason: 'on_service', since: null, words: isLate ? 'on service, longer than planned' : 'on service' })
  }
  if (open_major_defects > 0) {
    const words = open_major_defects === 1 ? 'open major defect' : `${open_major_defects} open major defects`
    found.push({ reason: 'major_defect', since: null, words })
  }
  const over = (reason: NotReady['reason'], until: string | null | undefined, [of, is]: readonly [string, string]) => {
    const since = overSince(until, today)
    if (since === null) return
    // A year that can't be right says nothing of how long: a unit waits until the day is put right.
    const isDoubtful = isDoubtfulDay(since)
    found.push({ reason, since: isDoubtful ? null : since, words: isDoubtful ? `${of}: date in doubt` : `${of} ${is}` })
  }
  const inspected = inspection_passed_date && inspectionHoldsUntil(inspection_passed_date)
  over('inspection_overdue', inspected, ['annual inspection', 'overdue'])
  over('registration_expired', unit.registration_expire, ['registration', 'expired'])
  over('service_overdue', unit.next_service_date, ['service', 'overdue'])
  over('driver_papers', driver?.papers_until, [`driver’s ${PAPERS}`, 'expired'])
  return found
}
