import { describe, expect, test } from 'vitest'
import { onUploadProgress, uploadProgressOf } from '#src/offline/outbox/send/upload-progress.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import type { Trouble } from '#tests/support/offline/offline-server.ts'
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

const SEED = 5
/** Bytes of each photo: three parts. */
const SIZE = 700 * 1024
const PARTS = 3
const IDS = [1, 2, 3, 4].map((n) => `019af3b0-0000-7000-8000-00000000000${n}`)
const photos = IDS.map((id) => ({ id, field: 'files', file: new Blob([aPhoto(SIZE)]), name: `${id}.jpg` }))
const OK: readonly Trouble[] = Array.from({ length: 3 * PARTS }, () => 'ok')

const received = (run: OfflineRun) => IDS.map((id) => run.server.uploads.receivedBytesOf.get(id) ?? 0)

/** Sends four photos: `parts` parts arrive, then `trouble` happens. */
async function sendUntil(parts: number, trouble: Trouble): Promise<OfflineRun> {
  const run = new OfflineRun(SEED)
  await allTurns()
  run.wire.troubles.push(...OK.slice(0, parts), trouble)
  await submitChange(newestOutbox(run).acts, changeThing, { edit: 1, things: ['a'], field: 'status' }, 1, photos)
  return run
}

describe('a cut at the third photo of four', () => {
  const cuts = (['lost', 'cut', '500', 'html'] as const).flatMap((trouble) =>
    Array.from({ length: PARTS }, (_, part) => ({ trouble, part: part + 1 })),
  )
  test.each(cuts)('($trouble in part $part) sends no byte twice that arrived', async (cut) => {
    const run = await sendUntil(2 * PARTS + cut.part - 1, cut.trouble)
    await until(() => waitsForRetry(run))
    expect(received(run).slice(0, 2)).toEqual([SIZE, SIZE])
    expect(received(run)[3]).toBe(0)
    await untilLater(run, isDone(run))
    expect(received(run)).toEqual([SIZE, SIZE, SIZE, SIZE])
  })
  test.each(cuts)(
    '($trouble in part $part) sends no byte twice, even when the page is killed after the cut',
    async (cut) => {
      const run = await sendUntil(2 * PARTS + cut.part - 1, cut.trouble)
      await until(() => waitsForRetry(run))
      await restart(run)
      await untilLater(run, isDone(run))
      expect(received(run)).toEqual([SIZE, SIZE, SIZE, SIZE])
    },
  )
  test('sends no byte twice, even when the page is killed in the middle of a part', async () => {
    const run = await sendUntil(2 * PARTS + 1, 'hang')
    await until(() => run.wire.troubles.length === 0)
    await restart(run)
    await untilLater(run, isDone(run))
    expect(received(run)).toEqual([SIZE, SIZE, SIZE, SIZE])
    for (const id of IDS) expect(await run.server.uploads.content(run.user, id)).toEqual(aPhoto(SIZE))
  })
})

test('the progress of each photo can be read: two have arrived, one is being sent, one waits', async () => {
  const run = await sendUntil(2 * PARTS + 1, 'hang')
  await until(() => run.wire.troubles.length === 0)
  const part = 256 * 1024
  expect(IDS.map((id) => uploadProgressOf(id)?.sent)).toEqual([SIZE, SIZE, part, 0])
  expect(uploadProgressOf(entries(run)[0]!.id)).toEqual({ sent: 2 * SIZE + part, total: 4 * SIZE })
  await untilLater(run, isDone(run))
  expect(IDS.map(uploadProgressOf)).toEqual([null, null, null, null])
})

describe('what the server has of the photos after a cut', () => {
  const PART = 256 * 1024
  const stored = (run: OfflineRun) => entries(run)[0]!.files.map(({ sent = 0 }) => sent)

  test.each(['lost', '500'] as const)('is stored with the change (%s), also for the next page', async (trouble) => {
    const run = await sendUntil(2 * PARTS + 1, trouble)
    await until(() => waitsForRetry(run))
    expect(stored(run)).toEqual([SIZE, SIZE, PART, 0])
    await restart(run)
    expect(stored(run)).toEqual([SIZE, SIZE, PART, 0])
    await untilLater(run, isDone(run))
  })

  test('is stored for each whole photo before the next one is sent, for a page that is killed', async () => {
    const run = await sendUntil(2 * PARTS + 1, 'hang')
    await until(() => run.wire.troubles.length === 0)
    await restart(run)
    expect(stored(run)).toEqual([SIZE, SIZE, 0, 0])
    await untilLater(run, isDone(run))
  })

  test('is the progress with which the next attempt begins', async () => {
    const run = await sendUntil(2 * PARTS + 1, 'lost')
    await until(() => waitsForRetry(run))
    const seen = new Set<number>()
    const stop = onUploadProgress(() => seen.add(uploadProgressOf(entries(run)[0]!.id)?.sent ?? 2 * SIZE + PART))
    await untilLater(run, isDone(run))
    stop()
    expect(Math.min(...seen)).toBe(2 * SIZE + PART)
  })
})
