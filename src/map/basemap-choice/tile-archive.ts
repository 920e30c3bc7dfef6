import { type GridLayer, LatLngBounds } from 'leaflet'
import { PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import type { Scheme } from '../colors-of-scheme.ts'
import { redrawnOnline } from './chosen-layer.ts'
import { RasterArchive } from './raster-archive.ts'

/** The area and the zooms that an archive covers. */
export interface ArchiveArea {
  readonly bounds: LatLngBounds
  readonly minZoom: number
  readonly maxZoom: number
}

/**
 * Reads an archive from its address or from a source of its bytes. This cache retains successful reads only. The
 * library's default cache retains failures too: after one network failure, that part of the map would never load.
 */
export const archiveReader = (source: string | Source): PMTiles => new PMTiles(source, new ResolvedValueCache())

/** Opens an archive and returns a layer of its raster or vector tiles. Rejects when the archive can't be read. */
export async function openArchive(url: string, scheme: Scheme): Promise<GridLayer> {
  const archive = archiveReader(new URL(url, window.location.href).href)
  const { tileType, minLat, minLon, maxLat, maxLon, minZoom, maxZoom } = await archive.getHeader()
  const area = { bounds: new LatLngBounds([minLat, minLon], [maxLat, maxLon]), minZoom, maxZoom }
  if (tileType !== TileType.Mvt) return redrawnOnline(new RasterArchive(archive, area))
  const { vectorArchive } = await import('./tile-archive-drawn.ts')
  return redrawnOnline(vectorArchive(archive, area, scheme))
}
