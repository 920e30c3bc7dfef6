import type { CHECKS, DefectType, ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { Calendar } from '#server/demo/company/calendar.ts'
import type { SeedDefect } from '#server/demo/company/defects.ts'
import type { SeedUnit } from '#server/demo/company/units.ts'
import type { Random } from '#server/demo/random.ts'

/** The day of the oldest reports, as an offset from today: fourteen months ago. */
export const FIRST_REPORTED = -425

/** Work on a unit: its place, cost and note. */
export interface Work {
  /** The shop that did the work, or the company's own yard. */
  readonly career: string
  /** Dollars. */
  readonly total_cost: number
  readonly note: string
}

/** A maintenance report before it has an id. Offsets are days from today. */
export interface Draft extends Work {
  readonly unit: SeedUnit
  readonly service_type: ServiceType
  readonly offset: number
  readonly due_date: string | null
  /**
   * Miles at which an oil change is due again; 0 for an oil change without that number. Null for every other service.
   */
  readonly due_mileage: number | null
  readonly defects: readonly FoundDefect[]
  readonly checklist: readonly { readonly part: DefectType; readonly found: (typeof CHECKS)[number] }[]
  readonly reviewed: Signed | null
}

/** A signature: the name, the day and the minute of that day in Chicago. */
export interface Signed {
  readonly by: string
  readonly offset: number
  readonly minute: number
}

/** A defect and how it was settled: by a repair or a deferral. `settled` is null while the defect is open. */
export interface FoundDefect {
  readonly defect: SeedDefect
  readonly settled: (Signed & { readonly note: string }) | null
}

/** The subject of drafted reports: a unit with its own random stream, odometer and signers. */
export interface Subject {
  readonly unit: SeedUnit
  readonly random: Random
  readonly calendar: Calendar
  /** The unit's miles at the end of a day; null when unknown. */
  readonly milesOn: (offset: number) => number | null
  /** The driver's full name, as in a signature; null for a unit without a driver. */
  readonly driver: string | null
  /** The fleet manager's full name, as in a signature. */
  readonly manager: string
}

type DraftContent = Pick<Draft, 'service_type' | 'offset'> & Work & Partial<Draft>

/** A report of the unit. Fields that the caller omits mean: no defects, nothing due, not reviewed. */
export const draftOf = ({ unit }: Subject, content: DraftContent): Draft => ({
  unit,
  due_date: null,
  due_mileage: null,
  defects: [],
  checklist: [],
  reviewed: null,
  ...content,
})
