import { bearingTo, crowMiles, narrowing, type Place } from './great-circle.ts'
import type { Access } from './nearest-first.ts'
import { milesOfChord, type NamedPlace, roadNetwork } from './road-network.ts'
import { shortestWays, type Ways } from './shortest-ways.ts'

/** A town or junction on a road. */
export interface RoadPoint extends NamedPlace {
  /** Road miles from the beginning of the road. */
  readonly milesBefore: number
  /** The road that continues from here, or at the last point the road that led here: `I-80`. Empty off the network. */
  readonly road: string
}

/** A way by road. `points` has at least one point, in order. Their `milesBefore` goes from 0 to `miles`. */
export interface Road {
  readonly miles: number
  readonly points: readonly RoadPoint[]
}

/** A position on a road. */
export interface RoadPosition extends Place {
  /** Direction of travel in degrees clockwise from north. */
  readonly bearing: number
  /** The nearest town or junction of the road: `Joliet IL`. */
  readonly near: string
  readonly road: string
}

/** Accesses within this distance are compared. A place farther from the network uses only the nearest access. */
const ACCESS_MILES = 40
const MAX_ACCESSES = 3
/** A place within this distance of a network place counts as that place. */
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

/** Indexes of the places on the way to `end`, from the network entry on. */
function wayTo({ before }: Ways, end: number): readonly number[] {
  const way: number[] = []
  for (let index = end; index >= 0; index = before[index] ?? -1) way.push(index)
  return way.reverse()
}

const placeOnly = ({ latitude, longitude }: Place): Place => ({ latitude, longitude })

/** The road over these places. `from` and `to` are added as its ends if they are off the network. */
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

/** Cached routing data of a place. */
interface Known {
  readonly accesses: readonly Access[]
  ways: Ways | null
  /** Roads from this place, by destination. */
  readonly roads: WeakMap<Place, Road>
}

/** Computed once per place object and released with it. */
const KNOWN = new WeakMap<Place, Known>()

function knownOf(place: Place): Known {
  const known = KNOWN.get(place) ?? { accesses: waysOnto(place), ways: null, roads: new WeakMap<Place, Road>() }
  KNOWN.set(place, known)
  return known
}

/**
 * The shortest way by road, computed once per pair of objects. A place off the network is connected by a straight line.
 */
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

/** Index of the last point whose `milesBefore` is at most `miles`; 0 if no point qualifies. */
function lastPointBefore(points: readonly RoadPoint[], miles: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((points[middle] as RoadPoint).milesBefore <= miles) low = middle
    else high = middle - 1
  }
  return low
}

/** The position after `miles` road miles. Values before the start or past the end return that end. */
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

/** Miles from a place to a straight piece of road. Such a piece is short enough to ignore the earth's curvature. */
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

/** Straight-line distance in miles from a place to a road as drawn on the map. */
export function distanceToRoad({ points }: Road, place: Place): number {
  return points.reduce((least, point, at) => {
    return Math.min(least, milesFromChord(place, points[at - 1] ?? point, point))
  }, Number.POSITIVE_INFINITY)
}
