import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { enqueue } from '#src/offline/outbox/save/enqueue.ts'
import { discardEntry, retryEntry } from '#src/offline/outbox/settle/decide.ts'
import { exportChanges } from '#src/offline/outbox/settle/ended-changes.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aCrate, aDesk, answer, changeCrate, crateKind, USER } from '#tests/support/offline/offline-desk.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

beforeEach(() => {
  openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
})

const LOST_KEY = 2
/** A user's device, opened with a key. The server accepts every change. */
async function device(key = 1, parts: Partial<OutboxPorts> = {}) {
  const desk = await aDesk()
  const sent: number[] = []
  const ports: OutboxPorts = {
    ...desk.ports,
    ...sealedStores(USER, await aSealer(key)),
    session: { ...desk.ports.session, user: () => USER },
    transport: {
      ...desk.ports.transport,
      upload: () => Promise.resolve(answer(200)),
      send: async ({ seq }) => {
        sent.push(seq)
        return answer(200, aCrate({ version: 4 }))
      },
    },
    ...parts,
  }
  return { ports, sent, registry: desk.registry }
}
const bytes = new Blob(['bytes'], { type: 'image/png' })
const file = { id: 'f1', field: 'image', name: 'f1.png', type: 'image/png', size: bytes.size }
async function saveChange({ ports, registry }: Awaited<ReturnType<typeof device>>, id = 'a') {
  const input = { was: aCrate({ id }), to: { color: 'green' } }
  const draft = { command: changeCrate as never, input, seenVersion: 3, mayMerge: true, files: [{ file, bytes }] }
  const [entry] = await enqueue(ports, USER, registry, [draft])
  return entry!
}
const entriesOf = (ports: OutboxPorts) => ports.store.read((tx) => tx.entries())
/** Corrupts the copy of a change in the store. */
async function corruptFirstCopy(): Promise<void> {
  const db = await openDB(databaseName(USER))
  const [row] = await db.getAll('entries')
  await db.put('entries', {
    ...row,
    sealed: row.sealed.map((byte: number, at: number) => (at === 50 ? byte ^ 1 : byte)),
  })
  db.close()
}

describe('a change whose copy in the store does not open', () => {
  test('is restored from the mirror under its own id', async () => {
    const one = await device()
    await reconcile(one.ports, USER)
    const saved = await saveChange(one)
    await corruptFirstCopy()
    const again = await device()
    expect(await entriesOf(again.ports)).toMatchObject([{ state: 'unreadable' }])
    await reconcile(again.ports, USER)
    expect(await entriesOf(again.ports)).toEqual([{ ...saved, wasSent: true }])
  })
})

describe('a change that opens in neither copy', () => {
  const saveThenCloseStore = async () => {
    const one = await device()
    await reconcile(one.ports, USER)
    const saved = await saveChange(one)
    one.ports.store.close()
    return saved
  }
  test('stays in both copies with its file, is shown and counted but never sent, and is complete when the key is back', async () => {
    const saved = await saveThenCloseStore()
    const { ports, sent, registry } = await device(LOST_KEY)
    const outbox = new Engine(USER, ports, registry)
    await outbox.ready()
    const { entries, needsAttention, waiting, fold } = outbox.memory.snapshot()
    expect(entries).toMatchObject([{ seq: 1, id: saved.id, state: 'unreadable' }])
    expect([needsAttention, waiting]).toEqual([1, 0])
    expect(fold.rows(crateKind, [aCrate()])).toEqual([aCrate()])
    expect(JSON.stringify(await outbox.acts.exportChanges())).not.toContain('green')
    // A new change of the same record is neither merged into the unopened one nor blocked by it.
    await submitChange(outbox.acts, changeCrate, { was: aCrate(), to: { color: 'blue' } }, 3)
    await eventually(() => expect(sent).toEqual([2]))
    await expect(retryEntry(ports, USER, saved.id)).rejects.toThrow('can’t be opened')
    await outbox.stop()
    const back = await device()
    await reconcile(back.ports, USER)
    expect(await entriesOf(back.ports)).toEqual([saved])
    expect(await (await back.ports.store.read((tx) => tx.file('f1')))?.text()).toBe('bytes')
    expect(await (await back.ports.mirror.readFile(file))?.text()).toBe('bytes')
  })
  test.each(['store', 'mirror'] as const)(
    'is restored unopened from the other copy after the %s was wiped',
    async (which) => {
      const saved = await saveThenCloseStore()
      if (which === 'mirror') vi.stubGlobal('caches', fakeCacheStorage())
      else await indexedDB.deleteDatabase(databaseName(USER))
      const without = await device(LOST_KEY)
      await reconcile(without.ports, USER)
      expect((await without.ports.store.read((tx) => tx.meta())).loss).toBeNull()
      expect(await entriesOf(without.ports)).toMatchObject([{ id: saved.id, state: 'unreadable' }])
      expect(await without.ports.mirror.names()).toEqual([{ seq: 1, id: saved.id }])
      const back = await device()
      await reconcile(back.ports, USER)
      expect(await entriesOf(back.ports)).toMatchObject([{ id: saved.id, state: 'waiting', input: saved.input }])
    },
  )
  test('is removed from both copies when the user discards it', async () => {
    const saved = await saveThenCloseStore()
    const { ports, registry } = await device(LOST_KEY)
    await reconcile(ports, USER)
    await discardEntry(ports, USER, registry, saved.id)
    expect([await entriesOf(ports), await ports.mirror.names()]).toEqual([[], []])
    expect((await exportChanges(ports.store, USER, registry)).done).toMatchObject([
      { id: saved.id, state: 'discarded' },
    ])
  })
})

describe('a change stored before a sign-in', () => {
  const openSignedIn = async (signIn: string | null) => {
    const at = await device(1, { signIn })
    const outbox = new Engine(USER, at.ports, at.registry)
    await outbox.ready()
    return { ...at, outbox }
  }
  const held = { count: 1, upTo: 1, madeAt: expect.any(Number), accounts: 0, waiting: 1, wereSent: 0 }

  test('is not sent before the user releases it, whatever else the user does, nor after a restart', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    await saveChange(before)
    const { outbox, sent } = await openSignedIn('monday')
    expect(outbox.memory.snapshot().held).toEqual(held)
    await submitChange(outbox.acts, changeCrate, { was: aCrate({ id: 'b' }), to: { color: 'blue' } }, 3)
    await eventually(() => expect(sent).toEqual([2]))
    // A change of the same record waits behind the held one and is not merged into it.
    await submitChange(outbox.acts, changeCrate, { was: aCrate(), to: { label: 'Nuts' } }, 3)
    outbox.acts.sendNow()
    await outbox.stop()
    const next = await openSignedIn('monday')
    expect(next.outbox.memory.snapshot()).toMatchObject({ held, waiting: 2 })
    await next.outbox.acts.releaseHeld(0)
    expect([sent, next.sent]).toEqual([[2], []])
    await next.outbox.acts.releaseHeld(1)
    expect(next.outbox.memory.snapshot().held).toBeNull()
    await next.outbox.stop()
  })
  test('is held once per sign-in: a change stored after it is sent by another tab, and held after the next sign-in', async () => {
    const first = await openSignedIn('monday')
    await first.outbox.stop()
    await saveChange(await device())
    const other = await openSignedIn('monday')
    expect(other.outbox.memory.snapshot().held).toBeNull()
    await eventually(() => expect(other.sent).toEqual([1]))
    await other.outbox.stop()
    await saveChange(await device(), 'b')
    const next = await openSignedIn('tuesday')
    expect(next.outbox.memory.snapshot().held).toEqual({ ...held, upTo: 2 })
    await next.outbox.stop()
    expect(next.sent).toEqual([])
  })
  test('is held exactly as before when the store is lost under the same sign-in', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    await saveChange(before)
    before.ports.store.close()
    const first = await openSignedIn('monday')
    await submitChange(first.outbox.acts, changeCrate, { was: aCrate({ id: 'b' }), to: { color: 'blue' } }, 3)
    await eventually(() => expect(first.sent).toEqual([2]))
    await first.outbox.stop()
    const at = await device()
    await saveChange(at, 'c')
    at.ports.store.close()
    await indexedDB.deleteDatabase(databaseName(USER))
    const next = await openSignedIn('monday')
    expect(next.outbox.memory.snapshot().held).toEqual({ ...held, wereSent: 1 })
    await eventually(() => expect(next.sent).toEqual([3]))
    await next.outbox.stop()
  })
  test('is sent without a hold when the device has no sign-in id', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    await saveChange(before)
    const { outbox, sent } = await openSignedIn(null)
    await eventually(() => expect(sent).toEqual([1]))
    await outbox.stop()
  })
  test('is sent in order once the user releases it', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    const { command: _, ...saved } = await saveChange(before)
    const { outbox, sent } = await openSignedIn('monday')
    await submitChange(outbox.acts, changeCrate, { was: aCrate(), to: { label: 'Nuts' } }, 3)
    await outbox.acts.releaseHeld(saved.seq)
    await eventually(() => expect(sent).toEqual([1, 2]))
    await outbox.stop()
  })
})
