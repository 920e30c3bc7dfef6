import { type LatLon, placeBetween } from '../great-circle.ts'

/** A reported position. `at`: milliseconds since 1970. `speed`: miles per hour, null if it was not reported. */
export interface TrackPoint extends LatLon {
  readonly at: number
  readonly speed: number | null
  /** As text: "Joliet, IL". */
  readonly place?: string | undefined
  /** The way from the point before is unknown and has no miles. */
  readonly isApart?: boolean | undefined
}

/** A period, in milliseconds since 1970. Both ends are part of it. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Index of the last point at or before an instant; 0 if all are later. `points` is sorted by time and not empty. */
export function indexAt(points: readonly TrackPoint[], at: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((points[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The point at an instant on the straight line between two reported points. Null if a point was reported at that
 * instant, or if the instant is outside of the path.
 */
function pointBetween(points: readonly TrackPoint[], at: number): TrackPoint | null {
  const index = indexAt(points, at)
  const [before, after] = [points[index], points[index + 1]]
  if (!before || !after || at <= before.at || at >= after.at) return null
  const place = placeBetween(before, after, (at - before.at) / (after.at - before.at))
  return { ...place, at, speed: null, place: before.place }
}

function within(points: readonly TrackPoint[], { from, until }: Span): readonly TrackPoint[] {
  const [start, end] = [indexAt(points, from), indexAt(points, until)]
  const innerPoints = points.slice(start, end + 1).filter(({ at }) => at >= from && at <= until)
  const [first, last] = [pointBetween(points, from), pointBetween(points, until)]
  return [...(first ? [first] : []), ...innerPoints, ...(last ? [last] : [])]
}

/**
 * The parts of a path within some spans, cut exactly at their ends. The way from one span to the next is unknown. The
 * points are sorted by time.
 */
export function clipped(points: readonly TrackPoint[], spans: readonly Span[]): readonly TrackPoint[] {
  return spans
    .toSorted((a, b) => a.from - b.from)
    .flatMap((span) => within(points, span).map((point, index) => (index === 0 ? { ...point, isApart: true } : point)))
}
