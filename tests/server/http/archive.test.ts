import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ARCHIVE_PATH, serveArchive } from '#server/http/files/serve-archive.ts'
import { setNoStoreByDefault } from '#server/http/no-store.ts'

/** Ten bytes of each letter. */
const BYTES = 'abcdefghij'.replace(/./g, (letter) => letter.repeat(10))
let folder = ''
let app: FastifyInstance
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-archive-'))
  writeFileSync(file(), BYTES)
  app = Fastify()
  setNoStoreByDefault(app)
  serveArchive(app, file())
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const file = () => join(folder, 'basemap.pmtiles')
const get = (headers: Record<string, string> = {}) => app.inject({ url: ARCHIVE_PATH, headers })

/** Another archive takes the place of the one that is served, as `mv` does it. */
function replace(bytes: string): void {
  writeFileSync(`${file()}.new`, bytes)
  utimesSync(`${file()}.new`, 1_800_000_000, 1_800_000_000)
  renameSync(`${file()}.new`, file())
}

test('without a range the whole archive comes, told to be one, for an hour', async () => {
  const answer = await get()
  expect([answer.statusCode, answer.body]).toEqual([200, BYTES])
  expect(answer.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'content-length': '100',
    'content-type': 'application/vnd.pmtiles',
    'x-content-type-options': 'nosniff',
  })
  // The tag must be a strong one: by it readers of parts notice another archive.
  expect(answer.headers.etag).toMatch(/^"[\w-]+"$/)
})

test.each([
  ['bytes=0-9', 'a'.repeat(10), 'bytes 0-9/100'],
  ['bytes=5-14', 'aaaaabbbbb', 'bytes 5-14/100'],
  ['bytes=90-', 'j'.repeat(10), 'bytes 90-99/100'],
  ['bytes=95-200', 'jjjjj', 'bytes 95-99/100'],
  ['bytes=-5', 'jjjjj', 'bytes 95-99/100'],
])('%s brings that part alone', async (range, body, contentRange) => {
  const answer = await get({ range })
  expect([answer.statusCode, answer.body]).toEqual([206, body])
  expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(body.length) })
})

test.each(['bytes=100-', 'bytes=-0', 'bytes=500-600'])(
  '%s, which is not there, is refused with the size',
  async (range) => {
    const answer = await get({ range })
    expect([answer.statusCode, answer.body]).toEqual([416, ''])
    expect(answer.headers['content-range']).toBe('bytes */100')
  },
)

test('what is no range of bytes is overlooked', async () => {
  expect((await get({ range: 'bytes=9-5' })).statusCode).toBe(200)
  expect((await get({ range: 'bytes=0-1,4-5' })).body).toBe(BYTES)
})

test('who only asks about it is told the size, and nothing is sent', async () => {
  const answer = await app.inject({ method: 'HEAD', url: ARCHIVE_PATH, headers: { range: 'bytes=0-9' } })
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '100'])
})

test('who has it already is not sent it again', async () => {
  const { etag = '' } = (await get()).headers
  const answer = await get({ 'if-none-match': etag })
  expect([answer.statusCode, answer.body]).toEqual([304, ''])
})

test('a changed archive has another tag, and whoever wanted a part of the former gets all of the new one', async () => {
  const { etag: former = '' } = (await get()).headers
  expect((await get({ 'if-range': former, range: 'bytes=0-4' })).body).toBe('aaaaa')
  replace('z'.repeat(100))
  const answer = await get({ 'if-range': former, range: 'bytes=0-4' })
  expect([answer.statusCode, answer.body]).toEqual([200, 'z'.repeat(100)])
  expect(answer.headers.etag).not.toBe(former)
  expect((await get({ 'if-none-match': former, range: 'bytes=0-4' })).body).toBe('zzzzz')
})

test('an archive that is gone is a 404 that nobody keeps, and one that comes back is served', async () => {
  rmSync(file())
  const answer = await get({ range: 'bytes=0-9' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'private, no-store'])
  replace('back')
  expect((await get()).body).toBe('back')
})

test('an empty file is sent as it is', async () => {
  replace('')
  const answer = await get()
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '0'])
})
