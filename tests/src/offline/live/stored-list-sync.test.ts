import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { storedListSync } from '#src/offline/live/stored-list-sync.ts'

/** The work that waits for its time. */
let waiting: (() => void)[] = []
let syncs: { readonly signal: AbortSignal; readonly end: (error?: unknown) => void }[] = []
let troubles: unknown[] = []

beforeEach(() => {
  waiting = []
  syncs = []
  troubles = []
})

const aSync = () =>
  storedListSync({
    after(_, work) {
      waiting.push(work)
      return () => {
        waiting = waiting.filter((one) => one !== work)
      }
    },
    sync: (signal) =>
      new Promise((resolve, reject) => {
        syncs.push({ signal, end: (error) => (error === undefined ? resolve() : reject(error)) })
      }),
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
