import { closeSync, openSync, readSync } from 'node:fs'

/** The length of an archive's header: github.com/protomaps/PMTiles, `spec/v3`. */
const HEADER_BYTES = 127
const MAGIC = 'PMTiles\u0003'
/** Offsets of single bytes in the header: the compression of the directories and of the tiles, and the tiles' type. */
const COMPRESSION_OFFSETS = [97, 98]
const TILE_TYPE_OFFSET = 99
/** Unknown, none, gzip: browsers can unpack these without a library. */
const READABLE_COMPRESSIONS: ReadonlySet<number | undefined> = new Set([0, 1, 2])
/** Mapbox vector tiles, PNG, JPEG, WebP, AVIF. */
const SUPPORTED_TILE_TYPES: ReadonlySet<number | undefined> = new Set([1, 2, 3, 4, 5])

/** What is wrong with an archive of map tiles, as text that follows its name; null when the map can show it. */
export function archiveFault(path: string): string | null {
  let header: Buffer
  try {
    header = readHeader(path)
  } catch {
    // Missing, a folder, or no permission: one message covers all three.
    return 'must be a file that this server can read'
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'must be a PMTiles archive of version 3'
  if (COMPRESSION_OFFSETS.some((at) => !READABLE_COMPRESSIONS.has(header[at])))
    return 'must be compressed by gzip or not at all'
  return SUPPORTED_TILE_TYPES.has(header[TILE_TYPE_OFFSET])
    ? null
    : 'must hold Mapbox vector tiles, PNG, JPEG, WebP or AVIF'
}

/** The header of a file. A shorter file is padded with zeros. */
function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header)
    return header
  } finally {
    closeSync(file)
  }
}
