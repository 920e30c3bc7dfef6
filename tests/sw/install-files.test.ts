import { expect, it } from 'vitest'
import { storeFiles } from '#sw/install-files.ts'

const FILES = Array.from({ length: 10 }, (_, at) => `/assets/${at}.js`)

/** A network whose responses arrive when the test says so. */
function heldNetwork() {
  const open = new Map<string, PromiseWithResolvers<void>>()
  const store = (url: string) => {
    const response = Promise.withResolvers<void>()
    open.set(url, response)
    return response.promise
  }
  const answer = async (url: string) => {
    open.get(url)?.resolve()
    open.delete(url)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { open, store, answer }
}

it('a version’s files are stored in their order, four at a time, so that the page keeps a connection', async () => {
  const { open, store, answer } = heldNetwork()
  const stored = storeFiles(FILES, store)
  expect([...open.keys()]).toEqual(FILES.slice(0, 4))
  await answer('/assets/2.js')
  expect([...open.keys()]).toEqual(['/assets/0.js', '/assets/1.js', '/assets/3.js', '/assets/4.js'])
  for (const url of FILES) await answer(url)
  await stored
  expect(open.size).toBe(0)
})

it('after a failure no further file is fetched, and the version is not installed', async () => {
  const { open, store } = heldNetwork()
  const reported: number[] = []
  const stored = storeFiles(FILES, store, (count) => reported.push(count.stored))
  open.get('/assets/1.js')?.reject(new TypeError('no network'))
  await expect(stored).rejects.toThrow('no network')
  open.get('/assets/0.js')?.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect([...open.keys()]).toEqual(FILES.slice(0, 4))
  // Otherwise a page would show that the files are being stored.
  expect(reported).toEqual([])
})
