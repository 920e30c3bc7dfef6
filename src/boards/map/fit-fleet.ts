import { LatLngBounds, type Map as LeafletMap } from 'leaflet'
import type { MapMark } from '#src/map/map-mark.ts'

/** So close at most, where there is only one. */
const MAX_ZOOM = 10
const PADDING = 48
/** A small map has none to spare. */
const MAX_PADDING = 1 / 12

/** Shows all marks at once. */
export function fitFleet(map: LeafletMap, marks: readonly MapMark[], { animate = true } = {}): void {
  if (marks.length === 0) return
  const bounds = new LatLngBounds(marks.map(({ lat, lon }) => [lat, lon]))
  const { x, y } = map.getSize()
  const padding = Math.min(PADDING, Math.min(x, y) * MAX_PADDING)
  map.fitBounds(bounds, { padding: [padding, padding], maxZoom: MAX_ZOOM, animate })
}
