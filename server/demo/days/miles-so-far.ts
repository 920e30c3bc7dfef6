import { dayNumber, sundayOf, weekOf } from './day-numbers.ts'
import type { Itinerary, Rolled } from './itinerary.ts'
import { remembering } from './remembering.ts'
import { standingChanceOf } from './rolling-weeks.ts'

/** A unit without a plan has rolled from this day on; before it, its miles count backwards. */
const FIRST_DAY = dayNumber('2026-01-04')
/** What its odometer showed then: enough for years before that. */
const ODOMETER = [150_000, 600_000] as const
const MAX_UNITS = 12_000

/** Sums at the beginnings of weeks, each from the one before: `ahead[0]` is zero, `behind[0]` the beginning of the week before. */
interface Sums {
  readonly first: number
  readonly ahead: Rolled[]
  readonly behind: Rolled[]
}

const NONE: Rolled = { miles: 0, days: 0 }
/** Days are told in tenths of miles; so are their sums, in whatever order they are added. */
const plus = (a: Rolled, b: Rolled, sign: 1 | -1 = 1): Rolled => ({
  miles: Math.round((a.miles + sign * b.miles) * 10) / 10,
  days: a.days + sign * b.days,
})

/** How far units have come, and how often they have rolled. */
export interface MilesSoFar {
  /** The day from which on a unit's miles are counted. */
  firstDayOf(unit: string): number
  /** Since the unit's first day, when a day begins. */
  soFar(unit: string, day: number): Rolled
  /** What the odometer showed at the beginning of its first day. */
  firstOdometer(unit: string): number
}

/** Sums up the itinerary's weeks, each once, as far as somebody asks. */
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
