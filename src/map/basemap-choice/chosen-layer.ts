import type { GridLayer } from 'leaflet'

/**
 * Tiles of the operator's choice are drawn above the packaged map, which shows wherever a tile is missing.
 * `keepBuffer`: rows of tiles that are retained beyond the window. Leaflet fetches no tiles there.
 */
export const ABOVE_PACKAGED = { zIndex: 2, keepBuffer: 1 } as const

/** Redraws the layer when the network returns, so that tiles that failed to load are fetched again. */
export function redrawnOnline<L extends GridLayer>(layer: L): L {
  const redraw = () => void layer.redraw()
  layer.on('add', () => window.addEventListener('online', redraw))
  layer.on('remove', () => window.removeEventListener('online', redraw))
  return layer
}
