import fc from 'fast-check'
import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import { databaseName, mirrorName } from '#src/offline/outbox/entry/names.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aCrate, aDesk, changeCrate } from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const USER = '7'
const own = anEntry({ seq: 1 })

beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => console.error(error))
  openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
})

async function realPorts(): Promise<OutboxPorts> {
  return { ...(await aDesk()).ports, ...sealedStores(USER) }
}
/** Resets storage to one entry in both copies and nothing else. */
async function resetCopies(): Promise<void> {
  await indexedDB.deleteDatabase(databaseName(USER))
  await caches.delete(mirrorName(USER))
  localStorage.clear()
  const ports = await realPorts()
  await reconcile(ports, USER)
  await ports.store.write(async (tx) => {
    await tx.putEntry(own)
    await tx.putMeta({ ...(await tx.meta()), nextSeq: 2 })
  })
  await ports.mirror.put(own)
  ports.store.close()
}
/** Writes values to the app's database, as a user could do by hand. */
async function writeByHand(work: (db: Awaited<ReturnType<typeof openDB>>) => Promise<unknown>): Promise<void> {
  const db = await openDB(databaseName(USER))
  await work(db)
  db.close()
}
/** Opens the outbox, adds a change and returns the numbers of all entries. */
async function numbersAfterNewChange(): Promise<readonly number[]> {
  const [ports, { registry }] = [await realPorts(), await aDesk()]
  const ids = { ...ports.ids, uuid: newUuid }
  const outbox = new Engine(USER, { ...ports, ids, session: { ...ports.session, user: () => null } }, registry)
  await submitChange(outbox.acts, changeCrate, { was: aCrate(), to: { color: 'green' } }, 3)
  const entries = await ports.store.read((tx) => tx.entries())
  expect(entries.find(({ id }) => id === own.id)).toEqual({ ...own, wasSent: expect.any(Boolean) })
  await outbox.stop()
  return entries.map(({ seq }) => seq)
}

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true })
const row = fc.dictionary(fc.constantFrom('revision', 'device', 'sealed', 'at'), anything)
const fate = fc.dictionary(fc.constantFrom('seq', 'state', 'settledAt', 'settling', 'sealed', 'at'), anything)
const counters = fc.dictionary(
  fc.constantFrom('nextSeq', 'device', 'heldUpTo', 'signIn', 'loss', 'lossWords', 'life', 'generation'),
  anything,
)

test('whatever is written by hand among the sealed rows, the outbox opens and assigns no number twice', async () => {
  const plantedValues = fc.record({ row, fate, meta: counters, stamp: counters, changed: anything })
  const run = async ({
    row,
    fate,
    meta,
    stamp,
    changed,
  }: typeof plantedValues extends fc.Arbitrary<infer T> ? T : never) => {
    await resetCopies()
    await writeByHand(async (db) => {
      await db.put('entries', { ...row, seq: 5, id: 'laid' })
      await db.put('fates', { ...fate, id: 'laid' })
      await db.put('files', changed, 'laid')
      await db.put('meta', meta, 'meta')
      await db.put('meta', stamp, 'stamp')
      await db.put('changes', changed, 1)
    })
    const [one, five, more] = await numbersAfterNewChange()
    expect([one, five]).toEqual([1, 5])
    expect(more).toBeGreaterThanOrEqual(6)
  }
  await fc.assert(fc.asyncProperty(plantedValues, run), { numRuns: 40 })
}, 60_000)

const valid = { revision: 0, device: 'tablet', at: 1, sealed: new Uint8Array(40) }
test.each([7, 'text', null, undefined, {}, [1, 2]])(
  '%j is not a valid sealed value and is treated as data that does not open',
  async (sealed) => {
    await resetCopies()
    await writeByHand(async (db) => {
      const fate = { id: 'laid', seq: 9, state: 'done', settledAt: 1, settling: 1, rememberedAt: 1, at: 1, sealed }
      await db.put('entries', { ...valid, seq: 5, id: 'laid', sealed })
      await db.put('fates', fate)
      await db.put('fates', { ...fate, id: 'other', state: 'never', sealed: new Uint8Array(40) })
      const loss = { count: 1, foundAt: 1, missing: [{ seq: 4, madeAt: null }] }
      await db.put('meta', { ...(await db.get('meta', 'meta')), loss, lossWords: sealed }, 'meta')
    })
    expect(await numbersAfterNewChange()).toEqual([1, 5, 6])
    const { store } = await realPorts()
    const fates = await store.read((tx) =>
      Promise.all([tx.settlingStates(), tx.rememberedStates(0, 9), tx.finalStatesOf(9)]),
    )
    expect(fates.flat().map(({ id }) => id)).not.toContain('other')
    store.close()
  },
)

test.each([
  ['not a list of numbers', 1, [{}, null]],
  ['of another write', 1_000_000, []],
])('the whole store is read again when the list of changed numbers is %s', async (_, after, changed) => {
  await resetCopies()
  const { store } = await realPorts()
  const read = () => store.read((tx) => tx.entries())
  expect((await read()).map(({ seq }) => seq)).toEqual([1])
  await writeByHand(async (db) => {
    const stamp = await db.get('meta', 'stamp')
    await db.put('entries', { ...valid, seq: 5, id: 'laid' })
    await db.put('changes', changed, stamp.generation + after)
    await db.put('meta', { ...stamp, generation: stamp.generation + 1 }, 'stamp')
  })
  expect((await read()).map(({ seq }) => seq)).toEqual([1, 5])
  store.close()
})

test.each([
  [null, undefined],
  [7, undefined],
  ['text', undefined],
  [undefined, { life: '', generation: -1 }],
  [undefined, { life: '', generation: -2 }],
  [undefined, { life: '', generation: 0 }],
  [undefined, null],
  [undefined, { life: 'laid', generation: 2 ** 53 }],
])('counters %j and stamp %j written by hand hide no entry from a start', async (meta, stamp) => {
  await resetCopies()
  await writeByHand(async (db) => {
    if (meta !== undefined) await db.put('meta', meta, 'meta')
    if (stamp !== undefined) await db.put('meta', stamp, 'stamp')
    await db.clear('changes')
    await db.put('changes', [], 1_000_000)
  })
  const ports = await realPorts()
  await reconcile({ ...ports, signIn: 'monday' }, USER)
  expect(await ports.store.read((tx) => tx.meta())).toMatchObject({ heldUpTo: 1, nextSeq: 2 })
  ports.store.close()
  expect(await numbersAfterNewChange()).toEqual([1, 2])
})

test('after the highest number is written by hand, numbers in use are skipped and no entry is lost', async () => {
  await resetCopies()
  await writeByHand(async (db) => db.put('meta', { ...(await db.get('meta', 'meta')), nextSeq: 1_000_000_000 }, 'meta'))
  expect(await numbersAfterNewChange()).toEqual([1, 1_000_000_000])
  expect(await numbersAfterNewChange()).toEqual([1, 2, 1_000_000_000])
  expect(await numbersAfterNewChange()).toEqual([1, 2, 3, 1_000_000_000])
})

test('a hold written by hand does not outlive the next sign-in', async () => {
  await resetCopies()
  await writeByHand(async (db) => {
    await db.clear('entries')
    await db.put('meta', { ...(await db.get('meta', 'meta')), heldUpTo: 1_000_000 }, 'meta')
  })
  await caches.delete(mirrorName(USER))
  const ports = await realPorts()
  await reconcile({ ...ports, signIn: 'monday' }, USER)
  expect((await ports.store.read((tx) => tx.meta())).heldUpTo).toBe(0)
  ports.store.close()
})

test('of two unsealed copies with one id only one is restored, and the outbox opens', async () => {
  await resetCopies()
  const mirror = await caches.open(mirrorName(USER))
  for (const seq of [92, 93]) await mirror.put(`/outbox-mirror/${seq}/twin`, Response.json({ ...own, id: 'twin', seq }))
  expect(await numbersAfterNewChange()).toEqual([1, 93, 94])
})

test.each([true, false])(
  'an unsealed copy with the id of another entry displaces no entry (store lost: %s)',
  async (isLost) => {
    await resetCopies()
    const mirror = await caches.open(mirrorName(USER))
    const planted = { ...own, seq: 91 }
    await mirror.put(`/outbox-mirror/91/${own.id}`, Response.json(planted))
    await writeByHand(async (db) => {
      if (isLost) await db.clear('entries')
      if (isLost) await db.put('entries', { ...valid, seq: 77, id: own.id })
    })
    expect(await numbersAfterNewChange()).toEqual([1, 92])
    expect(await mirror.match(`/outbox-mirror/91/${own.id}`)).toBeUndefined()
  },
)

test('a sealed copy duplicated under other numbers and ids does not prevent the outbox from opening', async () => {
  await resetCopies()
  const mirror = await caches.open(mirrorName(USER))
  const copy = await mirror.match(`/outbox-mirror/sealed/1/${own.id}`)
  for (const seq of [3, 4]) {
    await mirror.put(`/outbox-mirror/sealed/${seq}/${own.id}`, copy!.clone())
    await mirror.put(`/outbox-mirror/sealed/${seq}/laid`, copy!.clone())
  }
  await writeByHand((db) =>
    db.put('entries', { ...anEntry({ seq: 2 }), id: 'laid', sealed: new Uint8Array(40), at: 1 }),
  )
  expect(await numbersAfterNewChange()).toEqual([1, 2, 5])
})

test.each([2 ** 53, Number.POSITIVE_INFINITY, 0, -7, 0.5])('the invalid number %d is accepted nowhere', async (seq) => {
  await resetCopies()
  await writeByHand(async (db) => {
    await db.put('entries', { ...anEntry(), seq, id: 'laid', sealed: new Uint8Array(40), at: 1 })
    await db.put('clear-entries', { ...anEntry(), seq, id: 'clear' })
    await db.put('meta', { ...(await db.get('meta', 'meta')), nextSeq: seq }, 'meta')
    await db.put('meta', { life: 'laid', generation: 9 }, 'stamp')
  })
  const mirror = await caches.open(mirrorName(USER))
  await mirror.put(`/outbox-mirror/sealed/${Math.abs(seq)}/laid`, new Response(new Uint8Array(40)))
  // The name of the mirror's copy has the absolute value: 7 is a valid number and is in use.
  expect(await numbersAfterNewChange()).toEqual(seq === -7 ? [1, 7, 8] : [1, 2])
})
