import { milesBetween } from '../great-circle.ts'
import type { TrackPoint } from './track-point.ts'

export const HOUR_MS = 3_600_000
/** Minimum duration of a stop. */
export const STOP_MS = 5 * 60_000
/** Miles per hour. A point that needs a higher speed is an error of the receiver. */
const FASTEST = 150
/** Miles. Between closer points the speed means nothing, because receivers are inexact. */
const ASTRAY = 1
/** Miles per hour. Assumed speed between two points if the first reports that the vehicle stands. */
const PACE = 45

/** Receivers without a fix report 0, 0. */
const isPossible = ({ lat, lon, at }: TrackPoint) =>
  Number.isFinite(at) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)

function isLeap(from: TrackPoint, to: TrackPoint): boolean {
  const miles = milesBetween(from, to)
  return miles > ASTRAY && miles > ((to.at - from.at) / HOUR_MS) * FASTEST
}

/** Whether a point could neither be reached nor left in the available time. */
function isStray(before: TrackPoint | undefined, point: TrackPoint, after: TrackPoint | undefined): boolean {
  if (!before || !after || point.isApart || after.isApart) return false
  return isLeap(before, point) && isLeap(point, after)
}

/**
 * A standing vehicle reports nothing until it moves on. Returns the missing point at the end of the stop, estimated
 * from the next point, or null if the time is too short for a stop.
 */
function standingUntil(point: TrackPoint, next: TrackPoint | undefined): TrackPoint | null {
  if (next === undefined || next.isApart || point.speed !== 0) return null
  const at = next.at - (milesBetween(point, next) / PACE) * HOUR_MS
  return at - point.at >= STOP_MS && at < next.at ? { ...point, at, isApart: false } : null
}

/** Sorts points by time, retains one per instant, drops impossible points, and adds the missing ends of stops. */
export function cleanPoints(points: readonly TrackPoint[]): readonly TrackPoint[] {
  const once = points
    .filter(isPossible)
    .toSorted((a, b) => a.at - b.at)
    .filter((point, index, sorted) => point.at !== sorted[index - 1]?.at)
  const known: TrackPoint[] = []
  for (const [index, point] of once.entries()) {
    if (!isStray(known.at(-1), point, once[index + 1])) known.push(point)
  }
  return known.flatMap((point, index) => {
    const stand = standingUntil(point, known[index + 1])
    return stand === null ? [point] : [point, stand]
  })
}
