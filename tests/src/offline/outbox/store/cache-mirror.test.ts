import { expect, test } from 'vitest'
import { cacheMirror } from '#src/offline/outbox/store/cache-mirror.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const sealing = new Sealing('7', await aSealer())

/** The part of Cache Storage that the mirror uses. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      put: async (url: string, response: Response) => void store.set(url, response),
      delete: async (url: string) => store.delete(url),
      keys: async () => [...store.keys()].map((url) => new Request(`https://yard.example${url}`)),
      match: async (url: string) => store.get(url)?.clone(),
    }
  }
  return { stores, storage: { open } as unknown as CacheStorage }
}

test('an entry read from the mirror is as it was made, whatever its state was when stored', async () => {
  const { storage, stores } = fakeCaches()
  const mirror = cacheMirror(sealing, storage)
  await mirror.put(anEntry({ seq: 4, state: 'refused', attempts: 3, seenVersion: null }))
  expect([...stores.keys()]).toEqual(['outbox-mirror-7'])
  const [name] = await mirror.names()
  expect(name).toEqual({ seq: 4, id: anEntry({ seq: 4 }).id })
  // The copy can't know whether the entry was sent since, so `wasSent` is assumed.
  expect(await mirror.read(name!)).toEqual(anEntry({ seq: 4, seenVersion: null, wasSent: true }))
  await mirror.remove(name!)
  expect(await mirror.names()).toEqual([])
})
test('a damaged or removed copy reads as null', async () => {
  const { storage, stores } = fakeCaches()
  const mirror = cacheMirror(sealing, storage)
  await mirror.put(anEntry())
  const [[url] = ['']] = [...(stores.get('outbox-mirror-7') ?? new Map<string, Response>())]
  stores.get('outbox-mirror-7')?.set(url, new Response(''))
  expect(await mirror.read(anEntry())).toBeNull()
  await mirror.remove(anEntry())
  expect(await mirror.read(anEntry())).toBeNull()
})
test('a browser without Cache Storage has an empty mirror, which throws nothing', async () => {
  const mirror = cacheMirror(sealing, undefined)
  await mirror.put(anEntry())
  expect(await mirror.names()).toEqual([])
})
test("a file's bytes are read back complete and never count as an entry", async () => {
  const { storage, stores } = fakeCaches()
  const mirror = cacheMirror(sealing, storage)
  await mirror.putFile('one', new Blob(['four'], { type: 'image/png' }))
  await mirror.put(anEntry())
  expect([await mirror.fileIds(), (await mirror.names()).map(({ seq }) => seq)]).toEqual([['one'], [1]])
  const back = await mirror.readFile({ id: 'one', size: 4 })
  expect([back?.type, await back?.text()]).toEqual(['image/png', 'four'])
  stores.get('outbox-mirror-7')?.set('/outbox-mirror/sealed/files/one', new Response('fou'))
  expect(await mirror.readFile({ id: 'one', size: 4 })).toBeNull()
  await mirror.removeFile('one')
  expect([await mirror.fileIds(), await mirror.readFile({ id: 'one', size: 4 })]).toEqual([[], null])
})
