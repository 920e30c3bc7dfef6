import { TileLayer } from 'leaflet'
import type { Basemap } from '#contract/wire/map-settings.ts'
import { attributionHtml } from './attribution.ts'
import { ABOVE_PACKAGED, redrawnOnline } from './chosen-layer.ts'
import { renewPolicy } from './renew-policy.ts'

/**
 * Tiles from a server of the operator's choice. The layer follows the rules of OpenStreetMap's shared servers: requests
 * name the site that sends them, only tiles in view are fetched, and the attribution always shows.
 */
export function onlineTiles({ url, attribution, max_zoom }: Extract<Basemap, { kind: 'tiles' }>): TileLayer {
  const layer = new TileLayer(url, {
    ...ABOVE_PACKAGED,
    attribution: attributionHtml(attribution),
    // Beyond this zoom, Leaflet enlarges the tiles of the last zoom.
    maxNativeZoom: max_zoom,
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Tiles load as ordinary images: most tile servers do not support CORS.
    crossOrigin: false,
  })
  renewPolicy(layer, new URL(url).origin)
  return redrawnOnline(layer)
}
