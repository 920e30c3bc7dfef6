import { type GridLayer, LatLngBounds } from 'leaflet'
import { TileType } from 'pmtiles'
import type { Scheme } from '../colours-of-scheme.ts'
import { archiveReader } from './archive-reader.ts'
import { redrawnOnline } from './chosen-layer.ts'
import { RasterArchive } from './raster-archive.ts'

/** What of an archive a layer needs to know. */
export interface ArchiveArea {
  readonly bounds: LatLngBounds
  readonly minZoom: number
  readonly maxZoom: number
}

/** Opens an archive, and answers the layer that shows it: as the pictures that it has, or drawn. Rejects when it can't be had. */
export async function openArchive(url: string, scheme: Scheme): Promise<GridLayer> {
  const archive = archiveReader(new URL(url, window.location.href).href)
  const { tileType, minLat, minLon, maxLat, maxLon, minZoom, maxZoom } = await archive.getHeader()
  const area = { bounds: new LatLngBounds([minLat, minLon], [maxLat, maxLon]), minZoom, maxZoom }
  if (tileType !== TileType.Mvt) return redrawnOnline(new RasterArchive(archive, area))
  const { vectorArchive } = await import('./tile-archive-drawn.ts')
  return redrawnOnline(vectorArchive(archive, area, scheme))
}
