import { LatLngBounds, type Map as LeafletMap } from 'leaflet'
import type { MapMark } from '#src/map/map-mark.ts'

/** The largest zoom, for a single mark. */
const MAX_ZOOM = 10
const PADDING = 48
/** The largest padding as a share of the map's size: a small map has little room. */
const MAX_PADDING = 1 / 12

/** Zooms the map so that all marks are visible. */
export function fitFleet(map: LeafletMap, marks: readonly MapMark[], { animate = true } = {}): void {
  if (marks.length === 0) return
  const bounds = new LatLngBounds(marks.map(({ lat, lon }) => [lat, lon]))
  const { x, y } = map.getSize()
  const padding = Math.min(PADDING, Math.min(x, y) * MAX_PADDING)
  map.fitBounds(bounds, { padding: [padding, padding], maxZoom: MAX_ZOOM, animate })
}
