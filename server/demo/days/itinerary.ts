import type { City } from '#server/demo/roads/freight-map.ts'
import type { Random } from '../random.ts'
import { sundayOf, weekOf } from './day-numbers.ts'
import { remembering } from './remembering.ts'
import { baseOf, standingChanceOf, tripsIntoWeeks, tripsOfWeek } from './rolling-weeks.ts'
import { MILES_A_DAY } from './trip-miles.ts'
import { milesByDay, type Trip } from './trips.ts'

/** A unit's trips from a plan made outside the itinerary. Days are counted from 1970-01-01. */
export interface BookedPlan {
  /** Earliest first, without overlaps. */
  readonly trips: readonly Trip[]
  /** Where the unit stands before its first trip. */
  readonly place: City
  /** The first day of the plan's books, from which miles are counted, and the last day of the plan. */
  readonly first: number
  readonly last: number
  /** The day on which the plan was made, and the odometer in miles at the end of that day. */
  readonly made: number
  readonly odometer: number
  readonly fuel: Random
  /** The driver whom the plan assigns to the unit, or null. */
  readonly driver: number | null
}

export type Booked = (unit: string) => BookedPlan | null

/** A unit's day, independent of its driver. */
export interface UnitDay {
  readonly day: number
  /** The current trip, even if the unit stands all day. Null between two trips. */
  readonly trip: Trip | null
  /** Miles of the trip driven before this day, and miles driven on this day. */
  readonly before: number
  readonly miles: number
  /** Where the unit stands when it has no trip. */
  readonly place: City
}

/** Miles, and the number of days with any miles. */
export interface Rolled {
  readonly miles: number
  readonly days: number
}

/** The trips of each unit. The same call always returns the same trips. */
export interface Itinerary {
  readonly booked: Booked
  /**
   * Trips that touch the days, earliest first, without overlaps. Both days are included and counted from 1970-01-01.
   */
  tripsOfUnit(unit: string, firstDay: number, lastDay: number): readonly Trip[]
  /** The seven days of a week. */
  weekOfUnit(unit: string, week: number): readonly UnitDay[]
  rolledInWeek(unit: string, week: number): Rolled
  /** The random source that determines the unit's fuel stops. */
  fuelOf(unit: string): Random
}

/** Cache limits: units with their planned trips, and weeks of units. */
const MAX_UNITS = 12_000
const MAX_WEEKS = 20_000

const tenths = (miles: number) => Math.round(miles * 10) / 10

/** Completes a trip that the end of the plan cut short: the remaining miles are driven on the days after the plan. */
function broughtToItsEnd(trip: Trip, last: number): Trip {
  const driven = milesByDay(trip)
  const remainingMiles = tenths(trip.miles - driven.reduce((sum, miles) => sum + miles, 0))
  if (remainingMiles < 0.1) return trip
  const count = Math.ceil(remainingMiles / MILES_A_DAY)
  const share = tenths(remainingMiles / count)
  const rest = Array.from({ length: count }, (_, day) =>
    day < count - 1 ? share : tenths(remainingMiles - share * day),
  )
  const days = [...driven, ...Array<number>(last - trip.to).fill(0), ...rest]
  return { ...trip, to: last + count, days }
}

interface Settled {
  readonly trips: readonly Trip[]
  /** The first week in which the unit's trips come from rolling weeks. */
  readonly week: number
}

/** The trips of the plan, followed by the trips that lead from its end into the rolling weeks. */
function settledTrips(unit: string, plan: BookedPlan | null): Settled {
  if (plan === null) return { trips: [], week: Number.NEGATIVE_INFINITY }
  const last = plan.trips.at(-1)
  const trips = last ? [...plan.trips.slice(0, -1), broughtToItsEnd(last, plan.last)] : []
  const end = trips.at(-1)
  const rolling = tripsIntoWeeks(unit, end?.destination ?? plan.place, Math.max(plan.last, end?.to ?? 0) + 1)
  return { trips: [...trips, ...rolling.trips], week: rolling.week }
}

/** The days of a week, from the trips that touch it and the unit's place at its beginning. */
function daysOfWeek(week: number, trips: readonly Trip[], start: City): readonly UnitDay[] {
  const sunday = sundayOf(week)
  let place = start
  return Array.from({ length: 7 }, (_, index) => {
    const day = sunday + index
    const trip = trips.find(({ from, to }) => from <= day && day <= to)
    if (trip === undefined) return { day, trip: null, before: 0, miles: 0, place }
    const days = milesByDay(trip)
    const before = days.slice(0, day - trip.from).reduce((sum, miles) => sum + miles, 0)
    place = trip.destination
    return { day, trip, before, miles: days[day - trip.from] ?? 0, place }
  })
}

/** Miles and driving days of a unit in a week. */
function rolledIn(week: number, trips: readonly Trip[]): Rolled {
  const sunday = sundayOf(week)
  let [miles, days] = [0, 0]
  for (const trip of trips) {
    for (const [index, driven] of milesByDay(trip).entries()) {
      const day = trip.from + index
      if (driven === 0 || day < sunday || day > sunday + 6) continue
      miles += driven
      days++
    }
  }
  return { miles, days }
}

/**
 * Follows each booked plan to its end, then rolling weeks. `booked` returns the plan of a unit, or null if it has none.
 */
export function itinerary({ booked }: { readonly booked: Booked }): Itinerary {
  const settledOf = remembering(MAX_UNITS, (unit: string) => settledTrips(unit, booked(unit)))
  const tripsOfUnit = (unit: string, firstDay: number, lastDay: number): readonly Trip[] => {
    const settled = settledOf(unit)
    const touches = ({ from, to }: Trip) => from <= lastDay && to >= firstDay
    const found = sundayOf(settled.week) <= firstDay ? [] : settled.trips.filter(touches)
    for (let week = Math.max(weekOf(firstDay), settled.week); week <= weekOf(lastDay); week++) {
      found.push(...tripsOfWeek(unit, week).filter(touches))
    }
    return found
  }
  const tripsIn = (unit: string, week: number) => tripsOfUnit(unit, sundayOf(week), sundayOf(week) + 6)
  const placeBefore = (unit: string, week: number): City => {
    const settled = settledOf(unit)
    if (week >= settled.week) return baseOf(unit, week)
    const last = settled.trips.findLast(({ to }) => to < sundayOf(week))
    return last?.destination ?? settled.trips[0]?.origin ?? baseOf(unit, settled.week)
  }
  return {
    booked,
    tripsOfUnit,
    weekOfUnit: remembering(MAX_WEEKS, (unit: string, week: number) =>
      daysOfWeek(week, tripsIn(unit, week), placeBefore(unit, week)),
    ),
    rolledInWeek: (unit, week) => rolledIn(week, tripsIn(unit, week)),
    fuelOf: (unit) => booked(unit)?.fuel ?? standingChanceOf(unit, 'fuel'),
  }
}
