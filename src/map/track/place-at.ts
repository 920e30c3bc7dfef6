import { type LatLon, placeBetween } from '../great-circle.ts'
import { HOUR_MS } from './clean-points.ts'
import type { Track } from './track.ts'
import { indexAt } from './track-point.ts'

/** A position on the path at an instant. */
export interface TrackPlace extends LatLon {
  /** Degrees clockwise from north. */
  readonly bearing: number
  /** Miles per hour along the path. */
  readonly speed: number
  /** Miles from the first point. */
  readonly miles: number
}

/**
 * Miles per hour from a point to the next; 0 from the last point, and where a way has no miles because it is unknown.
 */
export function speedFrom({ points, miles }: Track, index: number): number {
  const [point, next] = [points[index], points[index + 1]]
  if (!point || !next) return 0
  return (((miles[index + 1] ?? 0) - (miles[index] ?? 0)) / (next.at - point.at)) * HOUR_MS
}

/**
 * The position at an instant, in milliseconds since 1970. Between two points it assumes a straight line and a constant
 * speed. Before the first point it is the first point, after the last point the last. Null for a path without points.
 */
export function placeAt(track: Track, at: number): TrackPlace | null {
  const { points, miles, bearings } = track
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const when = Math.min(last.at, Math.max(first.at, at))
  const index = indexAt(points, when)
  const [point = first, next = last] = [points[index], points[index + 1]]
  const share = next.at === point.at ? 0 : (when - point.at) / (next.at - point.at)
  const [from = 0, to = from] = [miles[index], miles[index + 1]]
  return {
    ...placeBetween(point, next, share),
    bearing: bearings[index] ?? 0,
    speed: speedFrom(track, index),
    miles: from + (to - from) * share,
  }
}
