import { type Basemap, mapSettingsEndpoints } from '#contract/wire/map-settings.ts'
import type { MapSettings } from '#server/base/map-settings.ts'
import { serve } from '#server/http/call/serve.ts'
import { ARCHIVE_PATH } from '#server/http/files/serve-archive.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'

export const mapSettingsRoutes = apiRoutes((app, { map }) => {
  const basemap = basemapOf(map)
  serve(app, mapSettingsEndpoints.get, async () => ({ basemap }))
})

/** Basemap settings for the client, without file paths of the server. */
function basemapOf(settings: MapSettings): Basemap {
  const { kind } = settings
  if (kind === 'packaged') return { kind }
  const { attribution } = settings
  if (kind === 'pmtiles') return { kind, url: ARCHIVE_PATH, attribution }
  return { kind, url: settings.url, attribution, max_zoom: settings.maxZoom }
}
