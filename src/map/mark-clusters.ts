import Supercluster from 'supercluster'
import { STATUS_COLORS, type StatusColor } from '#src/ui/status/status-badge.tsx'
import type { MapMark } from './map-mark.ts'

/** The number of marks of each color in a cluster. */
export type ColorCounts = Readonly<Partial<Record<StatusColor, number>>>

export interface Cluster {
  /** Unique among the clusters of its zoom. */
  readonly id: number
  readonly zoom: number
  readonly lat: number
  readonly lon: number
  readonly count: number
  readonly colors: ColorCounts
}

/** The clusters and single marks in a part of the map. */
export interface Drawn {
  readonly clusters: readonly Cluster[]
  readonly marks: readonly MapMark[]
}

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number]

/** From this zoom on, every mark is drawn on its own, however close to others. */
export const SINGLE_FROM_ZOOM = 16
/** Marks closer together than this number of pixels form a cluster. */
const RADIUS = 40

/** A flat object: the library copies a cluster's counts and adds to them, and the copy is shallow. */
type Counted = Partial<Record<StatusColor, number>>
interface Point {
  readonly mark: MapMark
}

function sum(into: Counted, counts: Counted): void {
  for (const color of STATUS_COLORS) {
    const more = counts[color]
    if (more !== undefined) into[color] = (into[color] ?? 0) + more
  }
}

type Index = Supercluster<Point, Counted>

/** The whole world, as `Box`. */
const WORLD: Box = [-180, -90, 180, 90]
/** The last zoom at which there are clusters. */
const LAST_ZOOM = SINGLE_FROM_ZOOM - 1

/**
 * Groups marks that are close together into clusters, for any zoom. The object is recreated whenever marks have moved,
 * which is often. So an index is built only for zooms in use, and each directly from the marks.
 */
export class MarkClusters {
  readonly #marks: readonly MapMark[]
  readonly #indexes = new Map<number, Index>()

  constructor(marks: readonly MapMark[]) {
    this.#marks = marks
  }

  #at(zoom: number): Index {
    const known = this.#indexes.get(zoom)
    if (known) return known
    const index: Index = new Supercluster<Point, Counted>({
      radius: RADIUS,
      minZoom: zoom,
      maxZoom: zoom,
      minPoints: 2,
      extent: 256,
      // Stale positions are counted as gray, the color for unknown.
      map: ({ mark }) => ({ [mark.rings > 0 ? 'gray' : mark.color]: 1 }),
      reduce: sum,
    })
    index.load(
      this.#marks.map((mark) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [mark.lon, mark.lat] },
        properties: { mark },
      })),
    )
    this.#indexes.set(zoom, index)
    return index
  }

  within(box: Box, zoom: number): Drawn {
    const clusters: Cluster[] = []
    const marks: MapMark[] = []
    const whole = Math.floor(zoom)
    const at = Math.min(whole, LAST_ZOOM)
    for (const { geometry, properties } of this.#at(at).getClusters(box, whole)) {
      const [lon = 0, lat = 0] = geometry.coordinates
      if ('mark' in properties) marks.push(properties.mark)
      else {
        const { cluster_id: id, point_count: count } = properties
        clusters.push({ id, zoom: at, lat, lon, count, colors: properties })
      }
    }
    return { clusters, marks }
  }

  /** The next zoom at which the marks are no longer all in one cluster; at most `SINGLE_FROM_ZOOM`. */
  expansionZoom(cluster: Cluster): number {
    const own = this.marksOf(cluster)
    const isOneAt = (zoom: number) =>
      this.within(WORLD, zoom).clusters.some((other) => {
        if (other.count < own.length) return false
        const among = new Set(this.marksOf(other))
        return own.every((mark) => among.has(mark))
      })
    let zoom = cluster.zoom + 1
    while (zoom < SINGLE_FROM_ZOOM && isOneAt(zoom)) zoom += 1
    return zoom
  }

  /** All marks of a cluster. */
  marksOf({ id, zoom }: Cluster): readonly MapMark[] {
    return this.#at(zoom)
      .getLeaves(id, Number.POSITIVE_INFINITY)
      .map(({ properties }) => properties.mark)
  }
}
