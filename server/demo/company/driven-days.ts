import { type DrivenDay, daysOfTrips } from '#server/demo/days/trips.ts'
import type { DutyRun } from './duty-plan.ts'

/** How far back the books of the company go: 26 weeks, of which today is the last day. Offsets are counted from today. */
export const FIRST_BOOKED = -(26 * 7 - 1)

const isHaul = ({ occasion, miles }: DutyRun) => occasion === 'haul' && miles > 0

/** The plan of somebody who was with the company before it begins is told backwards: what was driven then was much the same. */
export function withEarlier(runs: readonly DutyRun[]): readonly DutyRun[] {
  const [first] = runs
  if (!first || first.occasion === 'orientation') return runs
  const missing = first.from - FIRST_BOOKED
  if (missing <= 0) return runs
  const earlier = runs.filter((run) => run.to < first.from + missing)
  return [...earlier.map((run) => ({ ...run, from: run.from - missing, to: run.to - missing })), ...runs]
}

/** The trips of a driver from the first that is booked to the last that is planned, the earliest first. */
export function plannedHauls(runs: readonly DutyRun[]): readonly DutyRun[] {
  return withEarlier(runs).filter((run) => isHaul(run) && run.to >= FIRST_BOOKED)
}

/** Those that were under way in the time of the books. */
export function bookedHauls(runs: readonly DutyRun[]): readonly DutyRun[] {
  return plannedHauls(runs).filter((run) => run.from <= 0)
}

/** The days on which a driver drove, from the first that is booked to today. */
export function* drivenDays(runs: readonly DutyRun[]): Generator<DrivenDay> {
  for (const day of daysOfTrips(bookedHauls(runs))) {
    if (day.offset >= FIRST_BOOKED && day.offset <= 0) yield day
  }
}
