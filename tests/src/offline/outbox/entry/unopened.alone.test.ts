import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { enqueue } from '#src/offline/outbox/save/enqueue.ts'
import { discardEntry, retryEntry } from '#src/offline/outbox/settle/decide.ts'
import { exportChanges } from '#src/offline/outbox/settle/done.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aCrate, aDesk, answer, changeCrate, USER } from '#tests/support/offline/offline-desk.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

beforeEach(() => {
  openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
})

const LOST_KEY = 2
/** A person's device, opened with a key. Whatever is sent is taken. */
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
async function keep({ ports, registry }: Awaited<ReturnType<typeof device>>, id = 'a') {
  const input = { was: aCrate({ id }), to: { color: 'green' } }
  const draft = { command: changeCrate as never, input, seenVersion: 3, mayMerge: true, files: [{ file, bytes }] }
  const [entry] = await enqueue(ports, USER, registry, [draft])
  return entry!
}
const entriesOf = (ports: OutboxPorts) => ports.store.read((tx) => tx.entries())
/** The first copy of a change rots. */
async function spoil(): Promise<void> {
  const db = await openDB(databaseName(USER))
  const [row] = await db.getAll('entries')
  await db.put('entries', {
    ...row,
    sealed: row.sealed.map((byte: number, at: number) => (at === 50 ? byte ^ 1 : byte)),
  })
  db.close()
}

describe('a change whose first copy does not open', () => {
  test('comes back from the second one, and is sent under its own id', async () => {
    const one = await device()
    await reconcile(one.ports, USER)
    const kept = await keep(one)
    await spoil()
    const again = await device()
    expect(await entriesOf(again.ports)).toMatchObject([{ state: 'unreadable' }])
    await reconcile(again.ports, USER)
    expect(await entriesOf(again.ports)).toEqual([{ ...kept, wasSent: true }])
  })
})

describe('a change that opens in neither copy', () => {
  const lockedOut = async () => {
    const one = await device()
    await reconcile(one.ports, USER)
    const kept = await keep(one)
    one.ports.store.close()
    return kept
  }
  test('stays in both with its file, is shown and counted, is never sent, and is whole when the key is back', async () => {
    const kept = await lockedOut()
    const { ports, sent, registry } = await device(LOST_KEY)
    const outbox = new Engine(USER, ports, registry)
    await outbox.ready()
    const { entries, needsAttention, waiting, fold } = outbox.memory.snapshot()
    expect(entries).toMatchObject([{ seq: 1, id: kept.id, state: 'unreadable' }])
    expect([needsAttention, waiting, fold.rows]).toEqual([1, 0, expect.any(Function)])
    expect(JSON.stringify(await outbox.acts.exportChanges())).not.toContain('green')
    // A new change of the same record is neither merged into it nor held up by it.
    await submitTo(outbox.acts, changeCrate, { was: aCrate(), to: { color: 'blue' } }, 3)
    await eventually(() => expect(sent).toEqual([2]))
    await expect(retryEntry(ports, USER, kept.id)).rejects.toThrow('can’t be opened')
    await outbox.stop()
    const back = await device()
    await reconcile(back.ports, USER)
    expect(await entriesOf(back.ports)).toEqual([kept])
    expect(await (await back.ports.store.read((tx) => tx.file('f1')))?.text()).toBe('bytes')
    expect(await (await back.ports.mirror.readFile(file))?.text()).toBe('bytes')
  })
  test.each(['store', 'mirror'] as const)(
    'comes back unopened from the other copy when the %s was wiped',
    async (which) => {
      const kept = await lockedOut()
      if (which === 'mirror') vi.stubGlobal('caches', fakeCacheStorage())
      else await indexedDB.deleteDatabase(databaseName(USER))
      const without = await device(LOST_KEY)
      await reconcile(without.ports, USER)
      expect((await without.ports.store.read((tx) => tx.meta())).loss).toBeNull()
      expect(await entriesOf(without.ports)).toMatchObject([{ id: kept.id, state: 'unreadable' }])
      expect(await without.ports.mirror.names()).toEqual([{ seq: 1, id: kept.id }])
      const back = await device()
      await reconcile(back.ports, USER)
      expect(await entriesOf(back.ports)).toMatchObject([{ id: kept.id, state: 'waiting', input: kept.input }])
    },
  )
  test('goes when its person discards it', async () => {
    const kept = await lockedOut()
    const { ports, registry } = await device(LOST_KEY)
    await reconcile(ports, USER)
    await discardEntry(ports, USER, registry, kept.id)
    expect([await entriesOf(ports), await ports.mirror.names()]).toEqual([[], []])
    expect((await exportChanges(ports.store, USER, registry)).done).toMatchObject([{ id: kept.id, state: 'discarded' }])
  })
})

describe('what was stored before a sign-in', () => {
  const opened = async (signIn: string | null) => {
    const at = await device(1, { signIn })
    const outbox = new Engine(USER, at.ports, at.registry)
    await outbox.ready()
    return { ...at, outbox }
  }
  const held = { count: 1, upTo: 1, madeAt: expect.any(Number), accounts: 0, waiting: 1, wereSent: 0 }

  test('is not sent before its person says so, whatever they do meanwhile, nor after the next start', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    await keep(before)
    const { outbox, sent } = await opened('monday')
    expect(outbox.memory.snapshot().held).toEqual(held)
    await submitTo(outbox.acts, changeCrate, { was: aCrate({ id: 'b' }), to: { color: 'blue' } }, 3)
    await eventually(() => expect(sent).toEqual([2]))
    // One of the same record waits behind it, and does not become one with it.
    await submitTo(outbox.acts, changeCrate, { was: aCrate(), to: { label: 'Nuts' } }, 3)
    outbox.acts.sendNow()
    await outbox.stop()
    const next = await opened('monday')
    expect(next.outbox.memory.snapshot()).toMatchObject({ held, waiting: 2 })
    await next.outbox.acts.releaseHeld(0)
    expect([sent, next.sent]).toEqual([[2], []])
    await next.outbox.acts.releaseHeld(1)
    expect(next.outbox.memory.snapshot().held).toBeNull()
    await next.outbox.stop()
  })
  test('is held once for each sign-in: what was stored since is sent by another tab, and held after the next one', async () => {
    const first = await opened('monday')
    await first.outbox.stop()
    await keep(await device())
    const other = await opened('monday')
    expect(other.outbox.memory.snapshot().held).toBeNull()
    await eventually(() => expect(other.sent).toEqual([1]))
    await other.outbox.stop()
    await keep(await device(), 'b')
    const next = await opened('tuesday')
    expect(next.outbox.memory.snapshot().held).toEqual({ ...held, upTo: 2 })
    await next.outbox.stop()
    expect(next.sent).toEqual([])
  })
  test('is held no more and no less when the store was lost under the same sign-in', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    await keep(before)
    before.ports.store.close()
    const first = await opened('monday')
    await submitTo(first.outbox.acts, changeCrate, { was: aCrate({ id: 'b' }), to: { color: 'blue' } }, 3)
    await eventually(() => expect(first.sent).toEqual([2]))
    await first.outbox.stop()
    const at = await device()
    await keep(at, 'c')
    at.ports.store.close()
    await indexedDB.deleteDatabase(databaseName(USER))
    const next = await opened('monday')
    expect(next.outbox.memory.snapshot().held).toEqual({ ...held, wereSent: 1 })
    await eventually(() => expect(next.sent).toEqual([3]))
    await next.outbox.stop()
  })
  test('is not held where the device notes no sign-in', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    await keep(before)
    const { outbox, sent } = await opened(null)
    await eventually(() => expect(sent).toEqual([1]))
    await outbox.stop()
  })
  test('is sent in its order once they do', async () => {
    const before = await device()
    await reconcile(before.ports, USER)
    const { command: _, ...kept } = await keep(before)
    const { outbox, sent } = await opened('monday')
    await submitTo(outbox.acts, changeCrate, { was: aCrate(), to: { label: 'Nuts' } }, 3)
    await outbox.acts.releaseHeld(kept.seq)
    await eventually(() => expect(sent).toEqual([1, 2]))
    await outbox.stop()
  })
})
