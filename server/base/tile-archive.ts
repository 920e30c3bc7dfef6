import { closeSync, openSync, readSync } from 'node:fs'

/** So long is the beginning of every archive: github.com/protomaps/PMTiles, `spec/v3`. */
const HEADER_BYTES = 127
const MAGIC = 'PMTiles\u0003'
/** Where the header says, in one byte each, how the directories are compressed, how the tiles are, and what they are. */
const COMPRESSIONS = [97, 98]
const TILE_TYPE = 99
/** Not told, none, gzip: what browsers unpack by themselves. */
const READABLE: ReadonlySet<number | undefined> = new Set([0, 1, 2])
/** Mapbox vector tiles, PNG, JPEG, WebP, AVIF. */
const SHOWN: ReadonlySet<number | undefined> = new Set([1, 2, 3, 4, 5])

/** What is wrong with a file of map tiles, to stand behind its name; null when the map can show it. */
export function archiveFault(path: string): string | null {
  let header: Buffer
  try {
    header = beginningOf(path)
  } catch {
    // Missing, a folder, not for this user: to the operator it is one thing to mend.
    return 'must be a file that this server can read'
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'must be a PMTiles archive of version 3'
  if (COMPRESSIONS.some((at) => !READABLE.has(header[at]))) return 'must be compressed by gzip or not at all'
  return SHOWN.has(header[TILE_TYPE]) ? null : 'must hold Mapbox vector tiles, PNG, JPEG, WebP or AVIF'
}

/** Zeros stand for what a shorter file does not have. */
function beginningOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header)
    return header
  } finally {
    closeSync(file)
  }
}
