import type { Transform } from 'node:stream'
import { createBrotliDecompress, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { readLog, readTable } from './level-db.ts'
import { unsnappy } from './snappy.ts'

/** Bytes of a file as they stand there (`how` is empty), or as they are once they are unpacked. */
export interface Reading {
  readonly how: string
  readonly bytes: Uint8Array
}

/** What claims to unpack to more is no answer of a server. */
const MAX_BYTES = 64 * 1024 * 1024

/** As much as can be unpacked: what follows behind does no harm, nor that the end is missing. */
function unpackedBy(stream: Transform, bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  return new Promise((resolve) => {
    const end = () => resolve(Buffer.concat(parts))
    stream.on('data', (part: Uint8Array) => {
      parts.push(part)
      size += part.length
      if (size > MAX_BYTES) stream.destroy()
    })
    // Not packed so, or only up to here.
    stream.on('error', end)
    stream.on('close', end)
    stream.end(bytes)
  })
}

/**
 * What gzip has packed, without what it says before. Node's own way gives nothing where something else follows behind, for it
 * takes that for a second file.
 */
function afterHead(gzip: Uint8Array): Uint8Array {
  const flags = gzip[3] ?? 0
  const afterText = (from: number) => gzip.indexOf(0, from) + 1 || gzip.length
  let at = 10
  if (flags & 4) at += 2 + (gzip[at] ?? 0) + ((gzip[at + 1] ?? 0) << 8)
  if (flags & 8) at = afterText(at)
  if (flags & 16) at = afterText(at)
  return gzip.subarray(flags & 2 ? at + 2 : at)
}

interface Packing {
  readonly how: string
  readonly unpack: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>
}
/** Packings that are known by what they begin with, wherever they stand in a file. */
const SIGNED: readonly (Packing & { readonly sign: readonly number[] })[] = [
  { how: 'gzip', sign: [0x1f, 0x8b, 8], unpack: (bytes) => unpackedBy(createInflateRaw(), afterHead(bytes)) },
  { how: 'zstd', sign: [0x28, 0xb5, 0x2f, 0xfd], unpack: (bytes) => unpackedBy(createZstdDecompress(), bytes) },
  // How Chromium packs a value of IndexedDB that is not small.
  { how: 'snappy', sign: [0xff, 0x11, 2], unpack: (bytes) => unsnappy(bytes, 3) },
]
/** Packings without a sign: tried where an answer may begin. */
const UNSIGNED: readonly Packing[] = [
  { how: 'brotli', unpack: (bytes) => unpackedBy(createBrotliDecompress(), bytes) },
  { how: 'deflate', unpack: (bytes) => unpackedBy(createInflate(), bytes) },
]

/** Every place of some bytes in others. */
function placesOf(bytes: Buffer, sign: readonly number[]): readonly number[] {
  const places: number[] = []
  const wanted = Buffer.from(sign)
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) places.push(at)
  return places
}

/** How an entry of Chromium's cache begins: with this, then at 12 the length of its name, which begins at 24. */
const ENTRY = Buffer.from('305c72a71b6dfbfc', 'hex')
const NAME_LENGTH_AT = 12
const NAME_AT = 24
/** What a cache keeps in blocks begins at a multiple of this. */
const CACHE_BLOCK = 256

/** Where in a file of a cache an answer may begin. */
function answersIn(path: string, bytes: Buffer): readonly number[] {
  if (bytes.subarray(0, ENTRY.length).equals(ENTRY)) return [NAME_AT + bytes.readUInt32LE(NAME_LENGTH_AT)]
  if (!/[\\/]data_\d$/.test(path)) return [0]
  return Array.from({ length: Math.floor(bytes.length / CACHE_BLOCK) }, (_, at) => at * CACHE_BLOCK)
}

async function unpacked(path: string, { how, bytes: given }: Reading): Promise<readonly Reading[]> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length)
  const signed = SIGNED.flatMap((one) => placesOf(bytes, one.sign).map((at) => ({ ...one, at })))
  const isCache = how === '' && /[\\/]Cache[\\/]/.test(path)
  const unsigned = isCache ? answersIn(path, bytes).flatMap((at) => UNSIGNED.map((one) => ({ ...one, at }))) : []
  const readings: Reading[] = []
  // One after the other: each may be large.
  for (const one of [...signed, ...unsigned]) {
    const inside = await one.unpack(bytes.subarray(one.at))
    if (inside.length > 0) readings.push({ how: [one.how, how].filter(Boolean).join(' in '), bytes: inside })
  }
  return readings
}

/** Everything that a file of a browser's profile says: its bytes, and whatever is packed in them. `path`: where it lies. */
export async function readingsOf(path: string, bytes: Buffer): Promise<readonly Reading[]> {
  const plain: Reading[] = [{ how: '', bytes }]
  if (/\.(?:ldb|sst)$/.test(path))
    plain.push(...readTable(bytes).map((block) => ({ how: 'a table of LevelDB', bytes: block })))
  if (path.endsWith('.log')) plain.push({ how: 'a log of LevelDB', bytes: readLog(bytes) })
  const inside: Reading[] = []
  for (const one of plain) inside.push(...(await unpacked(path, one)))
  return [...plain, ...inside]
}
