import { milesBetween } from '../great-circle.ts'
import type { TrackPoint } from './track-point.ts'

export const HOUR_MS = 3_600_000
/** What stays in its place for so long has stopped. */
export const STOP_MS = 5 * 60_000
/** Nothing on a road gets anywhere faster than this, in miles an hour: a point beyond is an error of the receiver. */
const FASTEST = 150
/** Receivers are never exact: nearer than this, in miles, speeds between two points say nothing. */
const ASTRAY = 1
/** How fast something is thought to go between two points of which the first says that it stands; miles an hour. */
const PACE = 45

/** Receivers without a fix tell 0, 0. */
const isPossible = ({ lat, lon, at }: TrackPoint) =>
  Number.isFinite(at) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)

function isLeap(from: TrackPoint, to: TrackPoint): boolean {
  const miles = milesBetween(from, to)
  return miles > ASTRAY && miles > ((to.at - from.at) / HOUR_MS) * FASTEST
}

/** A point that could neither be reached nor left in the time that there was. */
function isStray(before: TrackPoint | undefined, point: TrackPoint, after: TrackPoint | undefined): boolean {
  if (!before || !after || point.isApart || after.isApart) return false
  return isLeap(before, point) && isLeap(point, after)
}

/**
 * What stands tells nothing until it moves on: the point that has to be thought of where it stood to the end. Null where
 * there was no time to stand.
 */
function standingUntil(point: TrackPoint, next: TrackPoint | undefined): TrackPoint | null {
  if (next === undefined || next.isApart || point.speed !== 0) return null
  const at = next.at - (milesBetween(point, next) / PACE) * HOUR_MS
  return at - point.at >= STOP_MS && at < next.at ? { ...point, at, isApart: false } : null
}

/** Points in the order of time, one an instant, without those that can't be, and with the ends of stands that were not told. */
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
