import { bearingTo, milesBetween } from '../great-circle.ts'
import { cleanPoints, STOP_MS } from './clean-points.ts'
import type { Span, TrackPoint } from './track-point.ts'

/** A stop: the place and its span. */
export interface Stop extends Span {
  readonly lat: number
  readonly lon: number
  /** As text; empty if unknown. */
  readonly place: string
}

/** A driven path. Its points are sorted by time. */
export interface Track {
  readonly points: readonly TrackPoint[]
  /** Distance from the first point to each point, in miles. */
  readonly miles: Float64Array
  /**
   * Direction at each point toward the next, in degrees clockwise from north; during a stop, the direction of arrival.
   */
  readonly bearings: Float64Array
  readonly stops: readonly Stop[]
  /** Indexes of the points after which the way to the next point is unknown. */
  readonly gaps: ReadonlySet<number>
  /** Spans without visible movement, sorted by time: a stop, or the unknown way between two clipped parts. */
  readonly idle: readonly Span[]
}

/** A vehicle that stays within this number of miles is standing. */
const STAND_MILES = 0.1
/** After a longer silence with movement, the way is unknown. */
const GAP_MS = 30 * 60_000
/** Miles. Between closer points the direction means nothing, because receivers are inexact. */
const TURN_MILES = 0.01

/** Builds a path from reported points in any order. */
export function trackOf(reportedPoints: readonly TrackPoint[]): Track {
  const points = cleanPoints(reportedPoints)
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
    // A vehicle that came to rest at the edge of the stop before is still at that stop.
    if (before?.until === first.at && milesBetween(before, first) <= 2 * STAND_MILES)
      stops[stops.length - 1] = { ...before, until: end.at }
    else stops.push({ from: first.at, until: end.at, lat: first.lat, lon: first.lon, place: first.place ?? '' })
  }
  return stops
}

/** Index of the last consecutive point that is near the point at `index`. */
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
