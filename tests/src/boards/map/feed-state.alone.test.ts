import { expect, test } from 'vitest'
import { feedStateOf } from '#src/boards/map/feed-state.ts'

const MINUTE = 60_000
const HEARD = Date.parse('2026-11-24T18:00:00Z')
/** Heard on a device whose clock is so many minutes ahead of the server's. */
const heard = (ahead: number) => ({
  data: {
    vendor: 'somebody',
    tried_at: '2026-11-24T17:59:50Z',
    succeeded_at: '2026-11-24T17:59:50Z',
    failure: null,
    as_of: '2026-11-24T18:00:00Z',
  },
  asOf: HEARD + ahead * MINUTE,
})
const stateAfter = (minutes: number, ahead = 0, isOnline = true) =>
  feedStateOf(heard(ahead), HEARD + (ahead + minutes) * MINUTE, isOnline)

test('nothing is late before anything was heard', () => {
  expect(feedStateOf(undefined, HEARD, false)).toEqual({
    feed: null,
    answeredAt: null,
    clock: { now: HEARD, isLate: false },
  })
})

test.each([0, 7, -7])('a clock that is %i minutes ahead makes nothing late, and hides nothing that is', (ahead) => {
  expect([1, 6].map((minutes) => stateAfter(minutes, ahead).clock)).toEqual([
    { now: HEARD + MINUTE, isLate: false },
    { now: HEARD + 6 * MINUTE, isLate: true },
  ])
  // Told by the clock that hangs there.
  expect(stateAfter(1, ahead).answeredAt).toBe(HEARD - 10_000 + ahead * MINUTE)
})

test('without a network it is late sooner: nothing will be heard', () => {
  expect(stateAfter(2, 0, false).clock.isLate).toBe(true)
  expect(stateAfter(0.5, 0, false).clock.isLate).toBe(false)
})
