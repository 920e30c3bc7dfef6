import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ARCHIVE_PATH, serveArchive } from '#server/http/files/serve-archive.ts'
import { setNoStoreByDefault } from '#server/http/no-store.ts'

/** Ten bytes of each letter from a to j. */
const BYTES = 'abcdefghij'.replace(/./g, (letter) => letter.repeat(10))
let folder = ''
let app: FastifyInstance
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-archive-'))
  writeFileSync(archivePath(), BYTES)
  app = Fastify()
  setNoStoreByDefault(app)
  serveArchive(app, archivePath())
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const archivePath = () => join(folder, 'basemap.pmtiles')
const get = (headers: Record<string, string> = {}) => app.inject({ url: ARCHIVE_PATH, headers })

/** Replaces the served archive with another one, as `mv` does. */
function replace(bytes: string): void {
  writeFileSync(`${archivePath()}.new`, bytes)
  utimesSync(`${archivePath()}.new`, 1_800_000_000, 1_800_000_000)
  renameSync(`${archivePath()}.new`, archivePath())
}

test('a request without a range gets the whole archive, cacheable for an hour', async () => {
  const answer = await get()
  expect([answer.statusCode, answer.body]).toEqual([200, BYTES])
  expect(answer.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'content-length': '100',
    'content-type': 'application/vnd.pmtiles',
    'x-content-type-options': 'nosniff',
  })
  // The tag must be strong: clients that read parts recognize another archive by it.
  expect(answer.headers.etag).toMatch(/^"[\w-]+"$/)
})

test.each([
  ['bytes=0-9', 'a'.repeat(10), 'bytes 0-9/100'],
  ['bytes=5-14', 'aaaaabbbbb', 'bytes 5-14/100'],
  ['bytes=90-', 'j'.repeat(10), 'bytes 90-99/100'],
  ['bytes=95-200', 'jjjjj', 'bytes 95-99/100'],
  ['bytes=-5', 'jjjjj', 'bytes 95-99/100'],
])('%s gets only that part', async (range, body, contentRange) => {
  const answer = await get({ range })
  expect([answer.statusCode, answer.body]).toEqual([206, body])
  expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(body.length) })
})

test.each(['bytes=100-', 'bytes=-0', 'bytes=500-600'])(
  '%s, which is outside the file, is refused with the size',
  async (range) => {
    const answer = await get({ range })
    expect([answer.statusCode, answer.body]).toEqual([416, ''])
    expect(answer.headers['content-range']).toBe('bytes */100')
  },
)

test('invalid and multiple ranges are ignored', async () => {
  expect((await get({ range: 'bytes=9-5' })).statusCode).toBe(200)
  expect((await get({ range: 'bytes=0-1,4-5' })).body).toBe(BYTES)
})

test('HEAD gets the size and no body', async () => {
  const answer = await app.inject({ method: 'HEAD', url: ARCHIVE_PATH, headers: { range: 'bytes=0-9' } })
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '100'])
})

test('a client that has the current archive gets a 304', async () => {
  const { etag = '' } = (await get()).headers
  const answer = await get({ 'if-none-match': etag })
  expect([answer.statusCode, answer.body]).toEqual([304, ''])
})

test('a changed archive has another tag, and a request for a part of the old one gets the whole new one', async () => {
  const { etag: former = '' } = (await get()).headers
  expect((await get({ 'if-range': former, range: 'bytes=0-4' })).body).toBe('aaaaa')
  replace('z'.repeat(100))
  const answer = await get({ 'if-range': former, range: 'bytes=0-4' })
  expect([answer.statusCode, answer.body]).toEqual([200, 'z'.repeat(100)])
  expect(answer.headers.etag).not.toBe(former)
  expect((await get({ 'if-none-match': former, range: 'bytes=0-4' })).body).toBe('zzzzz')
})

test('a missing archive is a 404 that no cache stores, and an archive that returns is served', async () => {
  rmSync(archivePath())
  const answer = await get({ range: 'bytes=0-9' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'private, no-store'])
  replace('back')
  expect((await get()).body).toBe('back')
})

test('an empty archive is sent with length 0', async () => {
  replace('')
  const answer = await get()
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '0'])
})
