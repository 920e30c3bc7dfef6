import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { searchProfile } from '#e2e/support/device/profile-search.ts'
import { unpackSnappy } from '#e2e/support/device/snappy.ts'

const NAME = 'Zoë "Ace" Álvarez-Núñez'
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-searched-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function plant(file: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), bytes)
}
const around = (bytes: Uint8Array | string) =>
  Buffer.concat([Buffer.from([0, 1, 255]), Buffer.from(bytes), Buffer.from([7, 0])])
/** The values that the search finds, each once per file. */
async function found(values: readonly string[]): Promise<string[][]> {
  const each = (await searchProfile(folder, values)).map(({ value, file }) => [value, file])
  return [...new Map(each.map((one) => [one.join(), one])).values()]
}

/** A text in the Snappy format, made only of literal pieces. */
function snappy(text: Buffer): Buffer {
  const length: number[] = []
  for (let rest = text.length; ; rest = rest >> 7) {
    length.push(rest < 128 ? rest : (rest & 127) | 128)
    if (rest < 128) break
  }
  const parts: Uint8Array[] = [Buffer.from(length)]
  for (let at = 0; at < text.length; at += 60) {
    const piece = text.subarray(at, at + 60)
    parts.push(Buffer.from([(piece.length - 1) << 2]), piece)
  }
  return Buffer.concat(parts)
}

/** A LevelDB table with one block of two entries. The second entry shares the beginning of the first one's key. */
function table(pack: (block: Buffer) => readonly [kind: number, bytes: Buffer], value: string): Buffer {
  const entry = (shared: number, key: string, text: string) =>
    Buffer.concat([Buffer.from([shared, key.length, text.length]), Buffer.from(key), Buffer.from(text)])
  const restarts = Buffer.from([0, 0, 0, 0, 1, 0, 0, 0])
  const [kind, block] = pack(Buffer.concat([entry(0, 'name/Maria Lop', value), entry(9, 'a Santos', 'x'), restarts]))
  const handle = (at: number, size: number) => [(at & 127) | 128, at >> 7, (size & 127) | 128, size >> 7]
  const tail = Buffer.from([kind, 0, 0, 0, 0])
  const index = Buffer.concat([
    Buffer.from([0, 1, 4]),
    Buffer.from('z'),
    Buffer.from(handle(0, block.length)),
    restarts,
  ])
  const footer = Buffer.alloc(48)
  footer.set([...handle(0, 0), ...handle(block.length + 5, index.length)])
  footer.set(Buffer.from('57fb808b247547db', 'hex'), 40)
  return Buffer.concat([block, tail, index, Buffer.from([0, 0, 0, 0, 0]), footer])
}

/** A response as Chromium's cache stores it. */
function cacheEntry(body: Uint8Array): Buffer {
  const key = 'http://yard.example/api/drivers/'
  const head = Buffer.alloc(24)
  head.set(Buffer.from('305c72a71b6dfbfc', 'hex'))
  head.writeUInt32LE(key.length, 12)
  return Buffer.concat([head, Buffer.from(key), body, Buffer.from('d8410d97456ffaf4', 'hex'), Buffer.alloc(60, 9)])
}

describe('a value in a profile is found', () => {
  it.each<[string, string, () => Uint8Array | string]>([
    ['as text', 'Default/History', () => NAME],
    ['as UTF-16', 'Default/Sessions/Tabs_1', () => Buffer.from(NAME, 'utf16le')],
    ['as Latin-1', 'Default/Web Data', () => Buffer.from(NAME, 'latin1')],
    ['in JSON', 'Default/x.json', () => JSON.stringify({ name: NAME })],
    ['in JSON in JSON', 'Default/x.json', () => JSON.stringify(JSON.stringify({ name: NAME }))],
    ['in JSON with escaped accents', 'x', () => 'Zo\\u00eb \\"Ace\\" \\u00c1lvarez-N\\u00fa\\u00f1ez'],
    ['in an address', 'Default/History', () => `/drivers?search=${encodeURIComponent(NAME)}`],
    ['in an address written by a form', 'Default/History', () => new URLSearchParams({ search: NAME }).toString()],
    ['as base64', 'x', () => Buffer.from(`1${NAME}23`).toString('base64')],
    ['as base64 for addresses', 'x', () => Buffer.from(`12${NAME}`).toString('base64url')],
    ['in gzip', 'Default/Cache/Cache_Data/a_0', () => cacheEntry(gzipSync(`[${NAME}]`))],
    ['in brotli', 'Default/Cache/Cache_Data/b_0', () => cacheEntry(brotliCompressSync(`[${NAME}]`))],
    ['in zstd', 'Default/Cache/Cache_Data/c_0', () => cacheEntry(zstdCompressSync(`[${NAME}]`))],
    ['in deflate', 'Default/Cache/Cache_Data/d_0', () => cacheEntry(deflateSync(`[${NAME}]`))],
    ['in a cache file that is a whole response', 'Default/Cache/Cache_Data/f_000001', () => brotliCompressSync(NAME)],
    [
      'in a block of a cache',
      'Default/Cache/Cache_Data/data_1',
      () => Buffer.concat([Buffer.alloc(512, 7), brotliCompressSync(NAME), Buffer.alloc(512)]),
    ],
    [
      'in a packed value of IndexedDB',
      'x.log2',
      () => Buffer.concat([Buffer.from([255, 17, 2]), snappy(Buffer.from(NAME))]),
    ],
    ['in a packed table', 'Default/IndexedDB/a.leveldb/1.ldb', () => table((block) => [1, snappy(block)], NAME)],
    ['in a plain table', 'Default/IndexedDB/a.leveldb/1.ldb', () => table((block) => [0, block], NAME)],
  ])('%s', async (_, file, bytes) => {
    const written = bytes()
    plant(file, /_0$|ldb$|f_|data_/.test(file) ? written : around(written))
    expect(await found([NAME, 'Nobody Of Here'])).toEqual([[NAME, file]])
  })

  it('in the name of a file', async () => {
    plant('Default/IndexedDB/maria.lopez/x', '')
    expect(await found(['maria.lopez'])).toEqual([['maria.lopez', join('Default/IndexedDB/maria.lopez/x')]])
  })

  it('in a table key that shares its beginning with the key before', async () => {
    plant(
      '1.ldb',
      table((block) => [1, snappy(block)], 'x'),
    )
    expect(await found(['Maria Santos', 'Maria Lop'])).toHaveLength(2)
  })

  it('across the block boundary of a LevelDB log', async () => {
    const block = 32 * 1024
    const record = (kind: number, bytes: Buffer) => {
      const head = Buffer.alloc(7)
      head.writeUInt16LE(bytes.length, 4)
      head[6] = kind
      return Buffer.concat([head, bytes])
    }
    const text = Buffer.from(`${'x'.repeat(block - 7 - 5)}Maria Lopez`)
    const log = Buffer.concat([record(2, text.subarray(0, block - 7)), record(4, text.subarray(block - 7))])
    plant('Default/IndexedDB/a.leveldb/000003.log', log)
    expect(await found(['Maria Lopez'])).toEqual([['Maria Lopez', 'Default/IndexedDB/a.leveldb/000003.log']])
  })

  it('whatever it is and wherever it is, as text and as base64', async () => {
    const value = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(value, fc.uint8Array(), fc.boolean(), async (wanted, before, isEncoded) => {
        const bytes = Buffer.concat([before, Buffer.from(wanted), before])
        plant('x', isEncoded ? bytes.toString('base64') : bytes)
        expect((await found([wanted])).length).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })
})

it('an absent value is not found, even in damaged and random files', async () => {
  plant('Default/Cache/Cache_Data/data_1', Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7919) & 255)))
  plant('Default/IndexedDB/a.leveldb/1.ldb', Buffer.from('cut short'))
  plant(
    'Default/IndexedDB/a.leveldb/2.ldb',
    Buffer.concat([Buffer.alloc(60, 255), Buffer.from('57fb808b247547db', 'hex')]),
  )
  plant('Default/IndexedDB/a.leveldb/3.log', Buffer.from([1, 2, 3]))
  plant('empty', '')
  expect(await found(['Maria Lopez', 'maria@yard.example'])).toEqual([])
})

it('a value shorter than four bytes is refused, because it occurs by chance', async () => {
  await expect(searchProfile(folder, ['Lee'])).rejects.toThrow('too short')
})

it('snappy copies are unpacked, including copies that overlap their own output', () => {
  // Two letters, a copy of nine from two back, one letter, and a copy of four from three back in the longer form.
  const packed = Buffer.from([16, 1 << 2, 97, 98, ((9 - 4) << 2) | 1, 2, 0, 99, ((4 - 1) << 2) | 2, 3, 0])
  expect(Buffer.from(unpackSnappy(packed)).toString()).toBe('abababababacbacb')
})
