import { CITIES, type City, YARDS } from '#server/demo/roads/freight-map.ts'
import { type Random, randomFrom } from '../random.ts'
import { dayNumber, sundayOf, weekOf } from './day-numbers.ts'
import { roadMiles, tripDays } from './trip-miles.ts'
import type { Trip } from './trips.ts'

/** A truck that has a driver, with what is written on it; a truck without one stands. */
export interface RollingTruck {
  readonly id: string
  readonly unit_number: string | null
  readonly licence_plate: string | null
  readonly transponder_id: string | null
  /** The driver's id at the fuel network, if there is one. */
  readonly card: number | null
  /** The driver's trailer, when it is a reefer. */
  readonly reefer: string | null
  /** What that is called. */
  readonly reefer_number?: string | null
}

const SEED = 'haulyard rolling fleet 1'
/** Where a week may begin: near enough to each other to get back in a day or two. */
const MAX_TRIP = 3

/** Where a unit stands when a week begins. */
export const baseOf = (unit: string, week: number): City => randomFrom(`${SEED}/${unit}/base/${week}`).pick(YARDS)

/** What else a unit has by chance in a week, for one purpose. */
export const chanceOf = (unit: string, week: number, purpose: string): Random =>
  randomFrom(`${SEED}/${unit}/${purpose}/${week}`)

/** What a unit that no plan knows has by chance for good, for one purpose. */
export const standingChanceOf = (unit: string, purpose: string): Random => randomFrom(`${SEED}/${unit}/${purpose}`)

/** Chance that is the same for everybody. */
export const commonChance = (): Random => randomFrom(SEED)

const daysTo = (home: City, place: City) => (place === home ? 0 : tripDays(place, home))

const STOPS = new Map<string, readonly City[]>()

/** Where one may go from a place so that one is at home again within the days left, however far off that is. */
function stopsWithin(place: City, home: City, left: number): readonly City[] {
  const key = `${place.name}/${home.name}/${left}`
  const known = STOPS.get(key)
  if (known) return known
  const goesOn = (stop: City) =>
    stop !== place &&
    (stop === home || tripDays(place, stop) <= MAX_TRIP) &&
    tripDays(place, stop) + daysTo(home, stop) <= left
  const stops = CITIES.filter(goesOn)
  STOPS.set(key, stops)
  return stops
}

/** Loads from a place and a day on that end at home, on the last day or before it; home must be within reach. */
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
    // A day at the dock, if there is time for one.
    if (chance.chance(0.25) && day + daysTo(home, place) <= last) day++
  }
  return trips
}

/**
 * The loads that a unit hauls in a week, as days since 1970: the same whenever it is asked, for they follow from the unit's
 * id and the week alone. A week ends where the next one begins.
 */
export function tripsOfWeek(unit: string, week: number): readonly Trip[] {
  const from = { place: baseOf(unit, week), day: sundayOf(week) }
  return loop(chanceOf(unit, week, 'trips'), from, { home: baseOf(unit, week + 1), last: sundayOf(week) + 6 })
}

/** The loads that bring a unit from any place, on any day, to where one of its weeks begins; from that week on it rolls by weeks. */
export function tripsIntoWeeks(unit: string, place: City, day: number): { trips: readonly Trip[]; week: number } {
  let week = weekOf(day)
  if (day === sundayOf(week) && place === baseOf(unit, week)) return { trips: [], week }
  const isWithinReach = () => daysTo(baseOf(unit, week), place) <= sundayOf(week) - day
  do week++
  while (!isWithinReach())
  const until = { home: baseOf(unit, week), last: sundayOf(week) - 1 }
  return { trips: loop(chanceOf(unit, weekOf(day), 'trips'), { place, day }, until), week }
}

/** The weeks that a range of days touches; both ends are `yyyy-MM-dd`. */
export function* weeksTouched({ first, last }: { readonly first: string; readonly last: string }): Generator<number> {
  const until = weekOf(dayNumber(last))
  for (let week = weekOf(dayNumber(first)); week <= until; week++) yield week
}
