import type { Chain } from './chain.ts'
import { CITIES } from './freight-map.ts'
import { crowMiles, type Place } from './great-circle.ts'
import { EASTERN_PLACES } from './places-east.ts'
import { WESTERN_PLACES } from './places-west.ts'
import { ROADS_BETWEEN } from './roads-between.ts'
import { EAST_WEST } from './roads-east-west.ts'
import { NORTH_SOUTH } from './roads-north-south.ts'

/** A town or junction: `Joliet IL`. */
export interface NamedPlace extends Place {
  readonly name: string
}

/** The piece of road from one place to the next. Each of its two ends has its own `Hop`. */
export interface Hop {
  /** Index of the place at the other end. */
  readonly to: number
  readonly miles: number
  readonly road: string
}

export interface RoadNetwork {
  readonly places: readonly NamedPlace[]
  /** By index of the place. */
  readonly hops: readonly (readonly Hop[])[]
}

/** Road miles per mile of the straight line from town to town. */
const WINDING = 1.06

/** Road miles of a piece drawn as a straight line. */
export const milesOfChord = (from: Place, to: Place): number => crowMiles(from, to) * WINDING

export const CHAINS: readonly Chain[] = [...NORTH_SOUTH, ...EAST_WEST, ...ROADS_BETWEEN]

const CITY_OF = new Map<string, Place>(CITIES.map((city) => [city.name, city]))

/** Finds a place of the road map by name. Throws if the map has no such place. */
export function placeNamed(name: string): NamedPlace {
  const city = CITY_OF.get(name)
  if (city) return { name, latitude: city.latitude, longitude: city.longitude }
  const found = WESTERN_PLACES[name] ?? EASTERN_PLACES[name]
  if (!found) throw new Error(`the road map has no place "${name}"`)
  return { name, latitude: found[0], longitude: found[1] }
}

function networkOf(chains: readonly Chain[]): RoadNetwork {
  const places: NamedPlace[] = []
  const hops: Hop[][] = []
  const indexes = new Map<string, number>()
  const indexOf = (name: string) => {
    const known = indexes.get(name)
    if (known !== undefined) return known
    indexes.set(name, places.length)
    hops.push([])
    return places.push(placeNamed(name)) - 1
  }
  const addHop = (from: number, to: number, road: string) => {
    const [start, end] = [places[from], places[to]]
    if (start && end) hops[from]?.push({ to, miles: milesOfChord(start, end), road })
  }
  for (const { road, places: names } of chains) {
    let before: number | null = null
    for (const name of names) {
      const index = indexOf(name)
      if (before !== null) addHop(before, index, road)
      if (before !== null) addHop(index, before, road)
      before = index
    }
  }
  return { places, hops }
}

let known: RoadNetwork | null = null

/**
 * The map as a graph, built on first use. If two roads share a piece, the road listed first gives the piece its name.
 */
export function roadNetwork(): RoadNetwork {
  known ??= networkOf(CHAINS)
  return known
}
