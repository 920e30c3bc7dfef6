import { describe, expect, test, vi } from 'vitest'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { entries, isDone, isHeld, newest, restart, until, untilLater } from '#tests/support/offline/offline-upload.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

const SEED = 3
const SIZE = 700 * 1024
const ID = '019af3b0-0000-7000-8000-0000000000aa'
const thing = (edit: number) => ({ edit, things: ['a'], field: 'status' })
const photo = (size = SIZE) => ({ id: ID, field: 'photo', file: new Blob([aPhoto(size)]), name: 'maria.jpg' })
const disk = (run: OfflineRun) => run.disks.get(run.user)!
const arrived = async (run: OfflineRun) => run.server.uploads.content(run.user, ID)
const copies = (run: OfflineRun) => [disk(run).content.files.size, disk(run).mirroredFiles.size]

async function offlineWithPhoto(): Promise<OfflineRun> {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  await allTurns()
  await submitTo(newest(run).acts, changeThing, thing(1), 1, [photo()])
  return run
}
/** The server has the whole photo; what the change itself met on its way was a lost connection. */
async function allButTheChangeSent(): Promise<OfflineRun> {
  const run = await offlineWithPhoto()
  run.wire.network = 'on'
  run.wire.troubles.push('ok', 'ok', 'ok', 'lost')
  newest(run).acts.sendNow()
  await until(() => run.server.uploads.received === SIZE && isHeld(run))
  return run
}
describe('keeping a file', () => {
  test('its bytes are in both places before the screen says "saved"', async () => {
    const run = await offlineWithPhoto()
    expect(copies(run)).toEqual([1, 1])
    expect(entries(run)[0]?.files).toEqual([
      { id: ID, field: 'photo', name: 'maria.jpg', type: '', size: SIZE, isSealed: true },
    ])
  })
  test('one that is too large to be kept twice is refused in words, and nothing is kept', async () => {
    const run = new OfflineRun(SEED)
    await allTurns()
    const saving = submitTo(newest(run).acts, changeThing, thing(1), 1, [photo(10 * 1024 * 1024 + 1)])
    await expect(saving).rejects.toThrow(/"maria.jpg" is too large to be kept safely on this device: 10 MB at most/)
    await expect(saving).rejects.toBeInstanceOf(NotSaved)
    expect([...copies(run), entries(run).length]).toEqual([0, 0, 0])
  })
  test('one that can’t be read any more is refused in words', async () => {
    const run = new OfflineRun(SEED)
    const gone = Object.assign(new Blob(['x']), {
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')),
    })
    const saving = submitTo(newest(run).acts, changeThing, thing(1), 1, [{ ...photo(), file: gone }])
    await expect(saving).rejects.toThrow(/"maria.jpg" can't be read. Choose it again/)
  })
  test('the part of the app that reads it may not come: that is said, and nothing is kept', async () => {
    vi.doMock('#src/offline/outbox/save/files.ts', () => Promise.reject(new TypeError('Failed to fetch')))
    const run = new OfflineRun(SEED)
    const saving = submitTo(newest(run).acts, changeThing, thing(1), 1, [photo()])
    await expect(saving).rejects.toThrow(/can't be loaded right now. What you typed is still here/)
    expect([...copies(run), entries(run).length]).toEqual([0, 0, 0])
    vi.doUnmock('#src/offline/outbox/save/files.ts')
  })
  test('a mirror that takes no file leaves nothing behind in either place', async () => {
    const noRoom = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const run = new OfflineRun(SEED, (ports) => ({ ...ports, mirror: { ...ports.mirror, putFile: noRoom } }))
    await expect(submitTo(newest(run).acts, changeThing, thing(1), 1, [photo()])).rejects.toThrow(/storage is full/)
    expect([...copies(run), disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 0, 0, 0])
    expect(run.server.uploads.received).toBe(0)
  })
  test('a discarded change takes its file along', async () => {
    const run = await offlineWithPhoto()
    await until(() => isHeld(run))
    await newest(run).acts.discard(entries(run)[0]!.id)
    expect(copies(run)).toEqual([0, 0])
  })
})

describe('sending a file', () => {
  test('goes before its change, in parts, and leaves the device with it', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
    expect([run.server.uploads.received, copies(run)]).toEqual([SIZE, [0, 0]])
  })
  test('after a cut goes on where the server stands: at most the part that was cut is sent again', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    run.wire.troubles.push('ok', 'lost', 'ok', 'cut', 'ok', '500')
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
    expect(run.server.uploads.received).toBe(SIZE)
    expect(run.server.uploads.asked).toBeGreaterThan(0)
  })
  test('by a tab that dies in the middle is gone on with by the next', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    run.wire.troubles.push('ok', 'hang')
    await untilLater(run, () => run.server.uploads.received > 0)
    await restart(run)
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
    expect(run.server.uploads.received).toBe(SIZE)
  })
  test('in parts of which one came although its answer did not, is set right by the server', async () => {
    const run = new OfflineRun(SEED)
    run.wire.troubles.push('late')
    await allTurns()
    await submitTo(newest(run).acts, changeThing, thing(1), 1, [photo()])
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
    expect(run.server.history).toHaveLength(1)
  })
  test('that the server had, and let go before the change came, goes again from its first byte', async () => {
    const run = await allButTheChangeSent()
    run.server.uploads.forget(run.user, ID)
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
    expect(run.server.uploads.received).toBe(2 * SIZE)
  })
  test('a change whose file has not arrived is not known to the server, and can be taken out', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    run.wire.troubles.push('ok', '500')
    newest(run).acts.sendNow()
    await until(() => run.server.uploads.received > 0 && isHeld(run))
    expect(entries(run)[0]?.wasSent).toBe(false)
    expect(await newest(run).acts.undo(entries(run)[0]!.id)).toBe('removed')
    expect(copies(run)).toEqual([0, 0])
  })
  test('for which the server has no room waits its hour, and no change without a file waits with it', async () => {
    const reply = { detail: 'Too many files wait here for a change that uses them. Try again later.' }
    const noRoom: AttemptResult = { kind: 'answer', status: 429, reply, retryAfterMs: 3_600_000 }
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      transport: { ...ports.transport, upload: () => Promise.resolve(noRoom) },
    }))
    await allTurns()
    await submitTo(newest(run).acts, changeThing, thing(1), 1, [photo()])
    await until(() => isHeld(run))
    await submitTo(newest(run).acts, changeThing, { ...thing(2), things: ['b'] }, 1)
    await until(() => run.server.history.length === 1)
    expect(entries(run)).toMatchObject([
      {
        state: 'waiting',
        wasSent: false,
        nextTryAt: run.clock.now() + 3_600_000,
        problem: { status: 429, body: reply },
      },
    ])
  })
  test('never goes with another person’s token', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    await run.step({ do: 'switch' })
    await run.step({ do: 'wait', ms: 120_000 })
    expect(run.server.uploads.received).toBe(0)
  })
})

describe('bytes that the device has lost', () => {
  test.each(['store', 'mirror'] as const)('in the %s come back from the other copy at the start', async (wipe) => {
    const run = await offlineWithPhoto()
    await restart(run, wipe)
    expect(copies(run)).toEqual([1, 1])
    run.wire.network = 'on'
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
  })
  test('in the store come from the mirror when they are sent', async () => {
    const run = await offlineWithPhoto()
    disk(run).content = { ...disk(run).content, files: new Map([[ID, new Blob(['torn'])]]) }
    run.wire.network = 'on'
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
  })
  test('in both leave a change that is kept and needs the person, in words', async () => {
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      transport: {
        ...ports.transport,
        send: () => Promise.resolve({ kind: 'offline' }),
        upload: () => Promise.resolve({ kind: 'offline' }),
      },
    }))
    await allTurns()
    await submitTo(newest(run).acts, changeThing, thing(1), 1, [photo()])
    await until(() => isHeld(run))
    disk(run).content = { ...disk(run).content, files: new Map() }
    disk(run).mirroredFiles.clear()
    await restart(run)
    expect(entries(run)[0]).toMatchObject({
      state: 'refused',
      problem: {
        status: 410,
        body: { detail: expect.stringContaining('The file "maria.jpg" is gone from this device') },
      },
    })
  })
  test('in both do not matter when the server has them', async () => {
    const run = await allButTheChangeSent()
    disk(run).content = { ...disk(run).content, files: new Map() }
    disk(run).mirroredFiles.clear()
    await untilLater(run, isDone(run))
    expect(await arrived(run)).toEqual(aPhoto(SIZE))
  })
  test('and of no entry any more are swept at the start', async () => {
    const run = await offlineWithPhoto()
    disk(run).content = {
      ...disk(run).content,
      files: new Map([...disk(run).content.files, ['left', new Blob(['x'])]]),
    }
    disk(run).mirroredFiles.set('left too', new Blob(['x']))
    await restart(run)
    expect([[...disk(run).content.files.keys()], [...disk(run).mirroredFiles.keys()]]).toEqual([[ID], [ID]])
  })
})
