import fc from 'fast-check'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import { databaseName, lossMarkerName, mirrorName } from '#src/offline/outbox/entry/names.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { noteReleased } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { forgetDoneOfOthers } from '#src/offline/outbox/store/forget-others.ts'
import { idbRows } from '#src/offline/outbox/store/idb-store.ts'
import type { RawStore } from '#src/offline/outbox/store/raw-store.ts'
import { sealedStore } from '#src/offline/outbox/store/sealed-store.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { webLocks } from '#src/offline/outbox/web-locks.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { aCrate, aDesk } from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { rawText } from '#tests/support/server/raw-text.ts'

const USER = '7'
const NAME = 'Maria-Lopez'
const words = { record: NAME, change: `Status of ${NAME}` }
const file = { id: 'f1', field: 'image', name: `${NAME}.png`, type: 'image/png', size: NAME.length }
const waiting = [
  anEntry({ seq: 1, words }),
  anEntry({ seq: 2, words, state: 'refused', files: [file] }),
  anEntry({ seq: 3, words, state: 'sending', wasSent: true }),
]
/** As they are once they have been taken over. */
const fromClear = waiting.map((entry) => ({ ...entry, isFromClear: true }))
const done = anEntry({ seq: 4, words, state: 'done' })
const fate: FinalState = {
  id: done.id,
  seq: 4,
  state: 'done',
  settledAt: 9,
  versions: [],
  entry: done,
  isSettling: true,
}
const loss = { count: 1, foundAt: 5, missing: [{ seq: 5, words, madeAt: 1 }] }

let page: ReturnType<typeof openPage>
beforeEach(async () => {
  page = openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
  await leaveInClear()
})

/** What the second version of the app leaves on a device. The mirror has an entry and a file that the store lost. */
async function leaveInClear(): Promise<void> {
  const db = await openDB(databaseName(USER), 2, {
    upgrade(db) {
      const entries = db.createObjectStore('entries', { keyPath: 'seq' })
      entries.createIndex('id', 'id', { unique: true })
      entries.createIndex('touches', 'touches', { multiEntry: true })
      entries.createIndex('state', 'state')
      const fates = db.createObjectStore('fates', { keyPath: 'id' })
      for (const field of ['seq', 'settledAt', 'settling', 'rememberedAt']) fates.createIndex(field, field)
      db.createObjectStore('meta')
      db.createObjectStore('files')
    },
  })
  for (const entry of waiting) await db.put('entries', entry)
  await db.put('fates', { ...fate, settling: 1, rememberedAt: 9 })
  await db.put('files', new Blob([NAME], { type: 'image/png' }), 'f1')
  await db.put('meta', { nextSeq: 7, device: 'tablet', loss }, 'meta')
  db.close()
  const mirror = await caches.open(mirrorName(USER))
  for (const entry of [...waiting, anEntry({ seq: 6, words })])
    await mirror.put(`/outbox-mirror/${entry.seq}/${entry.id}`, Response.json(entry))
  await mirror.put('/outbox-mirror/files/f1', new Response(NAME))
  const known = [{ seq: 6, words, madeAt: 1 }]
  localStorage.setItem(
    lossMarkerName(USER),
    JSON.stringify({ device: 'tablet', lastSeq: 6, unsettled: [1, 2, 3, 6], known }),
  )
}

/** Ends at the n-th transaction: what comes after it is never done. */
function dyingAt(raw: RawStore, operations: number): RawStore {
  let left = operations
  const passed = () => {
    left -= 1
    if (left < 0) throw new Error('the tab has died')
  }
  return {
    ...raw,
    read: async (work) => {
      passed()
      return raw.read(work)
    },
    write: async (work) => {
      passed()
      return raw.write(work)
    },
  }
}
async function portsWith(parts: Partial<OutboxPorts> = {}): Promise<OutboxPorts> {
  const { ports } = await aDesk()
  return { ...ports, ...sealedStores(USER), ...parts }
}
/** Lays something in clear beside what is sealed, as it can be done by hand. */
async function lay(kind: 'entries' | 'fates' | 'files' | 'meta', value: unknown, key?: string): Promise<void> {
  const db = await openDB(databaseName(USER))
  await db.put(`clear-${kind}`, value, key)
  db.close()
}

async function isAllThere(): Promise<void> {
  const { store, mirror, lossMarker } = sealedStores(USER)
  const held = await store.read((tx) => Promise.all([tx.entries(), tx.settlingStates(), tx.meta(), tx.file('f1')]))
  const [entries, settling, meta, bytes] = held
  expect(entries.slice(0, 3)).toEqual(fromClear)
  expect(entries[3]).toMatchObject({ seq: 6, words, state: 'waiting', wasSent: true })
  expect(settling).toEqual([fate])
  expect(meta).toMatchObject({ nextSeq: 7, device: 'tablet', loss })
  expect([bytes?.type, await bytes?.text()]).toEqual(['image/png', NAME])
  expect((await mirror.names()).map(({ seq, isClear }) => [seq, isClear])).toEqual(
    expect.arrayContaining([1, 2, 3, 6].map((seq) => [seq, undefined])),
  )
  expect(await mirror.clearFileIds()).toEqual([])
  expect(await (await mirror.readFile(file))?.text()).toBe(NAME)
  expect(lossMarker.read()).toMatchObject({ unsettled: [1, 2, 3, 6] })
  expect(await rawText(page.local)).not.toContain(NAME)
  store.close()
}

test('what lay in clear is all there, sealed, and nothing of it lies in clear any more', async () => {
  expect(await rawText(page.local)).toContain(NAME)
  await reconcile(await portsWith(), USER)
  await isAllThere()
})

test('whenever the tab dies on the way, the next one finishes it, and nothing is there twice', async () => {
  const deaths = Array.from({ length: 24 }, (_, at) => at)
  for (const at of deaths) {
    const ports = await portsWith()
    const store = sealedStore(dyingAt(idbRows(USER), at), new Sealing(USER, await aSealer()), webLocks(undefined))
    await reconcile({ ...ports, store }, USER).catch(() => undefined)
    store.close()
    await reconcile(ports, USER)
    await isAllThere()
    ports.store.close()
    await indexedDB.deleteDatabase(databaseName(USER))
    await caches.delete(mirrorName(USER))
    localStorage.clear()
    await leaveInClear()
  }
}, 60_000)

test.each(['put', 'delete'] as const)('whichever %s of the mirror fails, the next start finishes it', async (act) => {
  for (let at = 0; at < 6; at += 1) {
    const storage = fakeCacheStorage()
    vi.stubGlobal('caches', storage)
    await indexedDB.deleteDatabase(databaseName(USER))
    await leaveInClear()
    let left = at
    const failing = async (name: string) => {
      const cache = await storage.open(name)
      const once = async (...given: Parameters<Cache['put']>) => {
        left -= 1
        if (left === -1) throw new Error('not now')
        return Reflect.apply(Reflect.get(cache, act), cache, given)
      }
      return Object.assign(Object.create(cache), {
        match: cache.match,
        keys: cache.keys,
        put: cache.put,
        delete: cache.delete,
        [act]: once,
      })
    }
    vi.stubGlobal('caches', { ...storage, open: failing })
    await reconcile(await portsWith(), USER)
    vi.stubGlobal('caches', storage)
    await reconcile(await portsWith(), USER)
    await isAllThere()
  }
})

describe('what was stored before a sign-in', () => {
  test('is held until its person says that it is to be sent, be it sealed or in clear', async () => {
    const ports = await portsWith()
    await reconcile({ ...ports, signIn: 'monday' }, USER)
    expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 6 })
    await isAllThere()
  })
  test('is held also where its number is beyond all that were ever given', async () => {
    const first = await portsWith()
    await reconcile(first, USER)
    first.store.close()
    await lay('entries', anEntry({ seq: 77 }))
    const ports = await portsWith({ signIn: 'monday' })
    await reconcile(ports, USER)
    expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ nextSeq: 78, heldUpTo: 77 })
    ports.store.close()
  })
  test('holds nothing where nothing waits', async () => {
    await indexedDB.deleteDatabase(databaseName('8'))
    const { ports } = await aDesk()
    const own = { ...ports, ...sealedStores('8'), signIn: 'monday' }
    await reconcile(own, '8')
    expect((await own.store.read((tx) => tx.meta())).heldUpTo ?? 0).toBe(0)
  })
})

describe('what is no row of the app’s', () => {
  test('holds nothing up: it stands there as a change that can’t be read, to be discarded', async () => {
    const first = await portsWith()
    await reconcile(first, USER)
    first.store.close()
    await lay('entries', { seq: 40, touches: 'none', madeAt: {} })
    await lay('entries', { ...anEntry({ seq: 41 }), touches: undefined })
    await lay('entries', { ...anEntry({ seq: 42 }), id: waiting[0]?.id ?? '' })
    await lay('entries', { seq: -5 })
    await lay('entries', { ...anEntry({ seq: 44 }), command: '' })
    await lay('entries', { ...anEntry({ seq: 45 }), madeAt: 1e18 })
    await lay('entries', { ...anEntry({ seq: 46 }), state: 'done' })
    await lay('entries', { ...anEntry({ seq: 47 }), state: 'unreadable' })
    await lay('fates', { ...fate, id: 'z' })
    await lay('fates', { ...fate, id: waiting[0]?.id, seq: 1, entry: waiting[0] })
    await lay('files', 7, 'f1')
    const circle: Record<string, unknown> = {}
    circle.itself = circle
    await lay('entries', { ...anEntry({ seq: 43 }), input: circle })
    await lay('fates', { ...fate, id: 'y', entry: { ...done, input: circle } })
    await lay('fates', { id: 'x', seq: {} })
    await lay('meta', { nextSeq: Number.MAX_SAFE_INTEGER, device: 4, loss: 'much' }, 'meta')
    const { ports, registry } = { ...(await aDesk()), ports: await portsWith() }
    const outbox = new Engine(USER, ports, registry)
    await outbox.ready()
    const { entries } = outbox.memory.snapshot()
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6, 40, 41, 43, 44, 45, 46, 47])
    const [foreign] = entries.slice(-7)
    const isNone = entries.slice(-7).map(({ words }) => words.record === 'A change that can’t be read')
    expect(isNone).toEqual(Array.from({ length: 7 }, () => true))
    // One of another entry tells nothing of that, and what is not done is not shown as if it were.
    const fates = await ports.store.read((tx) => Promise.all([tx.finalState('z'), tx.finalState(waiting[0]?.id ?? '')]))
    expect(fates.map((one) => [one?.entry?.seq, one?.isSettling])).toEqual([
      [undefined, false],
      [1, false],
    ])
    expect(foreign).toMatchObject({ state: 'unreadable', words: { record: 'A change that can’t be read' } })
    await outbox.acts.discard(foreign?.id ?? '')
    expect(outbox.memory.snapshot().entries.map(({ seq }) => seq)).not.toContain(40)
    await outbox.stop()
    expect(await rawText(page.local)).not.toContain('none')
  })
  test('is any value at all', async () => {
    const first = await portsWith()
    await reconcile(first, USER)
    first.store.close()
    const content = fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withDate: true, withMap: true }))
    const rows = fc.array(fc.tuple(fc.integer({ min: 50, max: 60 }), content))
    await fc.assert(
      fc.asyncProperty(rows, async (planted) => {
        for (const [seq, value] of planted) await lay('entries', { ...value, seq })
        const ports = await portsWith()
        await reconcile(ports, USER)
        const entries = await ports.store.read((tx) => tx.entries())
        ports.store.close()
        expect(entries.slice(0, 3)).toEqual(fromClear)
        const there = entries.map(({ seq }) => seq)
        expect(there).toEqual(expect.arrayContaining(planted.map(([seq]) => seq)))
      }),
      { numRuns: 25 },
    )
  })
})

test('bytes in clear do not go before an entry that comes back from its sealed copy', async () => {
  const own = { ...file, id: 'f9', isSealed: true as const }
  const first = await portsWith()
  await reconcile(first, USER)
  await first.mirror.put(anEntry({ seq: 7, files: [own] }))
  first.store.close()
  await lay('files', new Blob([NAME], { type: file.type }), own.id)
  const ports = await portsWith()
  await reconcile(ports, USER)
  expect((await ports.store.read((tx) => tx.entry(7)))?.files).toEqual([own])
  expect(await ports.store.read((tx) => tx.file(own.id))).toBeUndefined()
  ports.store.close()
})

test('a copy in clear that is found later is held whenever it comes', async () => {
  const first = await portsWith({ signIn: 'monday' })
  await reconcile(first, USER)
  await first.store.write(async (tx) => tx.putMeta({ ...(await tx.meta()), heldUpTo: 0 }))
  noteReleased(first.lossMarker, 99)
  first.store.close()
  const laid = anEntry({ seq: 60 })
  await (await caches.open(mirrorName(USER))).put(`/outbox-mirror/60/${laid.id}`, Response.json(laid))
  const ports = await portsWith({ signIn: 'monday' })
  await reconcile(ports, USER)
  expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 60 })
  ports.store.close()
})

test('what lay in clear and was never sent is sent as it says, under an id of its own', async () => {
  const desk = await aDesk()
  const made = await desk.keep({ was: aCrate(), to: { color: 'green' } })
  const request = { params: { id: 'b' }, body: { color: 'red' } }
  await desk.ports.store.write((tx) => tx.putEntry({ ...made, request, isFromClear: true }))
  await desk.send(1, { kind: 'network' })
  expect(desk.sent).toMatchObject([{ request: made.request, input: made.input, isFromClear: undefined }])
  expect(desk.sent[0]?.id).not.toBe(made.id)
})

test('what lay in clear and says what it sends goes as it lies there', async () => {
  const desk = await aDesk()
  const made = await desk.keep({ was: aCrate(), to: { color: 'green' } })
  await desk.ports.store.write((tx) => tx.putEntry({ ...made, isFromClear: true }))
  desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
  await desk.send(1, { kind: 'network' })
  expect(desk.sent).toMatchObject([{ id: made.id, request: made.request }])
})

test('a later copy in clear stands in the place of what came in clear as well, and is held', async () => {
  const later = anEntry({ seq: 1, id: '0f000000-0000-7000-8000-000000000002', revision: 1 })
  await (await caches.open(mirrorName(USER))).put(`/outbox-mirror/1/${later.id}`, Response.json(later))
  const ports = await portsWith({ signIn: 'monday' })
  await reconcile(ports, USER)
  expect((await ports.store.read((tx) => tx.entry(1)))?.id).toBe(later.id)
  expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 6 })
  ports.store.close()
})

test.each([1, 9])('a copy in clear of revision %i never stands in the place of what lies sealed', async (revision) => {
  const own = anEntry({ seq: 8 })
  const first = await portsWith()
  await reconcile(first, USER)
  await first.store.write((tx) => tx.putEntry(own))
  await first.mirror.put(own)
  first.store.close()
  const planted = anEntry({ seq: 8, id: '0f000000-0000-7000-8000-000000000001', revision })
  const mirror = await caches.open(mirrorName(USER))
  await mirror.put(`/outbox-mirror/8/${planted.id}`, Response.json(planted))
  const ports = await portsWith()
  await reconcile(ports, USER)
  expect((await ports.store.read((tx) => tx.entry(8)))?.id).toBe(own.id)
  expect((await ports.mirror.names()).filter(({ seq }) => seq === 8)).toEqual([{ seq: 8, id: own.id }])
  ports.store.close()
})

test('bytes in clear never pass for a file that was only ever stored sealed, in neither copy', async () => {
  const own = { ...file, id: 'f9', isSealed: true as const }
  const first = await portsWith()
  await reconcile(first, USER)
  const entry = anEntry({ seq: 7, files: [own] })
  await first.store.write((tx) => tx.putEntry(entry))
  first.store.close()
  const planted = new Blob([NAME], { type: file.type })
  const db = await openDB(databaseName(USER))
  await db.put('clear-files', planted, own.id)
  db.close()
  const mirror = await caches.open(mirrorName(USER))
  await mirror.put(`/outbox-mirror/files/${own.id}`, new Response(planted))
  const ports = await portsWith()
  await reconcile(ports, USER)
  expect(await ports.store.read((tx) => tx.file(own.id))).toBeUndefined()
  expect(await ports.mirror.readFile(own)).toBeNull()
  expect(await ports.store.read((tx) => tx.entry(7))).toMatchObject({ state: 'refused', problem: { status: 410 } })
  ports.store.close()
})

test('what lies sealed stays, whatever was laid in clear beside it', async () => {
  const ports = await portsWith()
  await reconcile(ports, USER)
  const planted = anEntry({ seq: 1, words: { record: 'planted', change: 'planted' } })
  const mirror = await caches.open(mirrorName(USER))
  await mirror.put(`/outbox-mirror/1/${planted.id}`, Response.json(planted))
  const db = await openDB(databaseName(USER))
  await db.put('clear-entries', planted)
  db.close()
  await reconcile(await portsWith(), USER)
  await isAllThere()
  expect(await rawText(page.local)).not.toContain('planted')
})

test('another person’s settled changes are forgotten without their key, in clear and sealed; what waits stays', async () => {
  await forgetDoneOfOthers('8')
  const { store } = sealedStores(USER)
  expect(await store.read((tx) => tx.rememberedStates(0, 9))).toEqual([])
  expect(await store.read((tx) => tx.entries())).toEqual(fromClear)
  await store.write((tx) => tx.putFinalState(fate))
  store.close()
  await forgetDoneOfOthers('8')
  const again = sealedStores(USER).store
  expect(await again.read((tx) => Promise.all([tx.rememberedStates(0, 9), tx.finalState(done.id)]))).toEqual([
    [],
    { ...fate, entry: null, isSettling: false },
  ])
})
