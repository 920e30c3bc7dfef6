import { beforeEach, expect, it } from 'vitest'
import { createShellFiles, shellMissing } from '#sw/shell-files.ts'
import { fakeCacheStorage } from '#tests/support/fake-cache-storage.ts'

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
    isNewVersionThere: async () => isNew,
  })

beforeEach(() => {
  storage = fakeCacheStorage()
  isNew = false
  fetched = []
  network = async (url) => new Response(url)
})

it('fetches again what the browser has cleared away, and nothing when all is there', async () => {
  expect(await shell().mend()).toBe('mended')
  expect(storage.sizes()).toEqual({ [NAME]: 3 })
  expect(await shell().mend()).toBe('whole')
  expect(fetched).toHaveLength(3)
  const cache = await storage.open(NAME)
  await cache.delete(FILES[1]!.key)
  expect(await shell().mend()).toBe('mended')
  expect(fetched.slice(3)).toEqual([FILES[1]!.url])
  expect(await (await cache.match(FILES[0]!.key))?.text()).toBe(FILES[0]!.url)
})

it('does not mix in the files of a newer version', async () => {
  isNew = true
  expect(await shell().mend()).toBe('new_version')
  expect(fetched).toEqual([])
})

it('keeps no refusal and no portal page in place of a file, and tries again the next time', async () => {
  network = async () => new Response('gone', { status: 404 })
  const files = shell()
  await expect(files.mend()).rejects.toThrow('404')
  expect(storage.sizes()).toEqual({ [NAME]: 0 })
  network = async (url) => new Response(url)
  expect(await files.mend()).toBe('mended')
})

it('looks once, however many pages ask at the same time', async () => {
  const files = shell()
  await Promise.all([files.mend(), files.mend(), files.mend()])
  expect(fetched).toHaveLength(3)
})

it('with neither files nor network, words stand there that say what to do, and try again', async () => {
  const page = await shellMissing().text()
  expect(page).toContain('Connect to a network')
  expect(page).toContain('http-equiv="refresh"')
})
