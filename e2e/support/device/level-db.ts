import { zstdDecompressSync } from 'node:zlib'
import { unpackSnappy, varint } from './snappy.ts'

/** The last eight bytes of a table. */
const MAGIC = Buffer.from('57fb808b247547db', 'hex')
const FOOTER_BYTES = 48
/** Each block is followed by its compression type, one of these or 0 for none, and a checksum. */
const SNAPPY = 1
const ZSTD = 2

interface Entry {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** The entries of a block with complete keys. The block stores only how each key differs from the key before. */
function blockEntries(block: Uint8Array): readonly Entry[] {
  const restarts = Buffer.from(block.subarray(-4)).readUInt32LE()
  const end = block.length - 4 * (restarts + 1)
  const entries: Entry[] = []
  let key = Buffer.alloc(0)
  for (let at = 0; at < end; ) {
    const shared = varint(block, at)
    const own = shared && varint(block, shared[1])
    const length = own && varint(block, own[1])
    if (!length) break
    const [valueAt] = [length[1] + own[0]]
    key = Buffer.concat([key.subarray(0, shared[0]), block.subarray(length[1], valueAt)])
    entries.push({ key, value: block.subarray(valueAt, valueAt + length[0]) })
    at = valueAt + length[0]
  }
  return entries
}

function blockAt(table: Buffer, handle: Uint8Array, from = 0): Uint8Array {
  const at = varint(handle, from)
  const size = at && varint(handle, at[1])
  if (!size) return new Uint8Array()
  const end = at[0] + size[0]
  const packed = table.subarray(at[0], end)
  if (table[end] === SNAPPY) return unpackSnappy(packed)
  return table[end] === ZSTD ? zstdDecompressSync(packed) : packed
}

/** The unpacked content of a LevelDB table (`.ldb`): each block, and each block's complete keys with their values. */
export function readTable(table: Buffer): readonly Uint8Array[] {
  if (!table.subarray(-MAGIC.length).equals(MAGIC)) return []
  const footer = table.subarray(-FOOTER_BYTES)
  const metaAt = varint(footer, 0)
  const metaSize = metaAt && varint(footer, metaAt[1])
  if (!metaSize) return []
  const index = blockEntries(blockAt(table, footer, metaSize[1]))
  return index.flatMap(({ value }) => {
    const block = blockAt(table, value)
    if (block.length < 4) return []
    return [block, Buffer.concat(blockEntries(block).flatMap((entry) => [entry.key, entry.value]))]
  })
}

const LOG_BLOCK = 32 * 1024
const LOG_HEAD = 7

/** The records of a LevelDB log (`.log`) in one piece. On disk they are split at every 32 KiB. */
export function readLog(log: Buffer): Uint8Array {
  const parts: Uint8Array[] = []
  for (let block = 0; block < log.length; block += LOG_BLOCK) {
    const end = Math.min(block + LOG_BLOCK, log.length)
    for (let at = block; at + LOG_HEAD <= end; ) {
      const length = log.readUInt16LE(at + 4)
      parts.push(log.subarray(at + LOG_HEAD, Math.min(end, at + LOG_HEAD + length)))
      at += LOG_HEAD + length
    }
  }
  return Buffer.concat(parts)
}
