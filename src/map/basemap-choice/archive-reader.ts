import { PMTiles, ResolvedValueCache, type Source } from 'pmtiles'

/**
 * Reads an archive, by its address or from whatever has its bytes. Only what came is kept: by itself the reader would keep
 * failures too, and after one gap in the network never find that part of the map again.
 */
export const archiveReader = (source: string | Source): PMTiles => new PMTiles(source, new ResolvedValueCache())
