import { type GridLayer, LatLngBounds } from 'leaflet'
import { PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import type { Scheme } from '../colors-of-scheme.ts'
import { redrawnOnline } from './chosen-layer.ts'
import { RasterArchive } from './raster-archive.ts'

/** What of an archive a layer needs to know. */
export interface ArchiveArea {
  readonly bounds: LatLngBounds
  readonly minZoom: number
  readonly maxZoom: number
}

/**
 * Reads an archive, by its address or from whatever has its bytes. Only what came is kept: by itself the reader would keep
 * failures too, and after one gap in the network never find that part of the map again.
 */
export const archiveReader = (source: string | Source): PMTiles => new PMTiles(source, new ResolvedValueCache())

/** Opens an archive, and answers the layer that shows it: as the pictures that it has, or drawn. Rejects when it can't be had. */
export async function openArchive(url: string, scheme: Scheme): Promise<GridLayer> {
  const archive = archiveReader(new URL(url, window.location.href).href)
  const { tileType, minLat, minLon, maxLat, maxLon, minZoom, maxZoom } = await archive.getHeader()
  const area = { bounds: new LatLngBounds([minLat, minLon], [maxLat, maxLon]), minZoom, maxZoom }
  if (tileType !== TileType.Mvt) return redrawnOnline(new RasterArchive(archive, area))
  const { vectorArchive } = await import('./tile-archive-drawn.ts')
  return redrawnOnline(vectorArchive(archive, area, scheme))
}
