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

it('fetches again what the browser has cleared away, and nothing when all is there', async () => {
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

it('looks once more for a page that asked while a look without a network went on', async () => {
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

it('does not mix in the files of a newer version', async () => {
  isNew = true
  expect(await shell().repair()).toBe('new_version')
  expect(fetched).toEqual([])
})

it('keeps no refusal and no portal page in place of a file, and tries again the next time', async () => {
  network = async () => new Response('gone', { status: 404 })
  const files = shell()
  await expect(files.repair()).rejects.toThrow('404')
  expect(storage.sizes()).toEqual({ [NAME]: 0 })
  network = async (url) => new Response(url)
  expect(await files.repair()).toBe('mended')
})

it('looks once, however many pages ask at the same time', async () => {
  const files = shell()
  await Promise.all([files.repair(), files.repair(), files.repair()])
  expect(fetched).toHaveLength(3)
})

const POLICY = 'content-security-policy'
const saying = (text: string, policy: string) => new Response(text, { headers: { [POLICY]: policy } })
const policyKept = async () => (await (await storage.open(NAME)).match(FILES[0]!.key))?.headers.get(POLICY)

it('takes a page anew that says the same and may do more by now', async () => {
  network = async (url) => saying(url, 'no tiles')
  const files = shell()
  await files.repair()
  network = async (url) => saying(url, 'tiles')
  expect(await files.renew(FILES[0]!.url)).toBe(true)
  expect(await policyKept()).toBe('tiles')
  expect(await (await storage.open(NAME)).match(FILES[0]!.key).then((page) => page?.text())).toBe(FILES[0]!.url)
  expect(storage.sizes()).toEqual({ [NAME]: 3 })
})

it('leaves the page alone that a new version, a refusal or a portal would put in its place', async () => {
  network = async (url) => saying(url, 'no tiles')
  const files = shell()
  await files.repair()
  network = async () => saying('a new version', 'tiles')
  expect(await files.renew(FILES[0]!.url)).toBe(false)
  network = async (url) => new Response(url, { status: 500 })
  await expect(files.renew(FILES[0]!.url)).rejects.toThrow('500')
  expect(await policyKept()).toBe('no tiles')
})

it('renews nothing that is not there: that is mended', async () => {
  expect(await shell().renew(FILES[0]!.url)).toBe(false)
  expect(await shell().renew('https://yard.example/other')).toBe(false)
  expect(fetched).toEqual([])
})

it('with neither files nor network, words stand there that say what to do, and try again', async () => {
  const page = await shellMissing().text()
  expect(page).toContain('Connect to a network')
  expect(page).toContain('http-equiv="refresh"')
})
