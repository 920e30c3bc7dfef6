import type { CHECKS, DefectType, ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { Calendar } from '#server/demo/company/calendar.ts'
import type { SeedDefect } from '#server/demo/company/defects.ts'
import type { SeedUnit } from '#server/demo/company/units.ts'
import type { Random } from '#server/demo/random.ts'

/** The day of the oldest reports, counted from today: fourteen months ago. */
export const FIRST_REPORTED = -425

/** Where and for how much something was done. */
export interface Work {
  /** Who did it: a shop, or one's own people. */
  readonly career: string
  /** Dollars. */
  readonly total_cost: number
  readonly note: string
}

/** A report before it has a number. Offsets are days from today. */
export interface Draft extends Work {
  readonly unit: SeedUnit
  readonly service_type: ServiceType
  readonly offset: number
  readonly due_date: string | null
  /** Miles; 0 where none was said of an oil change, null of everything else. */
  readonly due_mileage: number | null
  readonly defects: readonly FoundDefect[]
  readonly checklist: readonly { readonly part: DefectType; readonly found: (typeof CHECKS)[number] }[]
  readonly reviewed: Signed | null
}

/** Who signed, and when: a day, and the minute of that day in Chicago. */
export interface Signed {
  readonly by: string
  readonly offset: number
  readonly minute: number
}

/** A defect and what became of it; `settled` is null while it is open. */
export interface FoundDefect {
  readonly defect: SeedDefect
  readonly settled: (Signed & { readonly note: string }) | null
}

/** What reports are drafted of: a unit with chance of its own, and what is known around it. */
export interface Subject {
  readonly unit: SeedUnit
  readonly random: Random
  readonly calendar: Calendar
  /** The miles of the unit at the end of a day; null where nobody knew them. */
  readonly milesOn: (offset: number) => number | null
  /** Who drives it, as signed; null for nobody. */
  readonly driver: string | null
  /** Its fleet manager, as signed. */
  readonly manager: string
}

type Told = Pick<Draft, 'service_type' | 'offset'> & Work & Partial<Draft>

/** A report without defects and without anything due, unless it is said otherwise. */
export const draftOf = ({ unit }: Subject, told: Told): Draft => ({
  unit,
  due_date: null,
  due_mileage: null,
  defects: [],
  checklist: [],
  reviewed: null,
  ...told,
})
