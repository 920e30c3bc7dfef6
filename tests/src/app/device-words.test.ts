import { expect, test } from 'vitest'
import { incompleteWords, progressShare, progressWords } from '#src/app/device/device-words.ts'
import type { PrefetchState } from '#src/offline/prefetch/prefetch-state.ts'

const atRest: PrefetchState = { total: 0, done: 0, rows: null, finishedAt: 5, size: 10, isFull: false }
const well = { yard: atRest, isOnline: true, isMetered: false, isFetchedAhead: true }
const partly = { ...atRest, finishedAt: null }

test('progress is told by parts, and in a long list by its rows', () => {
  expect(progressWords({ total: 3, done: 1, rows: null })).toBe('Saving for times without a network: part 2 of 3')
  const within = { total: 4, done: 1, rows: { done: 1_250, of: 5_000 } }
  expect(progressWords(within)).toMatch(/part 2 of 4, 1,250 of 5,000 rows$/)
  expect(progressShare(within)).toBeCloseTo(0.3125)
  expect(progressShare({ total: 0, done: 0, rows: null })).toBe(0)
})

test('nothing is said when all is as it should be, or on its way', () => {
  expect(incompleteWords(well)).toBeNull()
  expect(incompleteWords({ ...well, isOnline: false })).toBeNull()
  expect(incompleteWords({ ...well, yard: { ...partly, total: 2 } })).toBeNull()
})

test('why not everything is kept is told, whatever the reason', () => {
  expect(incompleteWords({ ...well, yard: partly, isOnline: false })).toMatch(/as soon as there is a network/)
  expect(incompleteWords({ ...well, yard: { ...partly, isFull: true } })).toMatch(/^Not all of it fits/)
  expect(incompleteWords({ ...well, isMetered: true })).toMatch(
    /saves data or is very slow .* nothing is fetched by itself/,
  )
  expect(incompleteWords({ ...well, isFetchedAhead: false })).toMatch(/only what you open/)
  expect(incompleteWords({ ...well, yard: partly })).toMatch(/tried again/)
})
