import { expect, test } from 'vitest'
import { progressWords } from '#src/app/device/device-words.ts'
import { incompleteWords } from '#src/app/device/stored-data-words.ts'
import { progressShare } from '#src/app/ready/readiness.ts'
import type { PrefetchState } from '#src/offline/prefetch/prefetch-state.ts'

const atRest: PrefetchState = { total: 0, done: 0, rows: null, finishedAt: 5, workSince: 5, size: 10, isFull: false }
const complete = {
  prefetch: atRest,
  isOnline: true,
  isMetered: false,
  isFetchedAhead: true,
  isBudgetUsed: false,
  wasRoomMade: false,
}
const unfinished = { ...atRest, finishedAt: null, workSince: null }

test('progress is shown by parts, and for a long list by its rows', () => {
  expect(progressWords({ total: 3, done: 1, rows: null })).toBe('Saving for times without a network: part 2 of 3')
  const within = { total: 4, done: 1, rows: { done: 1_250, of: 5_000 } }
  expect(progressWords(within)).toMatch(/part 2 of 4, 1,250 of 5,000 rows$/)
  expect(progressShare(within)).toBeCloseTo(0.3125)
  expect(progressShare({ total: 0, done: 0, rows: null })).toBe(0)
})

test('no text is shown when everything is stored or still loading', () => {
  expect(incompleteWords(complete)).toBeNull()
  expect(incompleteWords({ ...complete, isOnline: false })).toBeNull()
  expect(incompleteWords({ ...complete, prefetch: { ...unfinished, total: 2 } })).toBeNull()
})

test('the text names the reason why the data for offline use is incomplete', () => {
  expect(incompleteWords({ ...complete, prefetch: unfinished, isOnline: false })).toMatch(
    /as soon as there is a network/,
  )
  expect(incompleteWords({ ...complete, prefetch: { ...unfinished, isFull: true } })).toMatch(/^Not all of it fits/)
  const madeRoom = { ...complete, wasRoomMade: true }
  expect(incompleteWords({ ...madeRoom, prefetch: { ...unfinished, isFull: true } })).toMatch(/^This device ran out/)
  expect(incompleteWords({ ...madeRoom, prefetch: unfinished, isOnline: false })).toMatch(/^This device ran out/)
  expect(incompleteWords(madeRoom)).toBeNull()
  expect(incompleteWords({ ...complete, isMetered: true })).toMatch(
    /saves data or is very slow .* nothing downloads automatically/,
  )
  expect(incompleteWords({ ...complete, isFetchedAhead: false })).toMatch(/only what you open/)
  expect(incompleteWords({ ...complete, prefetch: unfinished })).toMatch(/tried again/)
  expect(incompleteWords({ ...complete, prefetch: unfinished, isBudgetUsed: true })).toMatch(
    /over Wi-Fi, or .* within the limit/,
  )
})
