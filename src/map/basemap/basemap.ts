import { decodeLine, type EncodedBasemap, type EncodedLine } from './encoded-basemap.ts'
import { type MapLine, mapLine, type WorldPoint, worldPoint } from './map-line.ts'

/** Most important first: long interstates, their spurs (three digits), other highways. */
export type RoadKind = 'interstate' | 'spur' | 'highway'

export interface BasemapRoad {
  /** As on the road's shield: `I-80`. */
  readonly name: string
  readonly kind: RoadKind
  readonly line: MapLine
}

export interface BasemapCity extends WorldPoint {
  readonly name: string
  /** From 1, a city known everywhere, to 4, a small town. */
  readonly rank: number
}

export interface BasemapState extends WorldPoint {
  readonly code: string
}

/** The basemap, ready to be drawn. All coordinates are in Web Mercator, from 0 to 1. */
export interface Basemap {
  readonly land: readonly MapLine[]
  readonly borders: readonly MapLine[]
  readonly roads: readonly BasemapRoad[]
  /** Most important first. */
  readonly cities: readonly BasemapCity[]
  readonly states: readonly BasemapState[]
}

function kindOf(name: string): RoadKind {
  if (!name.startsWith('I-')) return 'highway'
  return /^I-\d{3}/.test(name) ? 'spur' : 'interstate'
}

const pointsOf = (line: EncodedLine) => decodeLine(line).map(worldPoint)
const drawn = (line: EncodedLine) => mapLine(pointsOf(line))

function citiesOf(
  names: readonly string[],
  at: readonly WorldPoint[],
  ranked: EncodedBasemap['ranked'],
): readonly BasemapCity[] {
  const known = new Set(ranked.flat())
  const towns = names.flatMap((_, index) => (known.has(index) ? [] : [index]))
  return [...ranked, towns].flatMap((indexes, before) =>
    indexes.flatMap((index) => {
      const [name, point] = [names[index], at[index]]
      return name && point ? [{ name, rank: before + 1, ...point }] : []
    }),
  )
}

/** Takes a few milliseconds. Called once. */
export function decodeBasemap({ land, borders, places, ranked, roads, states }: EncodedBasemap): Basemap {
  const at = pointsOf(places.at)
  const codesAt = pointsOf(states.at)
  return {
    land: land.map(drawn),
    borders: borders.map(drawn),
    roads: roads.map(([name, passed]) => {
      const points = passed.flatMap((index) => at[index] ?? [])
      return { name, kind: kindOf(name), line: mapLine(points) }
    }),
    cities: citiesOf(places.names, at, ranked),
    states: states.codes.flatMap((code, index) => {
      const point = codesAt[index]
      return point ? [{ code, ...point }] : []
    }),
  }
}
