import { type DrivenDay, daysOfTrips } from '#server/demo/days/trips.ts'
import type { DutyRun } from './duty-plan.ts'

/**
 * The first day of the company's books, as an offset from today. The books cover 26 weeks, and today is their last day.
 */
export const FIRST_BOOKED = -(26 * 7 - 1)

const isHaul = ({ occasion, miles }: DutyRun) => occasion === 'haul' && miles > 0

/**
 * Extends a plan back to the first day of the books, with a copy of the plan's first runs. A driver who was hired
 * within the plan (it begins with orientation) keeps the plan unchanged.
 */
export function withEarlier(runs: readonly DutyRun[]): readonly DutyRun[] {
  const [first] = runs
  if (!first || first.occasion === 'orientation') return runs
  const missing = first.from - FIRST_BOOKED
  if (missing <= 0) return runs
  const earlier = runs.filter((run) => run.to < first.from + missing)
  return [...earlier.map((run) => ({ ...run, from: run.from - missing, to: run.to - missing })), ...runs]
}

/** A driver's trips from the first day of the books to the end of the plan, the earliest first. */
export function plannedHauls(runs: readonly DutyRun[]): readonly DutyRun[] {
  return withEarlier(runs).filter((run) => isHaul(run) && run.to >= FIRST_BOOKED)
}

/** A driver's trips that were under way on some day of the books. */
export function bookedHauls(runs: readonly DutyRun[]): readonly DutyRun[] {
  return plannedHauls(runs).filter((run) => run.from <= 0)
}

/** The days on which a driver drove, from the first day of the books to today. */
export function* drivenDays(runs: readonly DutyRun[]): Generator<DrivenDay> {
  for (const day of daysOfTrips(bookedHauls(runs))) {
    if (day.offset >= FIRST_BOOKED && day.offset <= 0) yield day
  }
}
