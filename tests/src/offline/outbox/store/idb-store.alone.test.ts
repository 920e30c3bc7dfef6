import { deleteDB, openDB } from 'idb'
import { afterEach, expect, test, vi } from 'vitest'
import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { type Store, StoreTooNew } from '#src/offline/outbox/ports.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'

const openStores: Store[] = []
const aStore = () => {
  const store = sealedStores('7').store
  openStores.push(store)
  return store
}
afterEach(async () => {
  for (const store of openStores.splice(0)) store.close()
  await deleteDB(databaseName('7'))
})
const aFate = (parts: Partial<FinalState>): FinalState => ({
  id: 'x',
  seq: 1,
  state: 'done',
  settledAt: 100,
  versions: [],
  entry: null,
  isSettling: false,
  ...parts,
})

test('entries are found by number, id, record and state, in order', async () => {
  const store = aStore()
  const second = anEntry({ seq: 2, touches: ['thing/b', 'thing/a'], state: 'refused' })
  await store.write(async (tx) => {
    await tx.putEntry(second)
    await tx.putEntry(anEntry())
  })
  await store.read(async (tx) => {
    expect((await tx.entries()).map(({ seq }) => seq)).toEqual([1, 2])
    expect(await tx.entry(2)).toEqual(second)
    expect(await tx.entryById(second.id)).toEqual(second)
    expect((await tx.entriesTouching('thing/a')).map(({ seq }) => seq)).toEqual([1, 2])
    expect((await tx.entriesTouching('thing/b')).map(({ seq }) => seq)).toEqual([2])
    expect((await tx.entriesInState('refused')).map(({ seq }) => seq)).toEqual([2])
  })
})
test('a failed write leaves nothing behind', async () => {
  const store = aStore()
  const failing = store.write(async (tx) => {
    await tx.putEntry(anEntry())
    await tx.putMeta({ nextSeq: 9, device: 'tablet', loss: null })
    throw new Error('the plug is pulled')
  })
  await expect(failing).rejects.toThrow('the plug is pulled')
  expect(await store.read((tx) => tx.entries())).toEqual([])
  expect((await store.read((tx) => tx.meta())).nextSeq).toBe(1)
})
test('a write with a second entry of the same id is rejected as a whole', async () => {
  const store = aStore()
  await store.write((tx) => tx.putEntry(anEntry()))
  const twice = store.write(async (tx) => {
    await tx.putMeta({ nextSeq: 9, device: null, loss: null })
    await tx.putEntry({ ...anEntry(), seq: 2 })
  })
  await expect(twice).rejects.toThrow()
  expect((await store.read((tx) => tx.meta())).nextSeq).toBe(1)
})
test('numbers assigned by several tabs at the same time are never equal', async () => {
  const takeNumber = (store: Store) =>
    store.write(async (tx) => {
      const meta = await tx.meta()
      await tx.putMeta({ ...meta, nextSeq: meta.nextSeq + 1 })
      return meta.nextSeq
    })
  const tabs = [aStore(), aStore(), aStore()]
  const numbers = await Promise.all(Array.from({ length: 12 }, (_, at) => takeNumber(tabs[at % 3]!)))
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
})
test('final states are found by id, number and age, and while their rows are to be refetched', async () => {
  const store = aStore()
  await store.write(async (tx) => {
    await tx.putFinalState(aFate({ id: 'old', settledAt: 50 }))
    await tx.putFinalState(aFate({ id: 'new', seq: 2, isSettling: true, entry: anEntry({ seq: 2, state: 'done' }) }))
  })
  const found = await store.read((tx) =>
    Promise.all([tx.settlingStates(), tx.finalStatesBefore(100), tx.finalStatesOf(2), tx.finalState('old')]),
  )
  const [settling, before, ofTwo, old] = found
  expect([settling, before, ofTwo].map((finalStates) => finalStates.map(({ id }) => id))).toEqual([
    ['new'],
    ['old'],
    ['new'],
  ])
  expect(old).toEqual(aFate({ id: 'old', settledAt: 50 }))
  await store.write((tx) => tx.putFinalState(aFate({ id: 'new', seq: 2 })))
  expect(await store.read((tx) => tx.settlingStates())).toEqual([])
})
test('written entries are there when the app starts again', async () => {
  const before = aStore()
  await before.write((tx) => tx.putEntry(anEntry()))
  before.close()
  expect(await aStore().read((tx) => tx.entries())).toEqual([anEntry()])
})
test('file bytes are stored next to the entries and read back unchanged', async () => {
  const store = aStore()
  const bytes = new Blob([Uint8Array.from([0xff, 0xd8, 0, 7])], { type: 'image/jpeg' })
  await store.write(async (tx) => {
    await tx.putFile('one', bytes)
    await tx.putFile('two', new Blob(['2']))
    await tx.dropFile('two')
  })
  const found = await store.read(async (tx) => ({ ids: await tx.fileIds(), one: await tx.file('one') }))
  expect(found.ids).toEqual(['one'])
  expect(found.one?.type).toBe('image/jpeg')
  expect(new Uint8Array(await found.one!.arrayBuffer())).toEqual(Uint8Array.from([0xff, 0xd8, 0, 7]))
  expect(await store.read((tx) => tx.file('two'))).toBeUndefined()
})
test('everything that the first version of the app stored survives the database upgrade', async () => {
  const { revision: _, earlier: __, files: ___, wasSent: ____, ...old } = anEntry({ state: 'refused' })
  const first = await openDB(databaseName('7'), 1, {
    upgrade(db) {
      const entries = db.createObjectStore('entries', { keyPath: 'seq' })
      entries.createIndex('id', 'id', { unique: true })
      entries.createIndex('touches', 'touches', { multiEntry: true })
      entries.createIndex('state', 'state')
      const fates = db.createObjectStore('fates', { keyPath: 'id' })
      for (const field of ['seq', 'settledAt', 'settling']) fates.createIndex(field, field)
      db.createObjectStore('meta')
    },
  })
  await first.put('entries', old)
  await first.put('meta', { nextSeq: 9, device: 'tablet', loss: null }, 'meta')
  first.close()
  const store = aStore()
  expect(await store.read((tx) => tx.entries())).toEqual([
    { ...anEntry({ state: 'refused' }), wasSent: true, isFromClear: true },
  ])
  expect(await store.read((tx) => tx.meta())).toMatchObject({ nextSeq: 9, device: 'tablet' })
  await store.write((tx) => tx.putFile('one', new Blob(['1'])))
  expect(await store.read((tx) => tx.fileIds())).toEqual(['one'])
})
test('a store made by a newer version of the app is rejected with StoreTooNew and left unchanged', async () => {
  const newer = await openDB(databaseName('7'), 99, { upgrade: (db) => void db.createObjectStore('later') })
  await newer.put('later', 'kept', 'one')
  newer.close()
  await expect(aStore().read((tx) => tx.entries())).rejects.toBeInstanceOf(StoreTooNew)
  await expect(aStore().write((tx) => tx.putEntry(anEntry()))).rejects.toBeInstanceOf(StoreTooNew)
  const again = await openDB(databaseName('7'), 99)
  expect(await again.get('later', 'one')).toBe('kept')
  again.close()
})

test('a browser that does not open the database rejects after five seconds; once it opens, the store works', async () => {
  // A frozen tab of an older version does not notice the request to close its connection.
  const frozen = await openDB(databaseName('7'), 1, {
    upgrade: (db) => {
      for (const name of ['entries', 'fates', 'meta']) db.createObjectStore(name)
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = aStore()
  const refused = expect(store.read((tx) => tx.meta())).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
  vi.useRealTimers()
  frozen.close()
  expect(await store.read((tx) => tx.meta())).toMatchObject({ nextSeq: 1 })
})
