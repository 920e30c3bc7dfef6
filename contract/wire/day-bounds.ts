/** The first and the last day that a field accepts. */
export interface DayBounds {
  readonly first: string
  readonly last: string
}

/** A later day is a typing error in every field. */
const last = '2099-12-31'
const since1990: DayBounds = { first: '1990-01-01', last }
const since2000: DayBounds = { first: '2000-01-01', last }

/**
 * The days that each kind of field accepts. Forms, their calendars, URLs of the app and the server all use these
 * bounds. A two-digit year that was read as a year of the first century is always out of bounds.
 */
export const DAY_BOUNDS = {
  /** The last valid day of a medical card or a CDL. */
  paper: since1990,
  /**
   * A unit's registration, passed inspection and next service. `service-days.ts` has further rules for the last two.
   */
  unit: since1990,
  /** The first or the last day of a user's or a unit's status. */
  status: since1990,
  /** The due date or the approval of an inspection. */
  inspection: since1990,
  /** The first or the last day of the range that a list or a figure covers. */
  report: since1990,
  /** A day of the schedule. */
  schedule: since2000,
  /** The day of an expense in a vendor's report. */
  expense: since2000,
}
