import { describe, expect, test } from 'vitest'
import { keepPhotos } from '#src/offline/outbox/settle/keep-photos.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { allTurns, FakeClock, FakeDisk, FakeTab, fakePhotos, fakeStore } from '#tests/support/offline/offline-device.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { NEW_APP } from '#tests/support/offline/offline-things.ts'
import { entries, isDone, newestOutbox, until } from '#tests/support/offline/offline-upload.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const FILE = '019af3b0-0000-7000-8000-0000000000bb'
const SMALL = `/api/files/${FILE}/thumbnail.webp`
const photo = new Blob([aPhoto(2_000)], { type: 'image/jpeg' })

async function savedWithPhoto(run: OfflineRun): Promise<void> {
  const file = { id: UPLOAD, field: 'files', file: photo, name: 'tire.jpg' }
  await submitChange(newestOutbox(run).acts, NEW_APP.show, { edit: 1, thing: 'a', upload: UPLOAD }, 1, [file])
}

describe('a sent photo', () => {
  test('stays on the device as its small version, in every tab, until the rows name the server’s', async () => {
    // Its rows are not refetched during the test.
    const run = new OfflineRun(4, (ports) => ({ ...ports, onShown: () => new Promise(() => undefined) }))
    await allTurns()
    await run.step({ do: 'open' })
    await savedWithPhoto(run)
    const { acts } = run.tabs[0]!.outbox
    expect(await acts.photo(UPLOAD)).toMatchObject({ isSmall: false })
    await until(() => run.tabs.every(({ outbox }) => outbox.memory.settled().length === 1))
    const disk = run.disks.get(run.user)!
    expect([disk.content.files.size, disk.mirroredFiles.size, disk.photos.size]).toEqual([0, 0, 1])
    expect(await acts.file(UPLOAD)).toBeUndefined()
    for (const { outbox } of run.tabs) expect(await outbox.acts.photo(UPLOAD)).toEqual({ bytes: photo, isSmall: true })
  })
  test('stays also if the worker sends it, for the page that opens without a network', async () => {
    const run = new OfflineRun(4)
    run.wire.network = 'off'
    await allTurns()
    await savedWithPhoto(run)
    await run.step({ do: 'crash', wipe: 'none' })
    run.wire.network = 'on'
    await run.step({ do: 'wake', checkpoints: null })
    await until(() => run.server.history.length === 1 && run.disks.get(run.user)!.content.entries.size === 0)
    run.wire.network = 'off'
    await run.step({ do: 'open' })
    await newestOutbox(run).ready()
    expect(entries(run).map(({ state }) => state)).toEqual(['done'])
    expect(await newestOutbox(run).acts.photo(UPLOAD)).toEqual({ bytes: photo, isSmall: true })
  })
  test('whose small version can’t be stored is settled like others', async () => {
    const run = new OfflineRun(4, (ports) => ({
      ...ports,
      photos: { ...ports.photos, put: () => Promise.reject(new Error('no canvas')) },
    }))
    await allTurns()
    await savedWithPhoto(run)
    await until(isDone(run))
    expect(await newestOutbox(run).acts.photo(UPLOAD)).toBeUndefined()
  })
})

describe('the small version of a photo', () => {
  /** A change with a photo that the server has just applied, on a device. */
  async function appliedChange(put?: () => Promise<void>) {
    const [disk, tab, clock] = [new FakeDisk(), new FakeTab(() => 0), new FakeClock()]
    const store = fakeStore(disk, tab)
    await store.write((tx) => tx.putFile(UPLOAD, photo))
    const file = { id: UPLOAD, field: 'files', name: 'tire.jpg', type: photo.type, size: photo.size }
    const applied = {
      entry: anEntry({ files: [file] }),
      reading: {} as never,
      reply: { attachments: [{ client_id: UPLOAD, file: `/api/files/${FILE}/tire.jpg?signature=1` }] },
    }
    const photos = { ...fakePhotos(disk, tab), ...(put && { put }) }
    const frozen = new AbortController()
    const keeping = keepPhotos({ store, photos, clock: clock.forTab(tab) }, [applied], frozen.signal)
    return { disk, clock, frozen, keeping }
  }

  test('is stored before the change is settled, and its path is noted in the change', async () => {
    const { disk, keeping } = await appliedChange()
    const { applied } = await keeping
    expect(disk.photos.get(SMALL)).toBe(photo)
    expect(applied[0]?.entry.files[0]?.smallVersionPath).toBe(SMALL)
  })
  test('that does not fit is stored when the photo itself is gone', async () => {
    let isFull = true
    const stored: string[] = []
    const { keeping } = await appliedChange(async () => {
      if (isFull) throw new DOMException('', 'QuotaExceededError')
      stored.push(SMALL)
    })
    const { keepRest } = await keeping
    expect(stored).toEqual([])
    isFull = false
    await keepRest()
    expect(stored).toEqual([SMALL])
  })
  test('that still does not fit is given up without an error', async () => {
    const { keeping } = await appliedChange(() => Promise.reject(new DOMException('', 'QuotaExceededError')))
    await expect((await keeping).keepRest()).resolves.toBeUndefined()
  })
  test('that is never ready delays the change for ten seconds at most', async () => {
    const { clock, keeping } = await appliedChange(() => new Promise(() => undefined))
    let isOver = false
    void keeping.then(() => {
      isOver = true
    })
    await clock.advance(9_000, allTurns)
    expect(isOver).toBe(false)
    await clock.advance(1_000, allTurns)
    expect(isOver).toBe(true)
  })
  test('that takes longer is stored after the change is settled', async () => {
    const { promise: isDrawn, resolve: drawn } = Promise.withResolvers<void>()
    const stored: string[] = []
    const { clock, keeping } = await appliedChange(async () => {
      await isDrawn
      stored.push(SMALL)
    })
    await clock.advance(10_000, allTurns)
    const rest = (await keeping).keepRest()
    drawn()
    await rest
    expect(stored).toEqual([SMALL])
  })
  test('is not drawn any more once the page is frozen', async () => {
    let drawings = 0
    const { frozen, keeping } = await appliedChange(async () => {
      drawings += 1
      frozen.abort()
      throw new DOMException('', 'QuotaExceededError')
    })
    await (await keeping).keepRest()
    expect(drawings).toBe(1)
  })
})
