import type { MapView } from '#src/map/map-frame.tsx'

/** A view of all lower 48 states on most screens. */
export const WHOLE_COUNTRY: MapView = { lat: 39.5, lon: -96.5, zoom: 4 }

const VIEW = /^-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?,\d{1,2}$/

/** Parses the view in a URL, `41.53,-88.08,9`; null if it is missing or invalid. */
export function viewOf(text: string | undefined): MapView | null {
  if (text === undefined || !VIEW.test(text)) return null
  const [lat = 0, lon = 0, zoom = 0] = text.split(',').map(Number)
  return Math.abs(lat) <= 85 ? { lat, lon, zoom } : null
}

/** The view as text for the URL, accurate to about ten yards. */
export function viewText({ lat, lon, zoom }: MapView): string {
  return `${lat.toFixed(4)},${lon.toFixed(4)},${Math.round(zoom)}`
}
