import { bearingTo, crowMiles, narrowing, type Place } from './great-circle.ts'
import type { Access } from './nearest-first.ts'
import { milesOfChord, type NamedPlace, roadNetwork } from './road-network.ts'
import { shortestWays, type Ways } from './shortest-ways.ts'

/** A town or junction on the way. */
export interface RoadPoint extends NamedPlace {
  /** Road miles from where the road begins. */
  readonly milesBefore: number
  /** Which road leads on from here, or at the end led here: `I-80`; empty on the way to the first road and from the last. */
  readonly road: string
}

/** A way by road: its points in order, at least one; `milesBefore` begins with 0 and ends with `miles`. */
export interface Road {
  readonly miles: number
  readonly points: readonly RoadPoint[]
}

/** Where something on a road is. */
export interface RoadPosition extends Place {
  /** Which way it faces: degrees clockwise from north. */
  readonly bearing: number
  /** The nearer town or junction of the road: `Joliet IL`. */
  readonly near: string
  readonly road: string
}

/** So far off the network a place may be and still choose between several ways onto it. */
const ACCESS_MILES = 40
const MAX_ACCESSES = 3
/** So near is there. */
const SAME_MILES = 0.05

function waysOnto(place: Place): readonly Access[] {
  const near = roadNetwork()
    .places.map((one, index) => ({ index, miles: milesOfChord(place, one) }))
    .toSorted((a, b) => a.miles - b.miles)
    .slice(0, MAX_ACCESSES)
  const [nearest] = near
  if (nearest && nearest.miles < SAME_MILES) return [{ index: nearest.index, miles: 0 }]
  return near.filter((one) => one === nearest || one.miles <= ACCESS_MILES)
}

/** Indexes of the places on the way to one, from where the network is entered. */
function wayTo({ before }: Ways, end: number): readonly number[] {
  const way: number[] = []
  for (let index = end; index >= 0; index = before[index] ?? -1) way.push(index)
  return way.reverse()
}

const placeOnly = ({ latitude, longitude }: Place): Place => ({ latitude, longitude })

/** The road over these places, with the two ends where these lie beside it. */
function roadOver(ways: Ways, way: readonly number[], from: Place, to: Place, lastMiles: number): Road {
  const { places } = roadNetwork()
  const roadAfter = lastMiles > 0 ? -1 : (way.at(-1) ?? -1)
  const points: RoadPoint[] = way.map((index, at) => {
    const road = ways.roads[way[at + 1] ?? roadAfter] ?? ''
    return { ...(places[index] as NamedPlace), milesBefore: ways.miles[index] ?? 0, road }
  })
  const [first, last] = [points[0] as RoadPoint, points.at(-1) as RoadPoint]
  const miles = last.milesBefore + lastMiles
  if (first.milesBefore > 0) points.unshift({ ...first, ...placeOnly(from), milesBefore: 0, road: '' })
  if (lastMiles > 0) points.push({ ...last, ...placeOnly(to), milesBefore: miles, road: '' })
  return { miles, points }
}

/** What is known of a place. */
interface Known {
  readonly accesses: readonly Access[]
  ways: Ways | null
  /** Roads from there, by where they lead. */
  readonly roads: WeakMap<Place, Road>
}

/** Worked out once, and kept for as long as somebody has the place. */
const KNOWN = new WeakMap<Place, Known>()

function knownOf(place: Place): Known {
  const known = KNOWN.get(place) ?? { accesses: waysOnto(place), ways: null, roads: new WeakMap<Place, Road>() }
  KNOWN.set(place, known)
  return known
}

/** The shortest way by road. Of the same two objects it is worked out once; a place off the network is led to it straight. */
export function roadBetween(from: Place, to: Place): Road {
  const start = knownOf(from)
  const known = start.roads.get(to)
  if (known) return known
  start.ways ??= shortestWays(roadNetwork(), start.accesses)
  const { ways } = start
  const milesBy = (end: Access) => (ways.miles[end.index] ?? 0) + end.miles
  const end = knownOf(to).accesses.reduce((best, one) => (milesBy(one) < milesBy(best) ? one : best))
  const road = roadOver(ways, wayTo(ways, end.index), from, to, end.miles)
  start.roads.set(to, road)
  return road
}

/** Index of the last point that has at most so many miles behind it. */
function lastPointBefore(points: readonly RoadPoint[], miles: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((points[middle] as RoadPoint).milesBefore <= miles) low = middle
    else high = middle - 1
  }
  return low
}

/** Where one is after so many road miles; before the start and past the end it is the end that is nearer. */
export function pointAt({ points }: Road, miles: number): RoadPosition {
  const last = Math.max(0, points.length - 2)
  const at = Math.min(lastPointBefore(points, miles), last)
  const from = points[at] as RoadPoint
  const to = points[at + 1] ?? from
  const length = to.milesBefore - from.milesBefore
  const share = length > 0 ? Math.min(1, Math.max(0, (miles - from.milesBefore) / length)) : 0
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    bearing: bearingTo(from, to),
    near: (share < 0.5 ? from : to).name,
    road: from.road,
  }
}

/** Miles from a straight piece; the earth is flat over so little of it. */
function milesFromChord(place: Place, from: Place, to: Place): number {
  const narrow = narrowing(from, to)
  const east = (to.longitude - from.longitude) * narrow
  const north = to.latitude - from.latitude
  const length = east ** 2 + north ** 2
  const along = (place.longitude - from.longitude) * narrow * east + (place.latitude - from.latitude) * north
  const share = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0
  const foot = {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  }
  return crowMiles(place, foot)
}

/** How far a place is from a road as it is drawn, in miles as the crow flies. */
export function distanceToRoad({ points }: Road, place: Place): number {
  return points.reduce((least, point, at) => {
    return Math.min(least, milesFromChord(place, points[at - 1] ?? point, point))
  }, Number.POSITIVE_INFINITY)
}
