import { describe, expect, test, vi } from 'vitest'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import {
  entries,
  isDone,
  newestOutbox,
  restart,
  until,
  untilLater,
  waitsForRetry,
} from '#tests/support/offline/offline-upload.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const SEED = 3
const SIZE = 700 * 1024
const ID = '019af3b0-0000-7000-8000-0000000000aa'
const thing = (edit: number) => ({ edit, things: ['a'], field: 'status' })
const photo = (size = SIZE) => ({ id: ID, field: 'photo', file: new Blob([aPhoto(size)]), name: 'maria.jpg' })
const disk = (run: OfflineRun) => run.disks.get(run.user)!
const uploadedBytes = async (run: OfflineRun) => run.server.uploads.content(run.user, ID)
const copyCounts = (run: OfflineRun) => [disk(run).content.files.size, disk(run).mirroredFiles.size]

async function offlineWithPhoto(): Promise<OfflineRun> {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  await allTurns()
  await submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo()])
  return run
}
/** The server has the whole photo; the connection was lost while the change itself was sent. */
async function onlyChangeUnsent(): Promise<OfflineRun> {
  const run = await offlineWithPhoto()
  run.wire.network = 'on'
  run.wire.troubles.push('ok', 'ok', 'ok', 'lost')
  newestOutbox(run).acts.sendNow()
  await until(() => run.server.uploads.receivedBytes === SIZE && waitsForRetry(run))
  return run
}
describe('saving a file', () => {
  test('its bytes are in both copies before the screen says "saved"', async () => {
    const run = await offlineWithPhoto()
    expect(copyCounts(run)).toEqual([1, 1])
    expect(entries(run)[0]?.files).toEqual([
      { id: ID, field: 'photo', name: 'maria.jpg', type: '', size: SIZE, isSealed: true },
    ])
  })
  test('a file too large to store twice is refused with a message for the user, and nothing is saved', async () => {
    const run = new OfflineRun(SEED)
    await allTurns()
    const saving = submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo(10 * 1024 * 1024 + 1)])
    await expect(saving).rejects.toThrow(/"maria.jpg" is too large to be kept safely on this device: 10 MB at most/)
    await expect(saving).rejects.toBeInstanceOf(NotSaved)
    expect([...copyCounts(run), entries(run).length]).toEqual([0, 0, 0])
  })
  test('a file that can no longer be read is refused with a message for the user', async () => {
    const run = new OfflineRun(SEED)
    const gone = Object.assign(new Blob(['x']), {
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')),
    })
    const saving = submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [{ ...photo(), file: gone }])
    await expect(saving).rejects.toThrow(/"maria.jpg" can't be read. Choose it again/)
  })
  test('when the code that reads files fails to load, the user is told and nothing is saved', async () => {
    vi.doMock('#src/offline/outbox/save/files.ts', () => Promise.reject(new TypeError('Failed to fetch')))
    const run = new OfflineRun(SEED)
    const saving = submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo()])
    await expect(saving).rejects.toThrow(/can't be loaded right now. What you typed is still here/)
    expect([...copyCounts(run), entries(run).length]).toEqual([0, 0, 0])
    vi.doUnmock('#src/offline/outbox/save/files.ts')
  })
  test('a mirror without room for the file leaves nothing in either copy', async () => {
    const noRoom = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const run = new OfflineRun(SEED, (ports) => ({ ...ports, mirror: { ...ports.mirror, putFile: noRoom } }))
    await expect(submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo()])).rejects.toThrow(
      /storage is full/,
    )
    expect([...copyCounts(run), disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 0, 0, 0])
    expect(run.server.uploads.receivedBytes).toBe(0)
  })
  test('discarding a change removes its file from both copies', async () => {
    const run = await offlineWithPhoto()
    await until(() => waitsForRetry(run))
    await newestOutbox(run).acts.discard(entries(run)[0]!.id)
    expect(copyCounts(run)).toEqual([0, 0])
  })
})

describe('sending a file', () => {
  test('sends it in parts before its change, then removes it from the device', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
    expect([run.server.uploads.receivedBytes, copyCounts(run)]).toEqual([SIZE, [0, 0]])
  })
  test('continues after a cut where the server is, and sends no byte twice that arrived', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    run.wire.troubles.push('ok', 'lost', 'ok', 'cut', 'ok', '500')
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
    expect(run.server.uploads.receivedBytes).toBe(SIZE)
    expect(run.server.uploads.findRequests).toBeGreaterThan(0)
  })
  test('is continued by the next tab when a tab dies halfway', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    run.wire.troubles.push('ok', 'hang')
    await untilLater(run, () => run.server.uploads.receivedBytes > 0)
    await restart(run)
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
    expect(run.server.uploads.receivedBytes).toBe(SIZE)
  })
  test('is corrected by the server when a part arrives although its response did not', async () => {
    const run = new OfflineRun(SEED)
    run.wire.troubles.push('late')
    await allTurns()
    await submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo()])
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
    expect(run.server.history).toHaveLength(1)
  })
  test('starts again from the first byte when the server dropped the file before the change arrived', async () => {
    const run = await onlyChangeUnsent()
    run.server.uploads.forget(run.user, ID)
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
    expect(run.server.uploads.receivedBytes).toBe(2 * SIZE)
  })
  test('leaves its change unsent until the file has arrived, so that the change can be removed', async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    run.wire.troubles.push('ok', '500')
    newestOutbox(run).acts.sendNow()
    await until(() => run.server.uploads.receivedBytes > 0 && waitsForRetry(run))
    expect(entries(run)[0]?.wasSent).toBe(false)
    expect(await newestOutbox(run).acts.undo(entries(run)[0]!.id)).toBe('removed')
    expect(copyCounts(run)).toEqual([0, 0])
  })
  test('waits an hour when the server has no room, while changes without files are sent', async () => {
    const reply = { detail: 'Too many files wait here for a change that uses them. Try again later.' }
    const noRoom: AttemptResult = { kind: 'answer', status: 429, reply, retryAfterMs: 3_600_000 }
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      transport: { ...ports.transport, upload: () => Promise.resolve(noRoom) },
    }))
    await allTurns()
    await submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo()])
    await until(() => waitsForRetry(run))
    await submitChange(newestOutbox(run).acts, changeThing, { ...thing(2), things: ['b'] }, 1)
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
  test("never uses another user's token", async () => {
    const run = await offlineWithPhoto()
    run.wire.network = 'on'
    await run.step({ do: 'switch' })
    await run.step({ do: 'wait', ms: 120_000 })
    expect(run.server.uploads.receivedBytes).toBe(0)
  })
})

describe('file bytes on the device', () => {
  test.each(['store', 'mirror'] as const)(
    'that the %s has lost are restored from the other copy at the start',
    async (wipe) => {
      const run = await offlineWithPhoto()
      await restart(run, wipe)
      expect(copyCounts(run)).toEqual([1, 1])
      run.wire.network = 'on'
      await untilLater(run, isDone(run))
      expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
    },
  )
  test('that the store has lost are read from the mirror when they are sent', async () => {
    const run = await offlineWithPhoto()
    disk(run).content = { ...disk(run).content, files: new Map([[ID, new Blob(['torn'])]]) }
    run.wire.network = 'on'
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
  })
  test('that both copies have lost leave the change refused, with a message for the user', async () => {
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      transport: {
        ...ports.transport,
        send: () => Promise.resolve({ kind: 'offline' }),
        upload: () => Promise.resolve({ kind: 'offline' }),
      },
    }))
    await allTurns()
    await submitChange(newestOutbox(run).acts, changeThing, thing(1), 1, [photo()])
    await until(() => waitsForRetry(run))
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
  test('that both copies have lost do not matter when the server has them', async () => {
    const run = await onlyChangeUnsent()
    disk(run).content = { ...disk(run).content, files: new Map() }
    disk(run).mirroredFiles.clear()
    await untilLater(run, isDone(run))
    expect(await uploadedBytes(run)).toEqual(aPhoto(SIZE))
  })
  test('that belong to no entry are deleted at the start', async () => {
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
