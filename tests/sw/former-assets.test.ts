import { beforeEach, expect, it } from 'vitest'
import { createFormerAssets } from '#sw/former-assets.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'

const YARD = 'https://yard.example'
const PRECACHE = `workbox-precache-v2-${YARD}/`
const DAY_MS = 24 * 60 * 60_000
let now = 1_800_000_000_000
let caches = fakeCacheStorage()
const former = () => createFormerAssets({ caches, now: () => now })
const store = async (path: string) =>
  (await caches.open(PRECACHE)).put(`${YARD}${path}`, new Response(`text of ${path}`))
const isOf =
  (...paths: readonly string[]) =>
  (url: string) =>
    paths.some((path) => url === `${YARD}${path}`)
const textOf = async (path: string) => (await former().find(`${YARD}${path}`))?.text()

beforeEach(() => {
  caches = fakeCacheStorage()
})

it('a file that the next version does not use stays available to pages of the previous version', async () => {
  await store('/assets/drivers-old.js')
  await store('/assets/both.js')
  await former().save(isOf('/assets/drivers-new.js', '/assets/both.js'))
  await (await caches.open(PRECACHE)).delete(`${YARD}/assets/drivers-old.js`)
  expect(await textOf('/assets/drivers-old.js')).toBe('text of /assets/drivers-old.js')
  expect(await textOf('/assets/both.js')).toBeUndefined()
})

it.each(['/index.html', '/icons/icon-192.png', '/manifest.webmanifest'])(
  '%s, whose name does not depend on its content, is never served from a former version',
  async (path) => {
    await store(path)
    await store('/assets/drivers-old.js')
    await former().save(isOf())
    expect(await textOf('/assets/drivers-old.js')).toBeDefined()
    expect(await textOf(path)).toBeUndefined()
    expect(caches.sizes()).toMatchObject({ 'former-assets': 1 })
  },
)

it('files outlive several updates, and are deleted 30 days after they were set aside', async () => {
  await store('/assets/one.js')
  await former().save(isOf())
  now += 29 * DAY_MS
  await former().save(isOf())
  expect(await textOf('/assets/one.js')).toBeDefined()
  await (await caches.open(PRECACHE)).delete(`${YARD}/assets/one.js`)
  now += 2 * DAY_MS
  await former().save(isOf())
  expect(await textOf('/assets/one.js')).toBeUndefined()
})

it('a first version finds no former files, and looking for them creates no cache', async () => {
  expect(await textOf('/assets/one.js')).toBeUndefined()
  expect(caches.sizes()).toEqual({})
})
