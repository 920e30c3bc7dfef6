import type { Transform } from 'node:stream'
import { createBrotliDecompress, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { readLog, readTable } from './level-db.ts'
import { unpackSnappy } from './snappy.ts'

/** Bytes of a file: as stored (`how` is empty) or unpacked (`how` names the formats). */
export interface Reading {
  readonly how: string
  readonly bytes: Uint8Array
}

/** No server response is larger. Unpacking stops here. */
const MAX_BYTES = 64 * 1024 * 1024

/** Unpacks as much as possible. The bytes may be followed by others, and their end may be missing. */
function unpackWith(stream: Transform, bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  return new Promise((resolve) => {
    const end = () => resolve(Buffer.concat(parts))
    stream.on('data', (part: Uint8Array) => {
      parts.push(part)
      size += part.length
      if (size > MAX_BYTES) stream.destroy()
    })
    // Not packed in this format, or only up to here.
    stream.on('error', end)
    stream.on('close', end)
    stream.end(bytes)
  })
}

/**
 * The compressed data of a gzip file without its header. Node's gunzip returns nothing if other bytes follow the data,
 * because it takes them for a second file.
 */
function withoutGzipHeader(gzip: Uint8Array): Uint8Array {
  const flags = gzip[3] ?? 0
  const afterText = (from: number) => gzip.indexOf(0, from) + 1 || gzip.length
  let at = 10
  if (flags & 4) at += 2 + (gzip[at] ?? 0) + ((gzip[at + 1] ?? 0) << 8)
  if (flags & 8) at = afterText(at)
  if (flags & 16) at = afterText(at)
  return gzip.subarray(flags & 2 ? at + 2 : at)
}

interface Packing {
  readonly name: string
  readonly unpack: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>
}
/** Formats that are recognized by their signature, anywhere in a file. */
const PACKINGS_WITH_SIGNATURE: readonly (Packing & { readonly signature: readonly number[] })[] = [
  {
    name: 'gzip',
    signature: [0x1f, 0x8b, 8],
    unpack: (bytes) => unpackWith(createInflateRaw(), withoutGzipHeader(bytes)),
  },
  { name: 'zstd', signature: [0x28, 0xb5, 0x2f, 0xfd], unpack: (bytes) => unpackWith(createZstdDecompress(), bytes) },
  // Chromium compresses larger values in IndexedDB with snappy.
  { name: 'snappy', signature: [0xff, 0x11, 2], unpack: (bytes) => unpackSnappy(bytes, 3) },
]
/** Formats without a signature, tried wherever a response can begin. */
const PACKINGS_WITHOUT_SIGNATURE: readonly Packing[] = [
  { name: 'brotli', unpack: (bytes) => unpackWith(createBrotliDecompress(), bytes) },
  { name: 'deflate', unpack: (bytes) => unpackWith(createInflate(), bytes) },
]

/** Every position of `signature` in `bytes`. */
function placesOf(bytes: Buffer, signature: readonly number[]): readonly number[] {
  const places: number[] = []
  const wanted = Buffer.from(signature)
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) places.push(at)
  return places
}

/** First bytes of an entry in Chromium's cache. The length of its name is at byte 12, the name at byte 24. */
const ENTRY = Buffer.from('305c72a71b6dfbfc', 'hex')
const NAME_LENGTH_AT = 12
const NAME_AT = 24
/** In a cache's block files, content begins at a multiple of this, in bytes. */
const CACHE_BLOCK = 256

/** Positions in a cache file at which a response can begin. */
function responseStartsIn(path: string, bytes: Buffer): readonly number[] {
  if (bytes.subarray(0, ENTRY.length).equals(ENTRY)) return [NAME_AT + bytes.readUInt32LE(NAME_LENGTH_AT)]
  if (!/[\\/]data_\d$/.test(path)) return [0]
  return Array.from({ length: Math.floor(bytes.length / CACHE_BLOCK) }, (_, at) => at * CACHE_BLOCK)
}

async function unpackReading(path: string, { how, bytes: source }: Reading): Promise<readonly Reading[]> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  const bySignature = PACKINGS_WITH_SIGNATURE.flatMap((one) =>
    placesOf(bytes, one.signature).map((at) => ({ ...one, at })),
  )
  const isCache = how === '' && /[\\/]Cache[\\/]/.test(path)
  const atStart = isCache
    ? responseStartsIn(path, bytes).flatMap((at) => PACKINGS_WITHOUT_SIGNATURE.map((one) => ({ ...one, at })))
    : []
  const readings: Reading[] = []
  // In sequence, because each result can be large.
  for (const one of [...bySignature, ...atStart]) {
    const content = await one.unpack(bytes.subarray(one.at))
    if (content.length > 0) readings.push({ how: [one.name, how].filter(Boolean).join(' in '), bytes: content })
  }
  return readings
}

/** The bytes of a file in a browser's profile, and all data packed in them. `path` is the file's path. */
export async function readingsOf(path: string, bytes: Buffer): Promise<readonly Reading[]> {
  const plain: Reading[] = [{ how: '', bytes }]
  if (/\.(?:ldb|sst)$/.test(path))
    plain.push(...readTable(bytes).map((block) => ({ how: 'a table of LevelDB', bytes: block })))
  if (path.endsWith('.log')) plain.push({ how: 'a log of LevelDB', bytes: readLog(bytes) })
  const unpackedReadings: Reading[] = []
  for (const one of plain) unpackedReadings.push(...(await unpackReading(path, one)))
  return [...plain, ...unpackedReadings]
}
