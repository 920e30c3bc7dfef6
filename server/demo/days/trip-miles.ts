import { CITIES, type City } from '#server/demo/roads/freight-map.ts'
import { roadBetween } from '#server/demo/roads/road-map.ts'

/** Miles that one driver covers in a day of eleven hours of driving. */
export const MILES_A_DAY = 560

interface Way {
  readonly miles: number
  readonly days: number
}

function wayBetween(from: City, to: City): Way {
  const miles = Math.round(roadBetween(from, to).miles)
  return { miles, days: Math.max(1, Math.ceil(miles / MILES_A_DAY)) }
}

/** A cache: planning for a fleet needs these values a million times. */
const WAYS = new Map<City, Map<City, Way>>()

function knownWay(from: City, to: City): Way {
  const known = WAYS.get(from)?.get(to)
  if (known) return known
  const waysByDestination = WAYS.get(from) ?? new Map<City, Way>()
  const way = wayBetween(from, to)
  WAYS.set(from, waysByDestination.set(to, way))
  return way
}

/** Whole road miles between two cities of the map, along the same road on which the map shows a truck. */
export const roadMiles = (from: City, to: City): number => knownWay(from, to).miles

/** Days of a trip from pick-up to delivery. */
export const tripDays = (from: City, to: City): number => knownWay(from, to).days

const WITHIN = new Map<string, readonly City[]>()

/** The other cities within `days` days of `place`, in the order of the map. */
export function citiesWithin(days: number, place: City): readonly City[] {
  const key = `${days} ${place.name}`
  const known = WITHIN.get(key)
  if (known) return known
  const cities = CITIES.filter((stop) => stop !== place && tripDays(place, stop) <= days)
  WITHIN.set(key, cities)
  return cities
}
