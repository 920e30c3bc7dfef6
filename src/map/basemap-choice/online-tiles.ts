import { TileLayer } from 'leaflet'
import type { Basemap } from '#contract/wire/map-settings.ts'
import { attributionHtml } from './attribution.ts'
import { ABOVE_PACKAGED, redrawnOnline } from './chosen-layer.ts'
import { renewPolicy } from './renew-policy.ts'

/**
 * Tiles from elsewhere, by the rules of OpenStreetMap's servers, which others share: they are told which site asks, nothing
 * is fetched that is not looked at, and whose map it is is always said.
 */
export function onlineTiles({ url, attribution, max_zoom }: Extract<Basemap, { kind: 'tiles' }>): TileLayer {
  const layer = new TileLayer(url, {
    ...ABOVE_PACKAGED,
    attribution: attributionHtml(attribution),
    // Nearer, the last ones are shown larger.
    maxNativeZoom: max_zoom,
    referrerPolicy: 'strict-origin-when-cross-origin',
    // As pictures of any page: most servers of tiles know nothing of CORS.
    crossOrigin: false,
  })
  renewPolicy(layer, new URL(url).origin)
  return redrawnOnline(layer)
}
