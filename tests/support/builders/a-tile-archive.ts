import { gzipSync } from 'node:zlib'

const HEADER_BYTES = 127
const CODES = { unknown: 0, none: 1, gzip: 2, brotli: 3 } as const
const KINDS = { unknown: 0, mvt: 1, png: 2, jpeg: 3, mlt: 6 } as const

interface Archive {
  readonly version: number
  /** Compression of the directory. */
  readonly compression: keyof typeof CODES
  readonly tileCompression: keyof typeof CODES
  readonly tiles: keyof typeof KINDS
  /** Its only tile, which shows the whole world. */
  readonly tile: Buffer
}

/** A number as in protocol buffers: seven bits per byte, the lowest first. */
const varint = (number: number): readonly number[] =>
  number < 128 ? [number] : [(number % 128) + 128, ...varint(Math.floor(number / 128))]

/** A PMTiles archive of one tile, as `pmtiles convert` writes it: header, directory, empty metadata, tile. */
export function aTileArchive({
  version = 3,
  compression = 'gzip',
  tileCompression = 'none',
  tiles = 'png',
  tile = Buffer.from('a tile'),
}: Partial<Archive> = {}): Buffer {
  // One entry: tile 0, a run of one, its length, and its offset plus one.
  const directory = gzipSync(Buffer.from([1, 0, 1, ...varint(tile.length), 1]))
  const metadata = gzipSync('{}')
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = version
  const places = [HEADER_BYTES, directory.length, HEADER_BYTES + directory.length, metadata.length]
  const data = HEADER_BYTES + directory.length + metadata.length
  const numbers = [...places, data, 0, data, tile.length, 1, 1, 1]
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8)
  header.set([1, CODES[compression], CODES[tileCompression], KINDS[tiles], 0, 0], 96)
  header.writeInt32LE(-180e7, 102)
  header.writeInt32LE(-85e7, 106)
  header.writeInt32LE(180e7, 110)
  header.writeInt32LE(85e7, 114)
  return Buffer.concat([header, directory, metadata, tile])
}
