import { dayNumber, sundayOf, weekOf } from './day-numbers.ts'
import { CITIES, type City, roadMiles, tripDays } from './freight-map.ts'
import { type Random, randomFrom } from './random.ts'
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
}

const SEED = 'haulyard rolling fleet 1'
/** Where a week may begin: near enough to each other to get back in a day or two. */
const BASES = CITIES.slice(0, 14)
const LONGEST_TRIP = 3

const baseOf = (unit: string, week: number): City => randomFrom(`${SEED}/${unit}/base/${week}`).pick(BASES)

/** What else a unit has by chance in a week, for one purpose. */
export const chanceOf = (unit: string, week: number, purpose: string): Random =>
  randomFrom(`${SEED}/${unit}/${purpose}/${week}`)

/** Chance that is the same for everybody. */
export const commonChance = (): Random => randomFrom(SEED)

const daysTo = (home: City, place: City) => (place === home ? 0 : tripDays(place, home))

/**
 * The loads that a unit hauls in a week, as days since 1970: the same whenever it is asked, for they follow from the unit's
 * id and the week alone. A week ends where the next one begins.
 */
export function tripsOfWeek(unit: string, week: number): readonly Trip[] {
  const chance = chanceOf(unit, week, 'trips')
  const home = baseOf(unit, week + 1)
  const end = sundayOf(week) + 6
  const trips: Trip[] = []
  let place = baseOf(unit, week)
  let day = sundayOf(week)
  while (day <= end) {
    const left = end - day + 1
    const goesOn = (stop: City) =>
      stop !== place && tripDays(place, stop) <= LONGEST_TRIP && tripDays(place, stop) + daysTo(home, stop) <= left
    const stops = CITIES.filter(goesOn)
    if (stops.length === 0) break
    const destination = chance.pick(stops)
    const to = day + tripDays(place, destination) - 1
    trips.push({ origin: place, destination, from: day, to, miles: roadMiles(place, destination) })
    place = destination
    day = to + 1
    // A day at the dock, if there is time for one.
    if (chance.chance(0.25) && day + daysTo(home, place) <= end) day++
  }
  return trips
}

/** The weeks that a range of days touches; both ends are `yyyy-MM-dd`. */
export function* weeksTouched({ first, last }: { readonly first: string; readonly last: string }): Generator<number> {
  const until = weekOf(dayNumber(last))
  for (let week = weekOf(dayNumber(first)); week <= until; week++) yield week
}
