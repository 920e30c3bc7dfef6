import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { readingOfWeek } from '#src/boards/schedule/copy/week-reading.ts'

const whole = { state: 'ready', rows: [1, 2], count: 2, hasMore: false, moreProblem: null, problem: null } as const
const part = { ...whole, count: 1200, hasMore: true } as const
const readingOf = (list: Parameters<typeof readingOfWeek>[0]) => readingOfWeek(list, 'Current')

test('a week is copied only after it is read to its end', () => {
  expect(readingOf(whole).state).toBe('ready')
  expect(readingOf(part)).toEqual({ state: 'reading', words: 'Reading Current: 2 of 1,200 dispatchers' })
  expect(readingOf({ ...whole, state: 'loading' })).toEqual({ state: 'reading', words: 'Reading Current…' })
})

test('a week that is old because the network is gone can be copied', () => {
  expect(readingOf({ ...whole, problem: new ApiError('network') }).state).toBe('ready')
})

test('a week that is not on the device, or only in part, is reported with what to do', () => {
  const none = readingOf({ ...whole, state: 'not_saved', rows: [], count: 0 })
  expect(none).toMatchObject({
    state: 'absent',
    words: expect.stringMatching(/^Current is not saved on this device yet/),
  })
  const some = readingOf({ ...part, moreProblem: new ApiError('timeout') })
  expect(some).toMatchObject({ state: 'absent', words: expect.stringMatching(/^Only 2 of 1,200 dispatchers/) })
  for (const { words } of [none, some]) expect(words).toMatch(/Connect to the network.*Nothing is copied\.$/)
})

test('a refusal is shown in the server’s words', () => {
  const problem = new ApiError('status', { status: 403, problem: { detail: 'Not for you.' } })
  const words = 'Current could not be loaded. Not for you. Nothing is copied.'
  expect(readingOf({ ...whole, state: 'refused', problem })).toEqual({ state: 'absent', words })
  expect(readingOf({ ...part, moreProblem: problem })).toEqual({ state: 'absent', words })
})
