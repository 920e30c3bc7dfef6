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

it('a part that the next version has no use for is still there for pages of the version before', async () => {
  await store('/assets/drivers-old.js')
  await store('/assets/both.js')
  await former().save(isOf('/assets/drivers-new.js', '/assets/both.js'))
  await (await caches.open(PRECACHE)).delete(`${YARD}/assets/drivers-old.js`)
  expect(await textOf('/assets/drivers-old.js')).toBe('text of /assets/drivers-old.js')
  expect(await textOf('/assets/both.js')).toBeUndefined()
})

it('pages and icons are never those of a former version', async () => {
  await store('/index.html')
  await former().save(isOf())
  expect(await textOf('/index.html')).toBeUndefined()
})

it('parts outlive several updates, and go 30 days after they were put aside', async () => {
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

it('a first version finds nothing to put aside, and leaves no cache behind by asking', async () => {
  expect(await textOf('/assets/one.js')).toBeUndefined()
  expect(caches.sizes()).toEqual({})
})
