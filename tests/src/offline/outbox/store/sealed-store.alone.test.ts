import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { databaseName, mirrorName } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { Store, StoreWriter } from '#src/offline/outbox/ports.ts'
import { idbRows } from '#src/offline/outbox/store/idb-store.ts'
import type { EntryRow } from '#src/offline/outbox/store/raw-store.ts'
import { sealedStore } from '#src/offline/outbox/store/sealed-store.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { webLocks } from '#src/offline/outbox/web-locks.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { locksThatCanBeLost } from '#tests/support/offline/offline-locks.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { rawText } from '#tests/support/server/raw-text.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
})

/** A sealer that counts how often it opens and seals. */
async function countingSealer() {
  const sealer = await aSealer()
  const counts = { opened: 0, sealed: 0 }
  const counted: Sealer = {
    seal: (...given) => {
      counts.sealed += 1
      return sealer.seal(...given)
    },
    open: (...given) => {
      counts.opened += 1
      return sealer.open(...given)
    },
  }
  return { counts, sealer: counted }
}
const someEntries = (count: number) => Array.from({ length: count }, (_, at) => anEntry({ seq: at + 1 }))
const fill = (store: Store, entries: readonly OutboxEntry[]) =>
  store.write(async (tx) => {
    for (const entry of entries) await tx.putEntry(entry)
  })
const seqsOf = (entries: readonly OutboxEntry[]) => entries.map(({ seq }) => seq)

describe('tabs that write at the same time', () => {
  const appendMark = async (tx: StoreWriter, by: string) => {
    const entry = (await tx.entry(1)) ?? anEntry()
    const before = entry.words.change
    await tx.putEntry({ ...entry, words: { record: '', change: `${before}${by}` } })
    const meta = await tx.meta()
    await tx.putMeta({ ...meta, nextSeq: meta.nextSeq + 1 })
    return meta.nextSeq
  }
  test.each([
    ['with a lock', webLocks(undefined)],
    ['without a lock', locksThatCanBeLost().locks],
  ])('each build on what the others have written, and all of them finish: %s', async (_how, locks) => {
    const sealer = await aSealer()
    const tabs = Array.from({ length: 3 }, () => sealedStore(idbRows('7'), new Sealing('7', sealer), locks))
    await fill(tabs[0]!, [anEntry({ words: { record: '', change: '' } })])
    const marks = [...'abcdefghijklmnopqrstuvwxyz']
    const given = await Promise.all(marks.map((mark, at) => tabs[at % 3]!.write((tx) => appendMark(tx, mark))))
    expect([...given].sort((a, b) => a - b)).toEqual(marks.map((_, at) => at + 1))
    const words = await Promise.all(tabs.map((tab) => tab.read(async (tx) => (await tx.entry(1))?.words.change)))
    expect(new Set(words).size).toBe(1)
    expect([...words[0]!].sort()).toEqual(marks)
    for (const tab of tabs) tab.close()
  })
  test('do not keep a reading tab from finishing', async () => {
    const [one, other] = [sealedStores('7').store, sealedStores('7').store]
    await fill(one, someEntries(3))
    let isOver = false
    const writing = (async () => {
      while (!isOver) await one.write((tx) => appendMark(tx, 'x'))
    })()
    for (let looks = 0; looks < 20; looks += 1) expect(await other.read((tx) => tx.entries())).toHaveLength(3)
    isOver = true
    await writing
    for (const tab of [one, other]) tab.close()
  })
})

describe('the opened entries of a tab', () => {
  test('are each opened once, and entries written by this tab are not opened at all', async () => {
    const { counts, sealer } = await countingSealer()
    await fill(sealedStores('7').store, someEntries(300))
    const { store } = sealedStores('7', sealer)
    await store.read((tx) => tx.entries())
    expect(counts).toEqual({ opened: 300, sealed: 0 })
    for (let at = 1; at <= 20; at += 1) {
      await store.write(async (tx) => {
        expect(seqsOf(await tx.entriesTouching('thing/a'))).toHaveLength(300)
        await tx.putEntry({ ...(await tx.entry(at))!, state: 'refused' })
      })
    }
    expect(seqsOf(await store.read((tx) => tx.entriesInState('refused')))).toHaveLength(20)
    expect(counts).toEqual({ opened: 300, sealed: 20 })
  })
  test('after a write by another tab, are updated by opening only what it changed', async () => {
    const { counts, sealer } = await countingSealer()
    const other = sealedStores('7').store
    await fill(other, someEntries(300))
    const { store } = sealedStores('7', sealer)
    await store.read((tx) => tx.entries())
    await other.write((tx) => tx.putEntry(anEntry({ seq: 5, state: 'refused' })))
    await other.write((tx) => tx.dropEntry(6))
    expect(seqsOf(await store.read((tx) => tx.entriesInState('refused')))).toEqual([5])
    expect(await store.read((tx) => tx.entry(6))).toBeUndefined()
    expect(counts.opened).toBe(301)
    // More writes than the list of changed numbers covers: all rows are compared, and only changed ones are opened.
    for (let at = 0; at < 210; at += 1)
      await other.write((tx) => tx.putEntry(anEntry({ seq: 400 + (at % 3), id: `n${at % 3}` })))
    expect(await store.read((tx) => tx.entries())).toHaveLength(302)
    expect(counts.opened).toBe(304)
  })
  test('are forgotten when the database was deleted and recreated', async () => {
    const { store } = sealedStores('7')
    await fill(store, someEntries(3))
    const names = await openDB(databaseName('7'))
    names.close()
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(databaseName('7')).onsuccess = resolve
    })
    await fill(sealedStores('7').store, [anEntry({ seq: 9 })])
    expect(seqsOf(await store.read((tx) => tx.entries()))).toEqual([9])
  })
})

describe('a row that does not open', () => {
  type Row = Partial<EntryRow>
  /** Changes the stored rows of the entries. */
  async function changeRows(change: (rows: readonly Row[]) => readonly Row[]): Promise<void> {
    const db = await openDB(databaseName('7'))
    const tx = db.transaction('entries', 'readwrite')
    const rows = await tx.store.getAll()
    await tx.store.clear()
    for (const row of change(rows)) await tx.store.put(row)
    await tx.done
    db.close()
  }
  const flip = (sealed: Uint8Array | undefined) =>
    Uint8Array.from(sealed ?? [], (byte, at) => (at === 40 ? byte ^ 1 : byte))

  test.each<[string, (rows: readonly Row[]) => readonly Row[]]>([
    ['sealed for another number', ([one, two]) => [one!, { ...two, sealed: new Uint8Array(one?.sealed ?? []) }]],
    ['under another id', ([one, two]) => [one!, { ...two, id: 'other' }]],
    ['under another revision', ([one, two]) => [one!, { ...two, revision: 4 }]],
    ['under another device', ([one, two]) => [one!, { ...two, device: 'other' }]],
    ['with a changed bit', ([one, two]) => [one!, { ...two, sealed: flip(two?.sealed) }]],
    ['cut off', ([one, two]) => [one!, { ...two, sealed: new Uint8Array(two?.sealed?.slice(0, 30) ?? []) }]],
  ])('keeps its place and its number and is shown as unreadable: %s', async (_what, change) => {
    await fill(sealedStores('7').store, someEntries(2))
    await changeRows(change)
    const { store } = sealedStores('7')
    const [one, two] = await store.read((tx) => tx.entries())
    expect([one, two && isUnopened(two)]).toEqual([anEntry(), true])
    expect(two).toMatchObject({
      seq: 2,
      state: 'unreadable',
      touches: [],
      words: { record: expect.stringContaining('can’t be opened') },
    })
    // An unopened entry can't be overwritten.
    await expect(store.write((tx) => tx.putEntry({ ...two!, state: 'waiting' }))).rejects.toThrow('can’t be changed')
    await store.write((tx) => tx.dropEntry(2))
    expect(seqsOf(await store.read((tx) => tx.entries()))).toEqual([1])
  })
  test.each([
    ['for another user', '8', 1],
    ['with another key', '7', 2],
  ])('is one that was sealed %s', async (_what, user, key) => {
    await fill(sealedStores('7').store, someEntries(1))
    const store = sealedStore(idbRows('7'), new Sealing(user, await aSealer(key)), webLocks(undefined))
    expect(await store.read((tx) => tx.entries())).toMatchObject([{ seq: 1, state: 'unreadable' }])
  })
  test('opens again when the key is back, in both copies', async () => {
    const own = sealedStores('7')
    await fill(own.store, someEntries(1))
    await own.mirror.put(anEntry())
    const without = sealedStores('7', await aSealer(2))
    const [entry] = await without.store.read((tx) => tx.entries())
    await without.mirror.put(entry!)
    await without.store.write((tx) => tx.putEntry(entry!))
    expect(await without.mirror.read(anEntry())).toMatchObject({ state: 'unreadable' })
    const back = sealedStores('7')
    expect(await back.store.read((tx) => tx.entries())).toEqual([anEntry()])
    expect(await back.mirror.read(anEntry())).toMatchObject({ input: anEntry().input })
  })
  test("is a copy moved to another entry's place", async () => {
    const { mirror } = sealedStores('7')
    await mirror.put(anEntry())
    const cache = await caches.open(mirrorName('7'))
    const [request] = await cache.keys()
    const copy = await cache.match(request!)
    await cache.put(request!.url.replace('/1/', '/2/'), copy!)
    expect(await mirror.read({ seq: 2, id: anEntry().id })).toMatchObject({ seq: 2, state: 'unreadable' })
  })
})

test('none of two hundred values is stored unsealed in the browser', async () => {
  const values = Array.from({ length: 200 }, (_, at) => `Value-${at}-of-the-company`)
  const { store, mirror, lossMarker } = sealedStores('7')
  const entries = values.map((value, at) =>
    anEntry({
      seq: at + 1,
      input: value,
      request: { body: value },
      touches: [`thing/${value}`],
      words: { record: value, change: value },
    }),
  )
  await store.write(async (tx) => {
    for (const entry of entries.slice(0, 100)) await tx.putEntry(entry)
    for (const entry of entries.slice(100)) {
      const { id, seq } = entry
      const versions = [{ key: entry.touches[0]!, version: 1 }]
      await tx.putFinalState({ id, seq, state: 'done', settledAt: 1, versions, entry, isSettling: true })
    }
    await tx.putFile('one', new Blob(values))
    const missing = values.map((value, at) => ({ seq: at + 1, madeAt: 1, words: { record: value, change: value } }))
    await tx.putMeta({ nextSeq: 9, device: 'tablet', loss: { count: 200, foundAt: 1, missing } })
  })
  for (const entry of entries) await mirror.put(entry)
  await mirror.putFile('one', new Blob(values))
  lossMarker.write({ device: 'tablet', lastSeq: 200, unsettled: [1], settling: [2] })
  lossMarker.noteWords(entries.map(({ seq, words, madeAt }) => ({ seq, words, madeAt })))
  await eventually(() => expect(Object.keys(page.local)).toHaveLength(201))
  const raw = await rawText(page.local)
  expect(raw).toContain(entries[0]!.id)
  expect(values.filter((value) => raw.includes(value))).toEqual([])
  const back = sealedStores('7')
  expect(await back.store.read((tx) => tx.entries())).toEqual(entries.slice(0, 100))
  expect((await back.store.read((tx) => tx.meta())).loss?.missing?.[7]?.words?.record).toBe(values[7])
  expect((await back.store.read((tx) => tx.settlingStates()))[0]).toMatchObject({
    entry: entries[100],
    versions: [{ version: 1 }],
  })
  expect(await (await back.mirror.readFile({ id: 'one', size: values.join('').length }))?.text()).toBe(values.join(''))
  expect(await back.lossMarker.readWords([5, 300])).toMatchObject([{ seq: 5, words: { record: values[4] } }])
})
