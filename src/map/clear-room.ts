import { Bounds, type LatLng, type Map as LeafletMap, type Point } from 'leaflet'
import type { LatLon } from './great-circle.ts'

/** The margin of a room within which something does not count as seen: a part of its size. */
const EDGE = 0.12

/** The larger part of a map's window that nothing stands over, in its pixels: beside what covers it, or above. */
export function clearRoom(map: LeafletMap, cover: HTMLElement | null): Bounds {
  const { x: width, y: height } = map.getSize()
  const [window, over] = [map.getContainer().getBoundingClientRect(), cover?.getBoundingClientRect()]
  const right = over ? Math.max(0, over.right - window.left) : 0
  const top = over ? Math.min(height, over.top - window.top) : height
  // Below the map, as on a phone, it covers nothing.
  if (top >= height) return new Bounds([0, 0], [width, height])
  const isBeside = (width - right) * height > width * top
  return isBeside ? new Bounds([right, 0], [width, height]) : new Bounds([0, 0], [width, top])
}

/** Whether a place is well within a room of the map's window; with an `edgeShare` of 0, whether it is in it at all. */
export function isSeenIn(room: Bounds, map: LeafletMap, { lat, lon }: LatLon, edgeShare = EDGE): boolean {
  const edge = room.getSize().multiplyBy(edgeShare)
  const inner = new Bounds((room.min as Point).add(edge), (room.max as Point).subtract(edge))
  return inner.contains(map.latLngToContainerPoint([lat, lon]))
}

/** What a map was made to show. */
export interface Led {
  readonly center: LatLng
  readonly zoom: number
}

/** Moves the map so that a place is in the middle of a room of its window, if it is not yet. */
export function centerIn(room: Bounds, map: LeafletMap, { lat, lon }: LatLon, zoom: number, animate = true): Led {
  const off = room.getCenter().subtract(map.getSize().divideBy(2))
  const led = { center: map.unproject(map.project([lat, lon], zoom).subtract(off), zoom), zoom }
  if (!showsStill(map, led)) map.setView(led.center, zoom, animate ? {} : { animate })
  return led
}

/** Whether a map shows still what it was made to show. */
export const showsStill = (map: LeafletMap, { center, zoom }: Led): boolean =>
  map.getZoom() === zoom && map.project(center, zoom).distanceTo(map.project(map.getCenter(), zoom)) < 2
