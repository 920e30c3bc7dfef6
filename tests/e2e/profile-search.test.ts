import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { searchProfile } from '#e2e/support/device/profile-search.ts'
import { unsnappy } from '#e2e/support/device/snappy.ts'

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
/** What is found where, however often and in whatever way. */
async function found(values: readonly string[]): Promise<string[][]> {
  const each = (await searchProfile(folder, values)).map(({ value, file }) => [value, file])
  return [...new Map(each.map((one) => [one.join(), one])).values()]
}

/** Snappy as the format says it, all of it taken over as it stands in pieces, and the last letters repeated by a copy. */
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

/** A table of LevelDB with one block of one entry after another, of which the second shares its key's beginning. */
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

/** An answer as Chromium's cache keeps it. */
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
    ['in JSON of letters without accents', 'x', () => 'Zo\\u00eb \\"Ace\\" \\u00c1lvarez-N\\u00fa\\u00f1ez'],
    ['in an address', 'Default/History', () => `/drivers?search=${encodeURIComponent(NAME)}`],
    ['in a form’s address', 'Default/History', () => new URLSearchParams({ search: NAME }).toString()],
    ['as base64', 'x', () => Buffer.from(`1${NAME}23`).toString('base64')],
    ['as base64 of an address', 'x', () => Buffer.from(`12${NAME}`).toString('base64url')],
    ['in gzip', 'Default/Cache/Cache_Data/a_0', () => cacheEntry(gzipSync(`[${NAME}]`))],
    ['in brotli', 'Default/Cache/Cache_Data/b_0', () => cacheEntry(brotliCompressSync(`[${NAME}]`))],
    ['in zstd', 'Default/Cache/Cache_Data/c_0', () => cacheEntry(zstdCompressSync(`[${NAME}]`))],
    ['in deflate', 'Default/Cache/Cache_Data/d_0', () => cacheEntry(deflateSync(`[${NAME}]`))],
    ['in a file of a cache that is an answer', 'Default/Cache/Cache_Data/f_000001', () => brotliCompressSync(NAME)],
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

  it('in the key of a table that shares its beginning with the one before', async () => {
    plant(
      '1.ldb',
      table((block) => [1, snappy(block)], 'x'),
    )
    expect(await found(['Maria Santos', 'Maria Lop'])).toHaveLength(2)
  })

  it('where a log of LevelDB is cut', async () => {
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

  it('whatever it is and wherever it stands, as text and as base64', async () => {
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

it('what is not there is not found, whatever else the files hold', async () => {
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

it('what is shorter than four bytes is refused: it stands everywhere by chance', async () => {
  await expect(searchProfile(folder, ['Lee'])).rejects.toThrow('too short')
})

it('what snappy repeats is unpacked, also where it reaches into itself', () => {
  // Two letters, nine from two back, one letter, and four from three back by a longer kind of copy.
  const packed = Buffer.from([16, 1 << 2, 97, 98, ((9 - 4) << 2) | 1, 2, 0, 99, ((4 - 1) << 2) | 2, 3, 0])
  expect(Buffer.from(unsnappy(packed)).toString()).toBe('abababababacbacb')
})
