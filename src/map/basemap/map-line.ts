import type { LatLon } from './encoded-basemap.ts'

/** A part of the world in Web Mercator. The world's west and north edges are 0, its east and south edges 1. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface WorldPoint {
  readonly x: number
  readonly y: number
}

/** A line in Web Mercator: x and y of its points in turn, and the bounding box. */
export interface MapLine {
  readonly xy: Float64Array
  readonly box: Box
}

export function worldPoint({ latitude, longitude }: LatLon): WorldPoint {
  const angle = Math.PI / 4 + (latitude * Math.PI) / 360
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(angle)) / (2 * Math.PI) }
}

export function mapLine(points: readonly WorldPoint[]): MapLine {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
  return { xy: Float64Array.from(points.flatMap(({ x, y }) => [x, y])), box }
}

/** Whether two boxes overlap or touch at an edge. */
export const touches = (one: Box, other: Box): boolean =>
  one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top
