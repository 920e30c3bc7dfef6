import { Bounds, type LatLng, type Map as LeafletMap, type Point } from 'leaflet'
import type { LatLon } from './great-circle.ts'

/** Margin along the edges of an area, as a share of its size. A place in the margin does not count as visible. */
const EDGE = 0.12

/** The larger uncovered part of the map, in pixels of its container: next to `cover` or above it. */
export function clearRoom(map: LeafletMap, cover: HTMLElement | null): Bounds {
  const { x: width, y: height } = map.getSize()
  const [window, over] = [map.getContainer().getBoundingClientRect(), cover?.getBoundingClientRect()]
  const right = over ? Math.max(0, over.right - window.left) : 0
  const top = over ? Math.min(height, over.top - window.top) : height
  // A cover below the map, as on a phone, hides nothing.
  if (top >= height) return new Bounds([0, 0], [width, height])
  const isBeside = (width - right) * height > width * top
  return isBeside ? new Bounds([right, 0], [width, height]) : new Bounds([0, 0], [width, top])
}

/** Whether a place is inside an area of the map and outside its margin. An `edgeShare` of 0 means no margin. */
export function isSeenIn(room: Bounds, map: LeafletMap, { lat, lon }: LatLon, edgeShare = EDGE): boolean {
  const edge = room.getSize().multiplyBy(edgeShare)
  const inner = new Bounds((room.min as Point).add(edge), (room.max as Point).subtract(edge))
  return inner.contains(map.latLngToContainerPoint([lat, lon]))
}

/** The view to which the app moved the map. */
export interface Led {
  readonly center: LatLng
  readonly zoom: number
}

/** Moves the map so that a place is in the middle of an area of it. Does nothing if the map shows that view already. */
export function centerIn(room: Bounds, map: LeafletMap, { lat, lon }: LatLon, zoom: number, animate = true): Led {
  const off = room.getCenter().subtract(map.getSize().divideBy(2))
  const led = { center: map.unproject(map.project([lat, lon], zoom).subtract(off), zoom), zoom }
  if (!showsStill(map, led)) map.setView(led.center, zoom, animate ? {} : { animate })
  return led
}

/** Whether the map still shows the view to which the app moved it: same zoom, center less than 2 pixels off. */
export const showsStill = (map: LeafletMap, { center, zoom }: Led): boolean =>
  map.getZoom() === zoom && map.project(center, zoom).distanceTo(map.project(map.getCenter(), zoom)) < 2
