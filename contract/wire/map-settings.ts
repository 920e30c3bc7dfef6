import * as z from 'zod/mini'
import { MAP_ACCESS } from './access.ts'
import { endpoint } from './endpoint.ts'

/**
 * The background of the map. `packaged`: comes with the app. `tiles`: fetched from another host, from a URL with `{z}`,
 * `{x}` and `{y}`. `pmtiles`: an archive of tiles, read in parts. `attribution` is plain text and always shown.
 */
export const basemap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('packaged') }),
  z.object({ kind: z.literal('tiles'), url: z.string(), attribution: z.string(), max_zoom: z.int() }),
  z.object({ kind: z.literal('pmtiles'), url: z.string(), attribution: z.string() }),
])
export type Basemap = z.output<typeof basemap>

export const mapSettingsEndpoints = {
  get: endpoint({
    name: 'mapSettings.get',
    summary: 'The operator’s choice of the map’s background.',
    method: 'GET',
    path: '/api/map-settings/',
    access: MAP_ACCESS,
    reply: z.object({ basemap }),
  }),
}
