import { deleteDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import type { Fate } from '#src/offline/outbox/entry.ts'
import { idbStore } from '#src/offline/outbox/idb-store.ts'
import { databaseName } from '#src/offline/outbox/names.ts'
import type { Store } from '#src/offline/outbox/ports.ts'
import { anEntry } from '#tests/support/offline-entry.ts'

const open: Store[] = []
const aStore = () => {
  const store = idbStore('7')
  open.push(store)
  return store
}
afterEach(async () => {
  for (const store of open.splice(0)) store.close()
  await deleteDB(databaseName('7'))
})
const aFate = (parts: Partial<Fate>): Fate => ({
  id: 'x',
  seq: 1,
  state: 'done',
  settledAt: 100,
  versions: [],
  entry: null,
  ...parts,
})

test('an entry is found by number, id, record and state, in order', async () => {
  const store = aStore()
  const second = anEntry({ seq: 2, touches: ['thing/b', 'thing/a'], state: 'refused' })
  await store.write(async (tx) => {
    await tx.put(second)
    await tx.put(anEntry())
  })
  await store.read(async (tx) => {
    expect((await tx.entries()).map(({ seq }) => seq)).toEqual([1, 2])
    expect(await tx.entry(2)).toEqual(second)
    expect(await tx.entryOf(second.id)).toEqual(second)
    expect((await tx.touching('thing/a')).map(({ seq }) => seq)).toEqual([1, 2])
    expect((await tx.touching('thing/b')).map(({ seq }) => seq)).toEqual([2])
    expect((await tx.inState('refused')).map(({ seq }) => seq)).toEqual([2])
  })
})
test('a write that fails leaves nothing behind', async () => {
  const store = aStore()
  const failing = store.write(async (tx) => {
    await tx.put(anEntry())
    await tx.putMeta({ nextSeq: 9, device: 'tablet', loss: null })
    throw new Error('the plug is pulled')
  })
  await expect(failing).rejects.toThrow('the plug is pulled')
  expect(await store.read((tx) => tx.entries())).toEqual([])
  expect((await store.read((tx) => tx.meta())).nextSeq).toBe(1)
})
test('a second entry of the same id is refused whole', async () => {
  const store = aStore()
  await store.write((tx) => tx.put(anEntry()))
  const twice = store.write(async (tx) => {
    await tx.putMeta({ nextSeq: 9, device: null, loss: null })
    await tx.put({ ...anEntry(), seq: 2 })
  })
  await expect(twice).rejects.toThrow()
  expect((await store.read((tx) => tx.meta())).nextSeq).toBe(1)
})
test('numbers given from two tabs at once are never the same', async () => {
  const take = (store: Store) =>
    store.write(async (tx) => {
      const meta = await tx.meta()
      await tx.putMeta({ ...meta, nextSeq: meta.nextSeq + 1 })
      return meta.nextSeq
    })
  const tabs = [aStore(), aStore(), aStore()]
  const given = await Promise.all(Array.from({ length: 12 }, (_, at) => take(tabs[at % 3]!)))
  expect([...given].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
})
test('fates are found by id, number and age, and while they carry their entry', async () => {
  const store = aStore()
  await store.write(async (tx) => {
    await tx.putFate(aFate({ id: 'old', settledAt: 50 }))
    await tx.putFate(aFate({ id: 'new', seq: 2, entry: anEntry({ seq: 2, state: 'done' }) }))
  })
  const found = await store.read((tx) =>
    Promise.all([tx.settling(), tx.fatesBefore(100), tx.fatesOf(2), tx.fate('old')]),
  )
  const [settling, before, ofTwo, old] = found
  expect([settling, before, ofTwo].map((fates) => fates.map(({ id }) => id))).toEqual([['new'], ['old'], ['new']])
  expect(old).toEqual(aFate({ id: 'old', settledAt: 50 }))
  await store.write((tx) => tx.putFate(aFate({ id: 'new', seq: 2 })))
  expect(await store.read((tx) => tx.settling())).toEqual([])
})
test('what is written is there when the app starts again', async () => {
  const before = aStore()
  await before.write((tx) => tx.put(anEntry()))
  before.close()
  expect(await aStore().read((tx) => tx.entries())).toEqual([anEntry()])
})
