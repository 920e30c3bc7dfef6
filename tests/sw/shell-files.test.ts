import { beforeEach, expect, it } from 'vitest'
import { createShellFiles, shellMissing } from '#sw/shell-files.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'

const NAME = 'files-of-the-app'
const FILES = ['index.html?v=1', 'assets/a.js', 'assets/b.css'].map((path) => ({
  url: `https://yard.example/${path.split('?')[0]}`,
  key: `https://yard.example/${path}`,
}))
let storage = fakeCacheStorage()
let isNew = false
let fetched: string[] = []
let network: (url: string) => Promise<Response> = async (url) => new Response(url)

const shell = () =>
  createShellFiles({
    caches: storage,
    fetch: (url) => {
      fetched.push(url)
      return network(url)
    },
    cacheName: NAME,
    files: () => FILES,
    hasNewVersion: async () => isNew,
  })

beforeEach(() => {
  storage = fakeCacheStorage()
  isNew = false
  fetched = []
  network = async (url) => new Response(url)
})

it('a repair fetches the files that the browser has cleared, and nothing when all files are there', async () => {
  expect(await shell().repair()).toBe('mended')
  expect(storage.sizes()).toEqual({ [NAME]: 3 })
  expect(await shell().repair()).toBe('whole')
  expect(fetched).toHaveLength(3)
  const cache = await storage.open(NAME)
  await cache.delete(FILES[1]!.key)
  expect(await shell().repair()).toBe('mended')
  expect(fetched.slice(3)).toEqual([FILES[1]!.url])
  expect(await (await cache.match(FILES[0]!.key))?.text()).toBe(FILES[0]!.url)
})

it('a repair that fails without a network runs again if another page has requested it meanwhile', async () => {
  const lost = Promise.withResolvers<Response>()
  network = () => lost.promise
  const files = shell()
  const first = files.repair()
  await expect.poll(() => fetched.length).toBe(1)
  const second = files.repair()
  network = async (url) => new Response(url)
  lost.reject(new TypeError('no network'))
  expect([await first, await second]).toEqual(['mended', 'mended'])
  expect(storage.sizes()).toEqual({ [NAME]: 3 })
})

it('a repair does not mix in the files of a newer version', async () => {
  isNew = true
  expect(await shell().repair()).toBe('new_version')
  expect(fetched).toEqual([])
})

it('a repair stores no refusal in place of a file, and the next repair tries again', async () => {
  network = async () => new Response('gone', { status: 404 })
  const files = shell()
  await expect(files.repair()).rejects.toThrow('404')
  expect(storage.sizes()).toEqual({ [NAME]: 0 })
  network = async (url) => new Response(url)
  expect(await files.repair()).toBe('mended')
})

it('repairs that pages request at the same time run once', async () => {
  const files = shell()
  await Promise.all([files.repair(), files.repair(), files.repair()])
  expect(fetched).toHaveLength(3)
})

const POLICY = 'content-security-policy'
const saying = (text: string, policy: string) => new Response(text, { headers: { [POLICY]: policy } })
const policyKept = async () => (await (await storage.open(NAME)).match(FILES[0]!.key))?.headers.get(POLICY)

it('a page with the same text and new headers replaces the stored one', async () => {
  network = async (url) => saying(url, 'no tiles')
  const files = shell()
  await files.repair()
  network = async (url) => saying(url, 'tiles')
  expect(await files.renew(FILES[0]!.url)).toBe(true)
  expect(await policyKept()).toBe('tiles')
  expect(await (await storage.open(NAME)).match(FILES[0]!.key).then((page) => page?.text())).toBe(FILES[0]!.url)
  expect(storage.sizes()).toEqual({ [NAME]: 3 })
})

it('a stored page is not replaced by the text of a new version or by an error', async () => {
  network = async (url) => saying(url, 'no tiles')
  const files = shell()
  await files.repair()
  network = async () => saying('a new version', 'tiles')
  expect(await files.renew(FILES[0]!.url)).toBe(false)
  network = async (url) => new Response(url, { status: 500 })
  await expect(files.renew(FILES[0]!.url)).rejects.toThrow('500')
  expect(await policyKept()).toBe('no tiles')
})

it('a file that is not stored, or not one of the app’s, is not renewed', async () => {
  expect(await shell().renew(FILES[0]!.url)).toBe(false)
  expect(await shell().renew('https://yard.example/other')).toBe(false)
  expect(fetched).toEqual([])
})

it('without files and without a network a page explains what to do, and tries again', async () => {
  const page = await shellMissing().text()
  expect(page).toContain('Connect to a network')
  expect(page).toContain('http-equiv="refresh"')
})
