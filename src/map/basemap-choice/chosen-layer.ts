import type { GridLayer } from 'leaflet'

/**
 * Tiles of the operator’s choice lie upon the packaged map, which shows wherever one is missing. `keepBuffer`: rows of tiles
 * that are kept beyond the window; Leaflet fetches none there.
 */
export const ABOVE_PACKAGED = { zIndex: 2, keepBuffer: 1 } as const

/** What could not be had is asked for again once there is a network. */
export function redrawnOnline<L extends GridLayer>(layer: L): L {
  const redraw = () => void layer.redraw()
  layer.on('add', () => window.addEventListener('online', redraw))
  layer.on('remove', () => window.removeEventListener('online', redraw))
  return layer
}
