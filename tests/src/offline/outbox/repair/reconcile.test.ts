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
import { takenAway } from '#tests/support/offline/offline-locks.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

const SEED = 5
const thing = (edit: number) => ({ edit, things: ['a'], field: 'status' })
const disk = (run: OfflineRun) => run.disks.get('7')!
const restarted = async (run: OfflineRun) => {
  await run.step({ do: 'crash', wipe: 'none' })
  await run.step({ do: 'open' })
  await allTurns()
}

test('of two copies of one number the later stands: it was tried again under a new id', async () => {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  await allTurns()
  const old = anEntry({ id: '01900000-0000-7000-8000-000000000001' })
  const fresh = anEntry({ id: '01900000-0000-7000-8000-000000000002' })
  for (const copy of [fresh, old]) disk(run).mirror.set(`1/${copy.id}`, JSON.stringify(copy))
  await restarted(run)
  expect([...disk(run).content.entries.values()].map(({ id }) => id)).toEqual([fresh.id])
  expect([...disk(run).mirror.keys()]).toEqual([`1/${fresh.id}`])
})
test('a copy that another has replaced never comes back as waiting, though nothing can be removed from the mirror', async () => {
  const desk = await aDesk()
  const remove = () => Promise.reject(new Error('not now'))
  Object.assign(desk.ports.mirror, { remove })
  await desk.keep({ was: aCrate(), to: { color: 'green' } })
  await desk.keep({ was: aCrate(), to: { color: 'blue' } })
  expect(desk.copies).toHaveLength(2)
  desk.disk.wipeStore()
  await reconcile(desk.ports, USER)
  expect(desk.entries).toMatchObject([{ words: { change: 'blue' } }])
  await desk.send(1, answer(200, aCrate({ version: 4 })))
  await desk.open()
  expect(desk.entries).toEqual([])
  expect(desk.copies).toEqual([])
})
test('a refused change that is tried again keeps its former copy until the mirror has the new one', async () => {
  const desk = await aDesk()
  await desk.keep({ was: aCrate(), to: { color: 'green' } })
  await desk.send(1, answer(400))
  desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
  await retryEntry(desk.ports, USER, desk.entry(1)!.id)
  desk.disk.wipeStore()
  await desk.open()
  expect(desk.entries).toMatchObject([{ words: { change: 'green' } }])
})
test('a store that lost everything waits for a mirror that can not be looked at: nothing is called lost', async () => {
  const desk = await aDesk()
  const kept = await desk.keep({ was: aCrate(), to: { color: 'green' } })
  desk.disk.wipeStore()
  const blind = () => {
    const mirror = { ...desk.ports.mirror, names: () => Promise.reject(new Error('not now')) }
    return reconcile({ ...desk.ports, mirror }, USER)
  }
  await expect(blind()).rejects.toThrow('not now')
  await desk.open()
  expect(desk.entries).toMatchObject([{ id: kept.id, seq: 1 }])
  expect(desk.disk.content.meta.loss).toBeNull()
  await expect(blind()).resolves.toBe(false)
})
test.each([
  [0, { signIn: 'monday', heldUpTo: 1 }],
  [1, { signIn: 'monday', heldUpTo: 0 }],
])('what is held stays so where store and key are lost together, unless it was let go (%i)', async (letGo, meta) => {
  const desk = await aDesk()
  await desk.keep({ was: aCrate(), to: { color: 'green' } })
  await reconcile({ ...desk.ports, signIn: 'monday' }, USER)
  if (letGo > 0) noteReleased(desk.ports.lossMarker, 1)
  desk.disk.wipeStore()
  // The key came back with the session, without a sign-in.
  await reconcile({ ...desk.ports, signIn: null }, USER)
  expect(desk.disk.content.meta).toMatchObject(meta)
  // And is that of the same sign-in again.
  await reconcile({ ...desk.ports, signIn: 'monday' }, USER)
  expect(desk.disk.content.meta).toMatchObject(meta)
})
test('a sign-in is noted once the mirror has been looked at: until then all is held, and then what it has', async () => {
  const desk = await aDesk()
  await desk.keep({ was: aCrate(), to: { color: 'green' } })
  const mirror = { ...desk.ports.mirror, names: () => Promise.reject(new Error('not now')) }
  await reconcile({ ...desk.ports, mirror, signIn: 'monday' }, USER)
  expect(desk.disk.content.meta).toMatchObject({ heldUpTo: 1 })
  expect(desk.disk.content.meta.signIn).toBeUndefined()
  const copy = anEntry({ seq: 5 })
  desk.disk.mirror.set(`5/${copy.id}`, JSON.stringify(copy))
  await reconcile({ ...desk.ports, signIn: 'monday' }, USER)
  expect(desk.disk.content.meta).toMatchObject({ signIn: 'monday', heldUpTo: 5 })
})
test('who lets go what is held is not asked again where the store is lost after that', async () => {
  const desk = await aDesk()
  await desk.keep({ was: aCrate(), to: { color: 'green' } })
  const outbox = new Engine(USER, { ...desk.ports, signIn: 'monday' }, desk.registry)
  await outbox.ready()
  expect(desk.ports.lossMarker.read()).toMatchObject({ heldUpTo: 1 })
  await outbox.acts.releaseHeld(1)
  expect(desk.ports.lossMarker.read()).toMatchObject({ heldUpTo: 0, signIn: 'monday' })
  await outbox.stop()
})
test("a copy of another person's is left alone", async () => {
  const run = new OfflineRun(SEED)
  await allTurns()
  const stray = anEntry({ user: '8' })
  disk(run).mirror.set(`1/${stray.id}`, JSON.stringify(stray))
  await restarted(run)
  expect(disk(run).content.entries.size).toBe(0)
})
test('nothing is added while the two copies are made to agree', async () => {
  let locks: OutboxPorts['locks'] | null = null
  const run = new OfflineRun(SEED, (ports) => {
    locks = ports.locks
    return ports
  })
  await allTurns()
  const { promise: agreed, resolve } = Promise.withResolvers<void>()
  const reconciling = locks!.hold(storeLock('7'), 'exclusive', () => agreed)
  await allTurns()
  const saving = submitTo(run.tabs[0]!.outbox.acts, changeThing, thing(1), 1)
  await allTurns()
  expect(disk(run).content.entries.size).toBe(0)
  resolve()
  await Promise.all([reconciling, saving])
  expect(run.server.history.length + disk(run).content.entries.size).toBeGreaterThan(0)
})
test('a change made upon an older version keeps it: somebody else came between, and the server must judge that', async () => {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  const { outbox } = run.tabs[0]!
  await submitTo(outbox.acts, changeThing, { ...thing(1), field: 'note' }, 1)
  await submitTo(outbox.acts, changeThing, thing(2), 1)
  // The first attempts have failed: what comes next is heard by an outbox that waits.
  await allTurns()
  run.server.colleague('a', 'status')
  run.wire.network = 'on'
  await run.step({ do: 'online' })
  await allTurns()
  expect(run.server.history.map(({ edit }) => edit)).toEqual([-1, 1])
  expect([...disk(run).content.entries.values()]).toMatchObject([{ seenVersion: 1, state: 'conflict' }])
})

describe('a page that is frozen while it looks at the mirror', () => {
  /** Makes the copies of a desk agree; at some look at the mirror's files another page gets the lock. */
  const interrupted = async (desk: OfflineDesk, atLook: number, otherPage: () => Promise<void>) => {
    const { locks, holds, take } = takenAway()
    const { mirror } = desk.ports
    let looks = 0
    const fileIds = async () => {
      looks += 1
      if (looks === atLook) {
        await otherPage()
        take()
      }
      return mirror.fileIds()
    }
    const isChanged = await reconcile({ ...desk.ports, locks, mirror: { ...mirror, fileIds } }, USER)
    expect(holds).toHaveLength(2)
    return isChanged
  }

  test('notes what another page has added meanwhile, and tells other tabs what it had brought back before', async () => {
    const desk = await aDesk()
    await desk.keep({ was: aCrate(), to: { color: 'green' } })
    desk.disk.wipeStore()
    expect(await interrupted(desk, 1, async () => void (await desk.keep({ was: aCrate(), to: { label: 'B' } })))).toBe(
      true,
    )
    expect(desk.ports.lossMarker.read()).toMatchObject({ lastSeq: 2, unsettled: [1, 2] })
  })

  test('keeps the copy of a file that another page has added meanwhile', async () => {
    const desk = await aDesk()
    const bytes = new Blob(['a photo'])
    const file = { id: 'photo-1', field: 'photo', name: 'dent.jpg', type: 'image/jpeg', size: bytes.size }
    desk.disk.mirroredFiles.set('left', bytes)
    await interrupted(desk, 2, async () => {
      await desk.ports.store.write(async (tx) => {
        await tx.putEntry(anEntry({ files: [file] }))
        await tx.putFile(file.id, bytes)
      })
      await desk.ports.mirror.putFile(file.id, bytes)
    })
    expect([...desk.disk.mirroredFiles.keys()]).toEqual([file.id])
  })
})
