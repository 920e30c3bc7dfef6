import type { City } from '#server/demo/roads/freight-map.ts'
import type { Random } from '../random.ts'
import { sundayOf, weekOf } from './day-numbers.ts'
import { remembering } from './remembering.ts'
import { baseOf, standingChanceOf, tripsIntoWeeks, tripsOfWeek } from './rolling-weeks.ts'
import { MILES_A_DAY } from './trip-miles.ts'
import { milesByDay, type Trip } from './trips.ts'

/** What a unit does by a plan that somebody else made. Days are counted from 1970-01-01. */
export interface BookedPlan {
  /** The earliest first; none overlaps another. */
  readonly trips: readonly Trip[]
  /** Where the unit stands before the first of them. */
  readonly place: City
  /** The first day of the plan's books, whose miles are the first ones, and the last day of the plan. */
  readonly first: number
  readonly last: number
  /** The day on which the plan was made, and what the odometer shows at its end. */
  readonly made: number
  readonly odometer: number
  readonly fuel: Random
  /** The driver who has the unit by the plan; null for nobody. */
  readonly driver: number | null
}

export type Booked = (unit: string) => BookedPlan | null

/** How a day of a unit goes, whoever drives it. */
export interface UnitDay {
  readonly day: number
  /** The trip that it is on, standing or not; null where it stands between two. */
  readonly trip: Trip | null
  /** The miles of the trip that were behind when the day began, and those of the day. */
  readonly before: number
  readonly miles: number
  /** Where it stands when it is on no trip. */
  readonly place: City
}

/** Miles, and the days on which any were rolled. */
export interface Rolled {
  readonly miles: number
  readonly days: number
}

/** Which trips each unit makes: the same whenever it is asked. */
export interface Itinerary {
  readonly booked: Booked
  /** Those under way on some of the days, both included, counted from 1970-01-01; the earliest first, none beside another. */
  tripsOfUnit(unit: string, firstDay: number, lastDay: number): readonly Trip[]
  /** The seven days of a week. */
  weekOfUnit(unit: string, week: number): readonly UnitDay[]
  rolledInWeek(unit: string, week: number): Rolled
  /** Where the unit is fuelled follows from it. */
  fuelOf(unit: string): Random
}

/** Of so many units the trips of the plan are kept, and so many weeks of units. */
const MAX_UNITS = 12_000
const MAX_WEEKS = 20_000

const tenths = (miles: number) => Math.round(miles * 10) / 10

/** A trip that the plan's end cut short is brought to its end on the days after it. */
function broughtToItsEnd(trip: Trip, last: number): Trip {
  const driven = milesByDay(trip)
  const left = tenths(trip.miles - driven.reduce((sum, miles) => sum + miles, 0))
  if (left < 0.1) return trip
  const count = Math.ceil(left / MILES_A_DAY)
  const share = tenths(left / count)
  const rest = Array.from({ length: count }, (_, day) => (day < count - 1 ? share : tenths(left - share * day)))
  const days = [...driven, ...Array<number>(last - trip.to).fill(0), ...rest]
  return { ...trip, to: last + count, days }
}

interface Settled {
  readonly trips: readonly Trip[]
  /** The week from which on it rolls by weeks. */
  readonly week: number
}

/** The trips of the plan, and those that lead from its end into the rolling weeks. */
function settledTrips(unit: string, plan: BookedPlan | null): Settled {
  if (plan === null) return { trips: [], week: Number.NEGATIVE_INFINITY }
  const last = plan.trips.at(-1)
  const trips = last ? [...plan.trips.slice(0, -1), broughtToItsEnd(last, plan.last)] : []
  const end = trips.at(-1)
  const rolling = tripsIntoWeeks(unit, end?.destination ?? plan.place, Math.max(plan.last, end?.to ?? 0) + 1)
  return { trips: [...trips, ...rolling.trips], week: rolling.week }
}

/** The days of a week, given the trips that touch it and where the unit stood when it began. */
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

/** What a unit rolls in a week. */
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

/** Follows the booked plans to their ends, and rolling weeks from there; `booked` tells the plan of a unit, if it has one. */
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
