import fc from 'fast-check'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import { databaseName, lossMarkerName, mirrorName } from '#src/offline/outbox/entry/names.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { noteReleased } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { forgetEndedOfOthers } from '#src/offline/outbox/store/forget-others.ts'
import { idbRows } from '#src/offline/outbox/store/idb-store.ts'
import type { RawStore } from '#src/offline/outbox/store/raw-store.ts'
import { sealedStore } from '#src/offline/outbox/store/sealed-store.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { webLocks } from '#src/offline/outbox/web-locks.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aCrate, aDesk, answer } from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'
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
/** The waiting entries after sealing. */
const fromClear = waiting.map((entry) => ({ ...entry, isFromClear: true }))
const done = anEntry({ seq: 4, words, state: 'done' })
const finalState: FinalState = {
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
  await storeUnsealed()
})

/** Stores what the second version of the app leaves on a device. Entry 6 is only in the mirror. */
async function storeUnsealed(): Promise<void> {
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
  await db.put('fates', { ...finalState, settling: 1, rememberedAt: 9 })
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

/** A store that allows so many transactions; every later one fails, as if the tab had died. */
function failingAfter(raw: RawStore, operations: number): RawStore {
  let left = operations
  const countOperation = () => {
    left -= 1
    if (left < 0) throw new Error('the tab has died')
  }
  return {
    ...raw,
    read: async (work) => {
      countOperation()
      return raw.read(work)
    },
    write: async (work) => {
      countOperation()
      return raw.write(work)
    },
  }
}
async function realPorts(parts: Partial<OutboxPorts> = {}): Promise<OutboxPorts> {
  const { ports } = await aDesk()
  return { ...ports, ...sealedStores(USER), ...parts }
}
/** Writes an unsealed value next to the sealed data, as a user could do by hand. */
async function writeUnsealed(
  kind: 'entries' | 'fates' | 'files' | 'meta',
  value: unknown,
  key?: string,
): Promise<void> {
  const db = await openDB(databaseName(USER))
  await db.put(`clear-${kind}`, value, key)
  db.close()
}

async function expectAllSealed(): Promise<void> {
  const { store, mirror, lossMarker } = sealedStores(USER)
  const found = await store.read((tx) => Promise.all([tx.entries(), tx.settlingStates(), tx.meta(), tx.file('f1')]))
  const [entries, settling, meta, bytes] = found
  expect(entries.slice(0, 3)).toEqual(fromClear)
  expect(entries[3]).toMatchObject({ seq: 6, words, state: 'waiting', wasSent: true })
  expect(settling).toEqual([finalState])
  expect(meta).toMatchObject({ nextSeq: 7, device: 'tablet', loss })
  expect([bytes?.type, await bytes?.text()]).toEqual(['image/png', NAME])
  expect((await mirror.names()).map(({ seq, hasUnsealed }) => [seq, hasUnsealed])).toEqual(
    expect.arrayContaining([1, 2, 3, 6].map((seq) => [seq, undefined])),
  )
  expect(await mirror.unsealedFileIds()).toEqual([])
  expect(await (await mirror.readFile(file))?.text()).toBe(NAME)
  expect(lossMarker.read()).toMatchObject({ unsettled: [1, 2, 3, 6] })
  expect(await rawText(page.local)).not.toContain(NAME)
  store.close()
}

test('reconciling seals all unsealed data and leaves none of it readable', async () => {
  expect(await rawText(page.local)).toContain(NAME)
  await reconcile(await realPorts(), USER)
  await expectAllSealed()
})

test('whenever the tab dies while sealing, the next start finishes it without duplicates', async () => {
  const deaths = Array.from({ length: 24 }, (_, at) => at)
  for (const at of deaths) {
    const ports = await realPorts()
    const store = sealedStore(failingAfter(idbRows(USER), at), new Sealing(USER, await aSealer()), webLocks(undefined))
    await reconcile({ ...ports, store }, USER).catch(() => undefined)
    store.close()
    await reconcile(ports, USER)
    await expectAllSealed()
    ports.store.close()
    await indexedDB.deleteDatabase(databaseName(USER))
    await caches.delete(mirrorName(USER))
    localStorage.clear()
    await storeUnsealed()
  }
}, 60_000)

test.each(['put', 'delete'] as const)(
  'whichever %s in the mirror fails, the next start finishes the sealing',
  async (method) => {
    for (let at = 0; at < 6; at += 1) {
      const storage = fakeCacheStorage()
      vi.stubGlobal('caches', storage)
      await indexedDB.deleteDatabase(databaseName(USER))
      await storeUnsealed()
      let left = at
      const failing = async (name: string) => {
        const cache = await storage.open(name)
        const once = async (...given: Parameters<Cache['put']>) => {
          left -= 1
          if (left === -1) throw new Error('not now')
          return Reflect.apply(Reflect.get(cache, method), cache, given)
        }
        return Object.assign(Object.create(cache), {
          match: cache.match,
          keys: cache.keys,
          put: cache.put,
          delete: cache.delete,
          [method]: once,
        })
      }
      vi.stubGlobal('caches', { ...storage, open: failing })
      await reconcile(await realPorts(), USER)
      vi.stubGlobal('caches', storage)
      await reconcile(await realPorts(), USER)
      await expectAllSealed()
    }
  },
)

describe('unsealed data stored before a sign-in', () => {
  test('is held after the sign-in until the user releases it', async () => {
    const sent: number[] = []
    const ports = await realPorts({ signIn: 'monday' })
    const { transport } = ports
    const send: typeof transport.send = async ({ seq }) => {
      sent.push(seq)
      return answer(200, { versions: {} })
    }
    await reconcile(ports, USER)
    expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 6 })
    await expectAllSealed()
    const registry = createRegistry()
    registry.register([changeThing])
    const outbox = new Engine(USER, { ...ports, transport: { ...transport, send } }, registry)
    await outbox.ready()
    expect(outbox.memory.snapshot().held).toMatchObject({ count: 4, upTo: 6 })
    // A change made after the sign-in is sent meanwhile.
    await submitChange(outbox.acts, changeThing, { edit: 7, things: ['b'], field: 'status' }, 1)
    await eventually(() => expect(sent).toEqual([7]))
    await outbox.acts.releaseHeld(6)
    await eventually(() => expect(sent).toEqual([7, 1]))
    expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 0 })
    await outbox.stop()
  })
  test('is held even under a number above every assigned one', async () => {
    const first = await realPorts()
    await reconcile(first, USER)
    first.store.close()
    await writeUnsealed('entries', anEntry({ seq: 77 }))
    const ports = await realPorts({ signIn: 'monday' })
    await reconcile(ports, USER)
    expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ nextSeq: 78, heldUpTo: 77 })
    ports.store.close()
  })
  test('no entry is held when nothing waits', async () => {
    await indexedDB.deleteDatabase(databaseName('8'))
    const { ports } = await aDesk()
    const own = { ...ports, ...sealedStores('8'), signIn: 'monday' }
    await reconcile(own, '8')
    expect((await own.store.read((tx) => tx.meta())).heldUpTo ?? 0).toBe(0)
  })
})

describe('an invalid unsealed row', () => {
  test('does not block the outbox: it becomes an unreadable change that can be discarded', async () => {
    const first = await realPorts()
    await reconcile(first, USER)
    first.store.close()
    await writeUnsealed('entries', { seq: 40, touches: 'none', madeAt: {} })
    await writeUnsealed('entries', { ...anEntry({ seq: 41 }), touches: undefined })
    await writeUnsealed('entries', { ...anEntry({ seq: 42 }), id: waiting[0]?.id ?? '' })
    await writeUnsealed('entries', { seq: -5 })
    await writeUnsealed('entries', { ...anEntry({ seq: 44 }), command: '' })
    await writeUnsealed('entries', { ...anEntry({ seq: 45 }), madeAt: 1e18 })
    await writeUnsealed('entries', { ...anEntry({ seq: 46 }), state: 'done' })
    await writeUnsealed('entries', { ...anEntry({ seq: 47 }), state: 'unreadable' })
    await writeUnsealed('fates', { ...finalState, id: 'z' })
    await writeUnsealed('fates', { ...finalState, id: waiting[0]?.id, seq: 1, entry: waiting[0] })
    await writeUnsealed('files', 7, 'f1')
    const circle: Record<string, unknown> = {}
    circle.itself = circle
    await writeUnsealed('entries', { ...anEntry({ seq: 43 }), input: circle })
    await writeUnsealed('fates', { ...finalState, id: 'y', entry: { ...done, input: circle } })
    await writeUnsealed('fates', { id: 'x', seq: {} })
    await writeUnsealed('meta', { nextSeq: Number.MAX_SAFE_INTEGER, device: 4, loss: 'much' }, 'meta')
    const { ports, registry } = { ...(await aDesk()), ports: await realPorts() }
    const outbox = new Engine(USER, ports, registry)
    await outbox.ready()
    const { entries } = outbox.memory.snapshot()
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6, 40, 41, 43, 44, 45, 46, 47])
    const [foreign] = entries.slice(-7)
    const areUnreadable = entries.slice(-7).map(({ words }) => words.record === 'A change that can’t be read')
    expect(areUnreadable).toEqual(Array.from({ length: 7 }, () => true))
    // A final state drops an entry with another id, and one whose entry is not done is not shown as settling.
    const found = await ports.store.read((tx) => Promise.all([tx.finalState('z'), tx.finalState(waiting[0]?.id ?? '')]))
    expect(found.map((one) => [one?.entry?.seq, one?.isSettling])).toEqual([
      [undefined, false],
      [1, false],
    ])
    expect(foreign).toMatchObject({ state: 'unreadable', words: { record: 'A change that can’t be read' } })
    await outbox.acts.discard(foreign?.id ?? '')
    expect(outbox.memory.snapshot().entries.map(({ seq }) => seq)).not.toContain(40)
    await outbox.stop()
    expect(await rawText(page.local)).not.toContain('none')
  })
  test('with any content keeps its number and leaves the other entries intact', async () => {
    const first = await realPorts()
    await reconcile(first, USER)
    first.store.close()
    const content = fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withDate: true, withMap: true }))
    const rows = fc.array(fc.tuple(fc.integer({ min: 50, max: 60 }), content))
    await fc.assert(
      fc.asyncProperty(rows, async (planted) => {
        for (const [seq, value] of planted) await writeUnsealed('entries', { ...value, seq })
        const ports = await realPorts()
        await reconcile(ports, USER)
        const entries = await ports.store.read((tx) => tx.entries())
        ports.store.close()
        expect(entries.slice(0, 3)).toEqual(fromClear)
        expect(entries.map(({ seq }) => seq)).toEqual(expect.arrayContaining(planted.map(([seq]) => seq)))
      }),
      { numRuns: 25 },
    )
  })
})

test('unsealed file bytes are not used for an entry restored from its sealed copy', async () => {
  const own = { ...file, id: 'f9', isSealed: true as const }
  const first = await realPorts()
  await reconcile(first, USER)
  await first.mirror.put(anEntry({ seq: 7, files: [own] }))
  first.store.close()
  await writeUnsealed('files', new Blob([NAME], { type: file.type }), own.id)
  const ports = await realPorts()
  await reconcile(ports, USER)
  expect((await ports.store.read((tx) => tx.entry(7)))?.files).toEqual([own])
  expect(await ports.store.read((tx) => tx.file(own.id))).toBeUndefined()
  ports.store.close()
})

test('an unsealed copy found later is held, even after a release', async () => {
  const first = await realPorts({ signIn: 'monday' })
  await reconcile(first, USER)
  await first.store.write(async (tx) => tx.putMeta({ ...(await tx.meta()), heldUpTo: 0 }))
  noteReleased(first.lossMarker, 99)
  first.store.close()
  const copy = anEntry({ seq: 60 })
  await (await caches.open(mirrorName(USER))).put(`/outbox-mirror/60/${copy.id}`, Response.json(copy))
  const ports = await realPorts({ signIn: 'monday' })
  await reconcile(ports, USER)
  expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 60 })
  ports.store.close()
})

test('an unsealed entry that was never sent is sent with the request its command builds, under a new id', async () => {
  const desk = await aDesk()
  const saved = await desk.save({ was: aCrate(), to: { color: 'green' } })
  const request = { params: { id: 'b' }, body: { color: 'red' } }
  await desk.ports.store.write((tx) => tx.putEntry({ ...saved, request, isFromClear: true }))
  await desk.send(1, { kind: 'network' })
  expect(desk.sent).toMatchObject([{ request: saved.request, input: saved.input, isFromClear: undefined }])
  expect(desk.sent[0]?.id).not.toBe(saved.id)
})

test('an unsealed entry whose request matches its input is sent unchanged', async () => {
  const desk = await aDesk()
  const saved = await desk.save({ was: aCrate(), to: { color: 'green' } })
  await desk.ports.store.write((tx) => tx.putEntry({ ...saved, isFromClear: true }))
  desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
  await desk.send(1, { kind: 'network' })
  expect(desk.sent).toMatchObject([{ id: saved.id, request: saved.request }])
})

test('a later unsealed copy replaces an entry that was unsealed too, and is held', async () => {
  const later = anEntry({ seq: 1, id: '0f000000-0000-7000-8000-000000000002', revision: 1 })
  await (await caches.open(mirrorName(USER))).put(`/outbox-mirror/1/${later.id}`, Response.json(later))
  const ports = await realPorts({ signIn: 'monday' })
  await reconcile(ports, USER)
  expect((await ports.store.read((tx) => tx.entry(1)))?.id).toBe(later.id)
  expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 6 })
  ports.store.close()
})

test.each([1, 9])('an unsealed copy of revision %i never replaces a sealed entry', async (revision) => {
  const own = anEntry({ seq: 8 })
  const first = await realPorts()
  await reconcile(first, USER)
  await first.store.write((tx) => tx.putEntry(own))
  await first.mirror.put(own)
  first.store.close()
  const planted = anEntry({ seq: 8, id: '0f000000-0000-7000-8000-000000000001', revision })
  const mirror = await caches.open(mirrorName(USER))
  await mirror.put(`/outbox-mirror/8/${planted.id}`, Response.json(planted))
  const ports = await realPorts()
  await reconcile(ports, USER)
  expect((await ports.store.read((tx) => tx.entry(8)))?.id).toBe(own.id)
  expect((await ports.mirror.names()).filter(({ seq }) => seq === 8)).toEqual([{ seq: 8, id: own.id }])
  ports.store.close()
})

test('unsealed bytes never count as a file that was only ever stored sealed, in either copy', async () => {
  const own = { ...file, id: 'f9', isSealed: true as const }
  const first = await realPorts()
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
  const ports = await realPorts()
  await reconcile(ports, USER)
  expect(await ports.store.read((tx) => tx.file(own.id))).toBeUndefined()
  expect(await ports.mirror.readFile(own)).toBeNull()
  expect(await ports.store.read((tx) => tx.entry(7))).toMatchObject({ state: 'refused', problem: { status: 410 } })
  ports.store.close()
})

test('sealed data stays, whatever unsealed data is put next to it', async () => {
  const ports = await realPorts()
  await reconcile(ports, USER)
  const planted = anEntry({ seq: 1, words: { record: 'planted', change: 'planted' } })
  const mirror = await caches.open(mirrorName(USER))
  await mirror.put(`/outbox-mirror/1/${planted.id}`, Response.json(planted))
  const db = await openDB(databaseName(USER))
  await db.put('clear-entries', planted)
  db.close()
  await reconcile(await realPorts(), USER)
  await expectAllSealed()
  expect(await rawText(page.local)).not.toContain('planted')
})

test("another user's ended changes are forgotten without their key, sealed or not; waiting changes stay", async () => {
  await forgetEndedOfOthers('8')
  const { store } = sealedStores(USER)
  expect(await store.read((tx) => tx.rememberedStates(0, 9))).toEqual([])
  expect(await store.read((tx) => tx.entries())).toEqual(fromClear)
  await store.write((tx) => tx.putFinalState(finalState))
  store.close()
  await forgetEndedOfOthers('8')
  const again = sealedStores(USER).store
  const read = await again.read((tx) => Promise.all([tx.rememberedStates(0, 9), tx.finalState(done.id)]))
  expect(read).toEqual([[], { ...finalState, entry: null, isSettling: false }])
})
