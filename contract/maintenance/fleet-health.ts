import type { VehicleStatus } from '#contract/units/unit-choices.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'

/** The fields of a unit that decide whether it may roll. Days are `yyyy-MM-dd`; null for a day that is not entered. */
export interface HealthFacts {
  readonly status: VehicleStatus
  readonly status_date_to: string | null
  /** The day of the last annual inspection that the unit passed (49 CFR 396.17). */
  readonly inspection_passed_date: string | null
  readonly next_service_date: string | null
  /** The last day of the registration. */
  readonly registration_expire?: string | null | undefined
  readonly open_major_defects: number
  readonly driver: {
    /** The last day on which the driver's medical card and CDL are both valid. */
    readonly papers_until?: string | null | undefined
  } | null
}

/** A reason why a unit is not ready to roll. `since`: the first day of the reason; null when unknown. */
export interface NotReadyReason {
  readonly reason:
    | 'for_sale'
    | 'on_service'
    | 'major_defect'
    | 'inspection_overdue'
    | 'service_overdue'
    | 'registration_expired'
    | 'driver_papers'
  readonly since: string | null
  /** The reason as a short text for the user. */
  readonly words: string
}

/** The months for which an annual inspection is valid. */
const INSPECTION_MONTHS = 12

/** The day (`yyyy-MM-dd`) a number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * The last valid day of an annual inspection that was passed on `day`: 12 months later; February 28 for February 29.
 */
export function inspectionValidUntil(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // The constructor and `Date.UTC` would read a year below 100 as 19xx; `setUTCFullYear` does not.
  const end = new Date(0)
  end.setUTCFullYear(year, month - 1 + INSPECTION_MONTHS + 1, 0)
  end.setUTCDate(Math.min(date, end.getUTCDate()))
  return end.toISOString().slice(0, 10)
}

/** The first day after `until`; null when `until` is not past yet, or not entered. */
function overSince(until: string | null | undefined, today: string): string | null {
  return until != null && until < today ? dayAfter(until, 1) : null
}

/** The papers that a driver must have to drive. */
export const DRIVER_PAPERS = 'medical card or CDL'

/**
 * The expiry day for users who may only know whether papers have expired: yesterday for expired papers, otherwise null.
 */
export const maskedExpiryDay = (until: string | null | undefined, today: string): string | null =>
  overSince(until, today) === null ? null : dayAfter(today, -1)

/** Why a unit may not roll on `today`, the most serious reason first. Empty: it is ready to roll. */
export function notReadyReasons(unit: HealthFacts, today: string): readonly NotReadyReason[] {
  const { status, status_date_to, inspection_passed_date, open_major_defects, driver } = unit
  const reasons: NotReadyReason[] = []
  if (status === 'for_sale') reasons.push({ reason: 'for_sale', since: null, words: 'for sale' })
  if (status === 'on_service') {
    const isLate = status_date_to !== null && status_date_to < today
    reasons.push({
      reason: 'on_service',
      since: null,
      words: isLate ? 'on service, longer than planned' : 'on service',
    })
  }
  if (open_major_defects > 0) {
    const words = open_major_defects === 1 ? 'open major defect' : `${open_major_defects} open major defects`
    reasons.push({ reason: 'major_defect', since: null, words })
  }
  const addIfOver = (
    reason: NotReadyReason['reason'],
    until: string | null | undefined,
    [subject, state]: readonly [string, string],
  ) => {
    const since = overSince(until, today)
    if (since === null) return
    // An implausible year does not tell how long it has been. The unit is not ready until the day is corrected.
    const isDoubtful = isImplausibleDay(since)
    reasons.push({
      reason,
      since: isDoubtful ? null : since,
      words: isDoubtful ? `${subject}: date in doubt` : `${subject} ${state}`,
    })
  }
  const inspectionUntil = inspection_passed_date && inspectionValidUntil(inspection_passed_date)
  addIfOver('inspection_overdue', inspectionUntil, ['annual inspection', 'overdue'])
  addIfOver('registration_expired', unit.registration_expire, ['registration', 'expired'])
  addIfOver('service_overdue', unit.next_service_date, ['service', 'overdue'])
  addIfOver('driver_papers', driver?.papers_until, [`driver’s ${DRIVER_PAPERS}`, 'expired'])
  return reasons
}
