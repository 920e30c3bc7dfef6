import { GridLayer } from 'leaflet'
import type { PMTiles } from 'pmtiles'
import { leafletLayer } from 'protomaps-leaflet'
import type { Scheme } from '../colors-of-scheme.ts'
import { ABOVE_PACKAGED } from './chosen-layer.ts'
import type { ArchiveArea } from './tile-archive.ts'

/** Vector tiles of an archive in the layout of Protomaps, drawn in the colors of the scheme. */
export function vectorArchive(archive: PMTiles, { bounds, maxZoom }: ArchiveArea, scheme: Scheme): GridLayer {
  const options = { ...ABOVE_PACKAGED, url: archive, flavor: scheme, lang: 'en', maxDataZoom: maxZoom, bounds }
  const layer = leafletLayer({ ...options, attribution: '' })
  // No background: the packaged map shows through where a tile fails to load and beyond the archive's edge.
  layer.backgroundColor = undefined
  if (!(layer instanceof GridLayer)) throw new Error('protomaps-leaflet stands on another Leaflet')
  return layer
}
