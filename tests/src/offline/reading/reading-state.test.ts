import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { readingState, showsFormer } from '#src/offline/reading/reading-state.ts'

const nothing = { hasData: false, error: null, isOnline: true, isMissing: true }
const refused = (status: number) => new ApiError('status', { status })

test('with nothing stored and no network the state is "not saved", even before a call has failed', () => {
  expect(readingState({ ...nothing, isOnline: false })).toBe('not_saved')
  expect(readingState(nothing)).toBe('loading')
  expect(readingState({ ...nothing, isOnline: false, isMissing: false })).toBe('loading')
  for (const kind of ['network', 'timeout', 'not_ours'] as const) {
    expect(readingState({ ...nothing, error: new ApiError(kind) })).toBe('not_saved')
  }
})

test('stored data is shown whatever the network does', () => {
  for (const error of [null, new ApiError('network'), refused(500), refused(401), refused(429)]) {
    expect(readingState({ ...nothing, hasData: true, isOnline: false, error })).toBe('ready')
  }
})

test('data that the user may no longer see is not shown, even if it is stored', () => {
  for (const status of [403, 404, 410]) {
    expect(readingState({ ...nothing, hasData: true, error: refused(status) })).toBe('refused')
  }
})

test('a server error counts as failed; an ended session waits for the sign-in', () => {
  expect(readingState({ ...nothing, error: refused(500) })).toBe('failed')
  expect(readingState({ ...nothing, error: refused(401) })).toBe('loading')
})

test('the previous rows stay until new ones arrive, or a try to load them has failed', () => {
  expect(showsFormer('loading', 0)).toBe(true)
  expect(showsFormer('loading', 1)).toBe(true)
  expect(showsFormer('not_saved', 0)).toBe(true)
  expect(showsFormer('not_saved', 1)).toBe(false)
  for (const state of ['ready', 'refused', 'failed'] as const) expect(showsFormer(state, 0)).toBe(false)
})
