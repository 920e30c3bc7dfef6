import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { StoredListSync } from '#src/offline/live/stored-list-sync.ts'

/** The work that waits for its time. */
let waiting: (() => void)[] = []
let syncs: { readonly signal: AbortSignal; readonly end: (error?: unknown) => void }[] = []
let troubles: unknown[] = []
/** The positions of rows that were applied. */
let applied: string[] = []
/** Whether the stored lists have all changes from before the rows that arrive. */
let isFollowing = true
/** What the next requests find. */
let mustRestart = false
let restarts = 0
/** While set, applying rows waits for it; it may fail. */
let applying: Promise<void> | null = null

beforeEach(() => {
  waiting = []
  syncs = []
  troubles = []
  applied = []
  isFollowing = true
  applying = null
  mustRestart = false
  restarts = 0
})

const rowsTo = (position: string) => ({ lists: [], position, asOf: 0 })
const aSync = () =>
  new StoredListSync({
    after(_, work) {
      waiting.push(work)
      return () => {
        waiting = waiting.filter((one) => one !== work)
      }
    },
    request: (signal) =>
      new Promise((resolve, reject) => {
        syncs.push({ signal, end: (error) => (error === undefined ? resolve({ mustRestart }) : reject(error)) })
      }),
    apply: async ({ position }) => {
      await applying
      if (isFollowing) applied.push(position)
      return isFollowing
    },
    onRestart: () => {
      restarts += 1
    },
    onTrouble: (error) => troubles.push(error),
  })
const passTime = () => {
  for (const work of waiting.splice(0)) work()
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('changes that are reported within a moment share one request', () => {
  const syncing = aSync()
  syncing.note()
  syncing.note()
  expect(syncs).toHaveLength(0)
  passTime()
  expect(syncs).toHaveLength(1)
})

test('changes that are reported during a request are requested after it, with one request', async () => {
  const syncing = aSync()
  syncing.note()
  passTime()
  syncing.note()
  syncing.note()
  passTime()
  expect(syncs).toHaveLength(1)
  syncs[0]?.end()
  await settled()
  passTime()
  expect(syncs).toHaveLength(2)
  syncs[1]?.end()
  await settled()
  passTime()
  expect(syncs).toHaveLength(2)
})

test('a server that no longer knows the position is reported once', async () => {
  const syncing = aSync()
  for (const is of [false, true, false]) {
    mustRestart = is
    syncing.note()
    passTime()
    syncs.at(-1)?.end()
    await settled()
  }
  expect(restarts).toBe(1)
})

test('a request that fails is repeated at the next change; only errors of the app are reported', async () => {
  const syncing = aSync()
  const defect = new Error('a defect')
  for (const error of [new ApiError('network'), new ApiError('status', { status: 500, problem: null }), defect]) {
    syncing.note()
    passTime()
    syncs.at(-1)?.end(error)
    await settled()
  }
  expect(syncs).toHaveLength(3)
  expect(troubles).toEqual([defect])
})

test('nothing is requested after the user has changed, and a running request is canceled', async () => {
  const syncing = aSync()
  syncing.note()
  passTime()
  syncing.note()
  syncing.stop()
  expect(syncs[0]?.signal.aborted).toBe(true)
  syncs[0]?.end(new DOMException('The user has changed.', 'AbortError'))
  await settled()
  syncing.note()
  passTime()
  expect(syncs).toHaveLength(1)
  expect(troubles).toEqual([])
})

test('rows of the stream are applied in their order, without a request', async () => {
  const syncing = aSync()
  syncing.take(rowsTo('1'))
  syncing.take(rowsTo('2'))
  expect(await syncing.whenApplied()).toBe(true)
  expect(applied).toEqual(['1', '2'])
  passTime()
  expect(syncs).toHaveLength(0)
})

test('rows that arrive before a request are in its response; rows that arrive during it are applied after it', async () => {
  const syncing = aSync()
  syncing.note()
  syncing.take(rowsTo('1'))
  await settled()
  expect(applied).toEqual([])
  passTime()
  syncing.take(rowsTo('2'))
  syncs[0]?.end()
  expect(await syncing.whenApplied()).toBe(true)
  expect([applied, syncs.length]).toEqual([['2'], 1])
})

test('rows that can’t be applied, because changes from before them are missing, lead to one request', async () => {
  const syncing = aSync()
  isFollowing = false
  syncing.take(rowsTo('1'))
  syncing.take(rowsTo('2'))
  expect(await syncing.whenApplied()).toBe(false)
  passTime()
  isFollowing = true
  syncing.take(rowsTo('3'))
  syncs[0]?.end()
  expect(await syncing.whenApplied()).toBe(true)
  expect([applied, syncs.length]).toEqual([['3'], 1])
})

test('rows that pile up during a long write of lists are requested after it', async () => {
  const syncing = aSync()
  syncing.note()
  passTime()
  for (let at = 0; at <= 100; at += 1) syncing.take(rowsTo(`${at}`))
  syncs[0]?.end()
  await settled()
  passTime()
  syncs[1]?.end()
  expect(await syncing.whenApplied()).toBe(true)
  expect([applied, syncs.length]).toEqual([[], 2])
})

test('a note during the applying of rows leads to a request', async () => {
  const syncing = aSync()
  const { promise, resolve } = Promise.withResolvers<void>()
  applying = promise
  syncing.take(rowsTo('1'))
  syncing.note()
  resolve()
  expect(await syncing.whenApplied()).toBe(false)
  await settled()
  passTime()
  expect([applied, syncs.length]).toEqual([['1'], 1])
})

test('after rows could not be applied, or a request failed, the next rows lead to a request', async () => {
  const syncing = aSync()
  applying = Promise.reject(new Error('a defect'))
  syncing.take(rowsTo('1'))
  await settled()
  applying = null
  syncing.take(rowsTo('2'))
  passTime()
  syncs[0]?.end(new ApiError('network'))
  await settled()
  syncing.take(rowsTo('3'))
  passTime()
  syncs[1]?.end()
  await settled()
  syncing.take(rowsTo('4'))
  expect(await syncing.whenApplied()).toBe(true)
  expect([applied, syncs.length, troubles.length]).toEqual([['4'], 2, 1])
})
