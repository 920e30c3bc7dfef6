import { type LatLon, placeBetween } from '../great-circle.ts'

/** Where something was. `at` in milliseconds since 1970; `speed` in miles an hour, null where nobody told it. */
export interface TrackPoint extends LatLon {
  readonly at: number
  readonly speed: number | null
  /** In words: "Joliet, IL". */
  readonly place?: string | undefined
  /** Nobody tells how it came here from the point before: that way has no miles. */
  readonly isApart?: boolean | undefined
}

/** From one instant to another, in milliseconds since 1970; both belong to it. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** The last of `points` at or before an instant; 0 when none is. They are in the order of time, and at least one. */
export function indexAt(points: readonly TrackPoint[], at: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((points[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** The point at an instant on the straight way between two that were told; null where one of them was told just then, or none. */
function pointBetween(points: readonly TrackPoint[], at: number): TrackPoint | null {
  const index = indexAt(points, at)
  const [before, after] = [points[index], points[index + 1]]
  if (!before || !after || at <= before.at || at >= after.at) return null
  const place = placeBetween(before, after, (at - before.at) / (after.at - before.at))
  return { ...place, at, speed: null, place: before.place }
}

function within(points: readonly TrackPoint[], { from, until }: Span): readonly TrackPoint[] {
  const [start, end] = [indexAt(points, from), indexAt(points, until)]
  const told = points.slice(start, end + 1).filter(({ at }) => at >= from && at <= until)
  const [first, last] = [pointBetween(points, from), pointBetween(points, until)]
  return [...(first ? [first] : []), ...told, ...(last ? [last] : [])]
}

/**
 * The parts of a path within some spans, to their very ends; between two spans nobody tells how it came from one to the
 * next. The points are in the order of time.
 */
export function clipped(points: readonly TrackPoint[], spans: readonly Span[]): readonly TrackPoint[] {
  return spans
    .toSorted((a, b) => a.from - b.from)
    .flatMap((span) => within(points, span).map((point, index) => (index === 0 ? { ...point, isApart: true } : point)))
}
