import type { LatLon } from '../great-circle.ts'
import type { Track } from './track.ts'

interface Near {
  readonly at: number
  /** Degrees of latitude, squared. */
  readonly far: number
}

/** The time at which the path was nearest to a place, in milliseconds since 1970; null for a path without points. */
export function nearestTime({ points }: Track, place: LatLon): number | null {
  // A degree of longitude is shorter than one of latitude.
  const narrow = Math.cos((place.lat * Math.PI) / 180)
  let nearest: Near | null = null
  for (const [index, point] of points.entries()) {
    const next = points[index + 1] ?? point
    const [x, y] = [(point.lon - place.lon) * narrow, point.lat - place.lat]
    const [dx, dy] = [(next.lon - point.lon) * narrow, next.lat - point.lat]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length))
    const far = (x + dx * share) ** 2 + (y + dy * share) ** 2
    if (nearest === null || far < nearest.far) nearest = { at: point.at + (next.at - point.at) * share, far }
  }
  return nearest?.at ?? null
}
