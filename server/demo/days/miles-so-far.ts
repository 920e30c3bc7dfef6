import { dayNumber, sundayOf, weekOf } from './day-numbers.ts'
import type { Itinerary, Rolled } from './itinerary.ts'
import { remembering } from './remembering.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** First day of a unit without a plan. Before this day its miles are negative. */
const FIRST_DAY = dayNumber('2026-01-04')
/** Range of its odometer on that day: high enough for years of earlier history. */
const ODOMETER = [150_000, 600_000] as const
const MAX_UNITS = 12_000

/**
 * Sums at the beginnings of weeks, each computed from its neighbor. `ahead[n]` belongs to week `first + n`; `ahead[0]`
 * is zero. `behind[n]` belongs to week `first - 1 - n`.
 */
interface Sums {
  readonly first: number
  readonly ahead: Rolled[]
  readonly behind: Rolled[]
}

const NONE: Rolled = { miles: 0, days: 0 }
/** Daily miles are in tenths. Each sum is rounded to tenths, so the order of addition does not matter. */
const plus = (a: Rolled, b: Rolled, sign: 1 | -1 = 1): Rolled => ({
  miles: Math.round((a.miles + sign * b.miles) * 10) / 10,
  days: a.days + sign * b.days,
})

/** The miles and driving days of units up to a day. */
export interface MilesSoFar {
  /** The day from which a unit's miles are counted. */
  firstDayOf(unit: string): number
  /** Miles and driving days from the unit's first day to the beginning of `day`. */
  soFar(unit: string, day: number): Rolled
  /** The odometer at the beginning of the unit's first day. */
  firstOdometer(unit: string): number
}

/** Adds up the itinerary's weeks on demand, each week once. */
export function milesSoFar(itinerary: Itinerary): MilesSoFar {
  const firstDayOf = (unit: string) => itinerary.booked(unit)?.first ?? FIRST_DAY
  const sumsOf = remembering(
    MAX_UNITS,
    (unit: string): Sums => ({
      first: weekOf(firstDayOf(unit)),
      ahead: [NONE],
      behind: [],
    }),
  )
  const atWeek = (unit: string, week: number): Rolled => {
    const { first, ahead, behind } = sumsOf(unit)
    for (let next = ahead.length; next <= week - first; next++) {
      ahead.push(plus(ahead[next - 1] ?? NONE, itinerary.rolledInWeek(unit, first + next - 1)))
    }
    for (let next = behind.length; next < first - week; next++) {
      behind.push(plus(behind[next - 1] ?? NONE, itinerary.rolledInWeek(unit, first - next - 1), -1))
    }
    return (week >= first ? ahead[week - first] : behind[first - week - 1]) ?? NONE
  }
  const fromSunday = (unit: string, day: number): Rolled => {
    const week = weekOf(day)
    let sum = atWeek(unit, week)
    if (day === sundayOf(week)) return sum
    for (const { day: other, miles } of itinerary.weekOfUnit(unit, week)) {
      if (other < day && miles > 0) sum = plus(sum, { miles, days: 1 })
    }
    return sum
  }
  const beginnings = remembering(MAX_UNITS, (unit: string) => {
    const zero = fromSunday(unit, firstDayOf(unit))
    const plan = itinerary.booked(unit)
    const odometer = plan
      ? plan.odometer - plus(fromSunday(unit, plan.made + 1), zero, -1).miles
      : standingChanceOf(unit, 'odometer').whole(...ODOMETER)
    return { zero, odometer }
  })
  return {
    firstDayOf,
    soFar: (unit, day) => plus(fromSunday(unit, day), beginnings(unit).zero, -1),
    firstOdometer: (unit) => beginnings(unit).odometer,
  }
}
