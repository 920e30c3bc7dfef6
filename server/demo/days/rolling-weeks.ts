import { CITIES, type City, YARDS } from '#server/demo/roads/freight-map.ts'
import { type Random, randomFrom } from '../random.ts'
import { dayNumber, sundayOf, weekOf } from './day-numbers.ts'
import { roadMiles, tripDays } from './trip-miles.ts'
import type { Trip } from './trips.ts'

/** A truck with a driver, and its identifying numbers. A truck without a driver stands. */
export interface RollingTruck {
  readonly id: string
  readonly unit_number: string | null
  readonly licence_plate: string | null
  readonly transponder_id: string | null
  /** The driver's id in the fuel network, or null. */
  readonly card: number | null
  /** The driver's trailer if it is a reefer, otherwise null. */
  readonly reefer: string | null
  /** The reefer's unit number. */
  readonly reefer_number?: string | null
}

const SEED = 'haulyard rolling fleet 1'
/** Longest trip within a week, in days. Only a trip home can be longer. */
const MAX_TRIP = 3

/** The yard at which a unit stands when a week begins. */
export const baseOf = (unit: string, week: number): City => randomFrom(`${SEED}/${unit}/base/${week}`).pick(YARDS)

/** A unit's random source for one week and one purpose. */
export const chanceOf = (unit: string, week: number, purpose: string): Random =>
  randomFrom(`${SEED}/${unit}/${purpose}/${week}`)

/** A unit's permanent random source for one purpose, independent of any plan. */
export const standingChanceOf = (unit: string, purpose: string): Random => randomFrom(`${SEED}/${unit}/${purpose}`)

/** The random source shared by the whole fleet. */
export const commonChance = (): Random => randomFrom(SEED)

const daysTo = (home: City, place: City) => (place === home ? 0 : tripDays(place, home))

const STOPS = new Map<string, readonly City[]>()

/**
 * Destinations from which a unit can still be home within `daysLeft` days. The trip home itself can be longer than
 * `MAX_TRIP`.
 */
function stopsWithin(place: City, home: City, daysLeft: number): readonly City[] {
  const key = `${place.name}/${home.name}/${daysLeft}`
  const known = STOPS.get(key)
  if (known) return known
  const goesOn = (stop: City) =>
    stop !== place &&
    (stop === home || tripDays(place, stop) <= MAX_TRIP) &&
    tripDays(place, stop) + daysTo(home, stop) <= daysLeft
  const stops = CITIES.filter(goesOn)
  STOPS.set(key, stops)
  return stops
}

/** Loads from a place and day onward that end at home on or before the last day. Home must be within reach. */
function loop(
  chance: Random,
  from: { readonly place: City; readonly day: number },
  { home, last }: { readonly home: City; readonly last: number },
): readonly Trip[] {
  const trips: Trip[] = []
  let { place, day } = from
  while (day <= last) {
    const stops = stopsWithin(place, home, last - day + 1)
    if (stops.length === 0) break
    const destination = chance.pick(stops)
    const to = day + tripDays(place, destination) - 1
    trips.push({ origin: place, destination, from: day, to, miles: roadMiles(place, destination) })
    place = destination
    day = to + 1
    // One day at the dock in some cases, if time allows.
    if (chance.chance(0.25) && day + daysTo(home, place) <= last) day++
  }
  return trips
}

/**
 * The loads that a unit hauls in a week, in days since 1970-01-01. They depend only on the unit's id and the week, so
 * each call returns the same loads. A week ends at the place where the next week begins.
 */
export function tripsOfWeek(unit: string, week: number): readonly Trip[] {
  const from = { place: baseOf(unit, week), day: sundayOf(week) }
  return loop(chanceOf(unit, week, 'trips'), from, { home: baseOf(unit, week + 1), last: sundayOf(week) + 6 })
}

/**
 * The loads that bring a unit from any place and day to the start of one of its weeks. `week` is the first rolling
 * week.
 */
export function tripsIntoWeeks(unit: string, place: City, day: number): { trips: readonly Trip[]; week: number } {
  let week = weekOf(day)
  if (day === sundayOf(week) && place === baseOf(unit, week)) return { trips: [], week }
  const isWithinReach = () => daysTo(baseOf(unit, week), place) <= sundayOf(week) - day
  do week++
  while (!isWithinReach())
  const until = { home: baseOf(unit, week), last: sundayOf(week) - 1 }
  return { trips: loop(chanceOf(unit, weekOf(day), 'trips'), { place, day }, until), week }
}

/** The weeks that a range of days touches. Both ends are included and are `yyyy-MM-dd`. */
export function* weeksTouched({ first, last }: { readonly first: string; readonly last: string }): Generator<number> {
  const until = weekOf(dayNumber(last))
  for (let week = weekOf(dayNumber(first)); week <= until; week++) yield week
}
