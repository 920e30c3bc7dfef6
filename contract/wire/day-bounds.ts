/** The days that a field takes; both ends are taken. */
export interface DayBounds {
  readonly first: string
  readonly last: string
}

/** Later days are slips of the finger, wherever they are typed. */
const last = '2099-12-31'
const since1990: DayBounds = { first: '1990-01-01', last }
const since2000: DayBounds = { first: '2000-01-01', last }

/**
 * The plausible days of each kind of field: what a form, its calendar, an address of the app and the server take alike.
 * A year of two digits that was taken for one of the first century is in none of them.
 */
export const DAY_BOUNDS = {
  /** The last day of a medical card or a CDL. */
  paper: since1990,
  /** The registration of a unit, the inspection that it passed, its next service; `service-days.ts` has more of the last two. */
  unit: since1990,
  /** From when and to when a status of a person or a unit holds. */
  status: since1990,
  /** By when the work of an inspection is due, and when it was approved. */
  inspection: since1990,
  /** An end of the days that a list or a figure is asked for. */
  report: since1990,
  /** A day of the schedule. */
  schedule: since2000,
  /** A day on which money was spent, as a vendor's report has it. */
  expense: since2000,
}
