import type { DutyRun } from './duty-plan.ts'

/** How far back the books of the company go: 26 weeks, of which today is the last day. Offsets are counted from today. */
export const FIRST_BOOKED = -(26 * 7 - 1)

/** What one driver covered on one day. */
export interface DrivenDay {
  readonly offset: number
  readonly miles: number
  readonly run: DutyRun
}

/** More than one driver covers in a day, whatever a plan that was cut short says. */
const MOST_MILES = 640

const isHaul = ({ occasion, miles }: DutyRun) => occasion === 'haul' && miles > 0

/** The plan of somebody who was with the company before it begins is told backwards: what was driven then was much the same. */
function withEarlier(runs: readonly DutyRun[]): readonly DutyRun[] {
  const [first] = runs
  if (!first || first.occasion === 'orientation') return runs
  const missing = first.from - FIRST_BOOKED
  if (missing <= 0) return runs
  const earlier = runs.filter((run) => run.to < first.from + missing)
  return [...earlier.map((run) => ({ ...run, from: run.from - missing, to: run.to - missing })), ...runs]
}

/** The trips of a driver that were under way in the time of the books, the earliest first. */
export function bookedHauls(runs: readonly DutyRun[]): readonly DutyRun[] {
  return withEarlier(runs).filter((run) => isHaul(run) && run.from <= 0 && run.to >= FIRST_BOOKED)
}

const tenths = (miles: number) => Math.round(miles * 10) / 10

/** A trip's miles by its days: loading takes of the first day, and the dock of the last. To one decimal; together all of them. */
export function milesByDay({ from, to, miles }: DutyRun): readonly number[] {
  const days = to - from + 1
  const weights = Array.from({ length: days }, (_, day) => (day === days - 1 ? 0.85 : day === 0 ? 0.95 : 1.1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight) => Math.min(MOST_MILES, tenths((miles * weight) / sum)))
  const early = shares.slice(0, -1)
  const rest = miles - early.reduce((all, share) => all + share, 0)
  return [...early, Math.min(MOST_MILES, tenths(rest))]
}

/** The days on which a driver drove, from the first that is booked to today. */
export function* drivenDays(runs: readonly DutyRun[]): Generator<DrivenDay> {
  for (const run of bookedHauls(runs)) {
    const shares = milesByDay(run)
    for (const [day, miles] of shares.entries()) {
      const offset = run.from + day
      if (offset >= FIRST_BOOKED && offset <= 0 && miles > 0) yield { offset, miles, run }
    }
  }
}
