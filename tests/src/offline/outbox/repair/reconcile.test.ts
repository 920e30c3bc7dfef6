import { describe, expect, test } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import { storeLock } from '#src/offline/outbox/entry/names.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { noteReleased } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { retryEntry } from '#src/offline/outbox/settle/decide.ts'
import { aCrate, aDesk, answer, type OfflineDesk, USER } from '#tests/support/offline/offline-desk.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { locksThatCanBeLost } from '#tests/support/offline/offline-locks.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const SEED = 5
const statusInput = (edit: number) => ({ edit, things: ['a'], field: 'status' })
const disk = (run: OfflineRun) => run.disks.get('7')!
const crashAndReopen = async (run: OfflineRun) => {
  await run.step({ do: 'crash', wipe: 'none' })
  await run.step({ do: 'open' })
  await allTurns()
}

test('of two copies with the same sequence number the one with the later id survives, because a retry gives an entry a new id', async () => {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  await allTurns()
  const old = anEntry({ id: '01900000-0000-7000-8000-000000000001' })
  const fresh = anEntry({ id: '01900000-0000-7000-8000-000000000002' })
  for (const copy of [fresh, old]) disk(run).mirror.set(`1/${copy.id}`, JSON.stringify(copy))
  await crashAndReopen(run)
  expect([...disk(run).content.entries.values()].map(({ id }) => id)).toEqual([fresh.id])
  expect([...disk(run).mirror.keys()]).toEqual([`1/${fresh.id}`])
})
test('a replaced copy never returns as a waiting entry, even when nothing can be removed from the mirror', async () => {
  const desk = await aDesk()
  const remove = () => Promise.reject(new Error('not now'))
  Object.assign(desk.ports.mirror, { remove })
  await desk.save({ was: aCrate(), to: { color: 'green' } })
  await desk.save({ was: aCrate(), to: { color: 'blue' } })
  expect(desk.copies).toHaveLength(2)
  desk.disk.wipeStore()
  await reconcile(desk.ports, USER)
  expect(desk.entries).toMatchObject([{ words: { change: 'blue' } }])
  await desk.send(1, answer(200, aCrate({ version: 4 })))
  await desk.open()
  expect(desk.entries).toEqual([])
  expect(desk.copies).toEqual([])
})
test('retrying a refused change keeps the old copy until the mirror has the new one', async () => {
  const desk = await aDesk()
  await desk.save({ was: aCrate(), to: { color: 'green' } })
  await desk.send(1, answer(400))
  desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
  await retryEntry(desk.ports, USER, desk.entry(1)!.id)
  desk.disk.wipeStore()
  await desk.open()
  expect(desk.entries).toMatchObject([{ words: { change: 'green' } }])
})
test('a store that lost everything reports no loss while the mirror cannot be read', async () => {
  const desk = await aDesk()
  const saved = await desk.save({ was: aCrate(), to: { color: 'green' } })
  desk.disk.wipeStore()
  const reconcileWithoutMirror = () => {
    const mirror = { ...desk.ports.mirror, names: () => Promise.reject(new Error('not now')) }
    return reconcile({ ...desk.ports, mirror }, USER)
  }
  await expect(reconcileWithoutMirror()).rejects.toThrow('not now')
  await desk.open()
  expect(desk.entries).toMatchObject([{ id: saved.id, seq: 1 }])
  expect(desk.disk.content.meta.loss).toBeNull()
  await expect(reconcileWithoutMirror()).resolves.toBe(false)
})
test.each([
  [0, { signIn: 'monday', heldUpTo: 1 }],
  [1, { signIn: 'monday', heldUpTo: 0 }],
])(
  'a loss of both the store and the id of the sign-in does not change what is held (released up to %i)',
  async (releasedUpTo, meta) => {
    const desk = await aDesk()
    await desk.save({ was: aCrate(), to: { color: 'green' } })
    await reconcile({ ...desk.ports, signIn: 'monday' }, USER)
    if (releasedUpTo > 0) noteReleased(desk.ports.lossMarker, 1)
    desk.disk.wipeStore()
    // The session was restored without a sign-in, and the id of the last sign-in was lost.
    await reconcile({ ...desk.ports, signIn: null }, USER)
    expect(desk.disk.content.meta).toMatchObject(meta)
    // The id of the same sign-in is known again.
    await reconcile({ ...desk.ports, signIn: 'monday' }, USER)
    expect(desk.disk.content.meta).toMatchObject(meta)
  },
)
test('a new sign-in is noted only once the mirror can be read; until then the store’s entries are held, then the mirror’s too', async () => {
  const desk = await aDesk()
  await desk.save({ was: aCrate(), to: { color: 'green' } })
  const mirror = { ...desk.ports.mirror, names: () => Promise.reject(new Error('not now')) }
  await reconcile({ ...desk.ports, mirror, signIn: 'monday' }, USER)
  expect(desk.disk.content.meta).toMatchObject({ heldUpTo: 1 })
  expect(desk.disk.content.meta.signIn).toBeUndefined()
  const copy = anEntry({ seq: 5 })
  desk.disk.mirror.set(`5/${copy.id}`, JSON.stringify(copy))
  await reconcile({ ...desk.ports, signIn: 'monday' }, USER)
  expect(desk.disk.content.meta).toMatchObject({ signIn: 'monday', heldUpTo: 5 })
})
test('releasing held entries is noted in the loss marker', async () => {
  const desk = await aDesk()
  await desk.save({ was: aCrate(), to: { color: 'green' } })
  const outbox = new Engine(USER, { ...desk.ports, signIn: 'monday' }, desk.registry)
  await outbox.ready()
  expect(desk.ports.lossMarker.read()).toMatchObject({ heldUpTo: 1 })
  await outbox.acts.releaseHeld(1)
  expect(desk.ports.lossMarker.read()).toMatchObject({ heldUpTo: 0, signIn: 'monday' })
  await outbox.stop()
})
test("another user's copy in the mirror is not restored to the store", async () => {
  const run = new OfflineRun(SEED)
  await allTurns()
  const stray = anEntry({ user: '8' })
  disk(run).mirror.set(`1/${stray.id}`, JSON.stringify(stray))
  await crashAndReopen(run)
  expect(disk(run).content.entries.size).toBe(0)
})
test('no change is saved while the exclusive lock on both copies is held', async () => {
  let locks: OutboxPorts['locks'] | null = null
  const run = new OfflineRun(SEED, (ports) => {
    locks = ports.locks
    return ports
  })
  await allTurns()
  const { promise: lockReleased, resolve } = Promise.withResolvers<void>()
  const reconciling = locks!.hold(storeLock('7'), 'exclusive', () => lockReleased)
  await allTurns()
  const saving = submitChange(run.tabs[0]!.outbox.acts, changeThing, statusInput(1), 1)
  await allTurns()
  expect(disk(run).content.entries.size).toBe(0)
  resolve()
  await Promise.all([reconciling, saving])
  expect(run.server.history.length + disk(run).content.entries.size).toBeGreaterThan(0)
})
test("a change based on an older version keeps that version, so that the server detects a colleague's conflicting change", async () => {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  const { outbox } = run.tabs[0]!
  await submitChange(outbox.acts, changeThing, { ...statusInput(1), field: 'note' }, 1)
  await submitChange(outbox.acts, changeThing, statusInput(2), 1)
  // The first attempts have failed, so the outbox is waiting when the network returns.
  await allTurns()
  run.server.colleague('a', 'status')
  run.wire.network = 'on'
  await run.step({ do: 'online' })
  await allTurns()
  expect(run.server.history.map(({ edit }) => edit)).toEqual([-1, 1])
  expect([...disk(run).content.entries.values()]).toMatchObject([{ seenVersion: 1, state: 'conflict' }])
})

describe('a page that is frozen while it reads the mirror', () => {
  /**
   * Reconciles a desk. During the listing number `listing` of the mirror's files, `otherPage` runs and takes the lock.
   */
  const reconcileInterrupted = async (desk: OfflineDesk, listing: number, otherPage: () => Promise<void>) => {
    const { locks, holds, take } = locksThatCanBeLost()
    const { mirror } = desk.ports
    let listings = 0
    const fileIds = async () => {
      listings += 1
      if (listings === listing) {
        await otherPage()
        take()
      }
      return mirror.fileIds()
    }
    const isChanged = await reconcile({ ...desk.ports, locks, mirror: { ...mirror, fileIds } }, USER)
    expect(holds).toHaveLength(2)
    return isChanged
  }

  test('notes a change that another page saved meanwhile, and still reports that it had restored an entry', async () => {
    const desk = await aDesk()
    await desk.save({ was: aCrate(), to: { color: 'green' } })
    desk.disk.wipeStore()
    expect(
      await reconcileInterrupted(desk, 1, async () => void (await desk.save({ was: aCrate(), to: { label: 'B' } }))),
    ).toBe(true)
    expect(desk.ports.lossMarker.read()).toMatchObject({ lastSeq: 2, unsettled: [1, 2] })
  })

  test('keeps the copy of a file that another page saved meanwhile', async () => {
    const desk = await aDesk()
    const bytes = new Blob(['a photo'])
    const file = { id: 'photo-1', field: 'photo', name: 'dent.jpg', type: 'image/jpeg', size: bytes.size }
    desk.disk.mirroredFiles.set('left', bytes)
    await reconcileInterrupted(desk, 2, async () => {
      await desk.ports.store.write(async (tx) => {
        await tx.putEntry(anEntry({ files: [file] }))
        await tx.putFile(file.id, bytes)
      })
      await desk.ports.mirror.putFile(file.id, bytes)
    })
    expect([...desk.disk.mirroredFiles.keys()]).toEqual([file.id])
  })
})
