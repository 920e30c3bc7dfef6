import { bearingTo, milesBetween } from '../great-circle.ts'
import { cleanPoints, STOP_MS } from './clean-points.ts'
import type { Span, TrackPoint } from './track-point.ts'

/** Where something stood, for how long. */
export interface Stop extends Span {
  readonly lat: number
  readonly lon: number
  /** In words; empty where nobody knows. */
  readonly place: string
}

/** A path that was driven. Its points are in the order of time. */
export interface Track {
  readonly points: readonly TrackPoint[]
  /** From the first point to each, in miles. */
  readonly miles: Float64Array
  /** In which direction it leaves each point, in degrees clockwise from north; where it stands, as it came. */
  readonly bearings: Float64Array
  readonly stops: readonly Stop[]
  /** The points after which nobody knows the way to the next. */
  readonly gaps: ReadonlySet<number>
  /** Spans in which nothing is to be seen: it stands, or nobody knows where it drove. In order. */
  readonly idle: readonly Span[]
}

/** What stays within so many miles stands. */
const STAND_MILES = 0.1
/** Longer than this without a word while it moves, and nobody knows the way. */
const GAP_MS = 30 * 60_000
/** A direction says nothing between points that are nearer, in miles: receivers are never exact. */
const TURN_MILES = 0.01

/** Makes a path of what was told, in whatever order that is. */
export function trackOf(told: readonly TrackPoint[]): Track {
  const points = cleanPoints(told)
  const miles = new Float64Array(points.length)
  const bearings = new Float64Array(points.length)
  const gaps = new Set<number>()
  for (const [index, point] of points.entries()) {
    const next = points[index + 1]
    if (next === undefined) continue
    const leg = milesBetween(point, next)
    miles[index + 1] = (miles[index] ?? 0) + (next.isApart ? 0 : leg)
    bearings[index] = leg >= TURN_MILES ? bearingTo(point, next) : (bearings[index - 1] ?? 0)
    if (leg > STAND_MILES && (next.isApart || next.at - point.at > GAP_MS)) gaps.add(index)
  }
  bearings[points.length - 1] = bearings[points.length - 2] ?? 0
  const stops = stopsIn(points)
  return { points, miles, bearings, stops, gaps, idle: idleIn(points, stops, gaps) }
}

function stopsIn(points: readonly TrackPoint[]): readonly Stop[] {
  const stops: Stop[] = []
  let index = 0
  while (index < points.length) {
    const last = lastNear(points, index)
    const [first, end] = [points[index], points[last]]
    index += 1
    if (first === undefined || end === undefined || end.at - first.at < STOP_MS) continue
    index = last
    const before = stops.at(-1)
    // What came to rest at the edge of the one before is still there.
    if (before?.until === first.at && milesBetween(before, first) <= 2 * STAND_MILES)
      stops[stops.length - 1] = { ...before, until: end.at }
    else stops.push({ from: first.at, until: end.at, lat: first.lat, lon: first.lon, place: first.place ?? '' })
  }
  return stops
}

/** The last point in a row that is near that one. */
function lastNear(points: readonly TrackPoint[], index: number): number {
  const first = points[index]
  let last = index
  for (let next = points[last + 1]; first && next && milesBetween(first, next) <= STAND_MILES; next = points[last + 1])
    last += 1
  return last
}

function idleIn(points: readonly TrackPoint[], stops: readonly Stop[], gaps: ReadonlySet<number>): readonly Span[] {
  const apart = [...gaps].flatMap((index) => {
    const [before, after] = [points[index], points[index + 1]]
    return before && after?.isApart ? [{ from: before.at, until: after.at }] : []
  })
  return [...stops.map(({ from, until }) => ({ from, until })), ...apart].sort((a, b) => a.from - b.from)
}
