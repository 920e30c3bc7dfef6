import { expect, test } from 'vitest'
import { feedStateOf } from '#src/boards/map/feed-state.ts'

const MINUTE = 60_000
const RECEIVED = Date.parse('2026-11-24T18:00:00Z')
/** A response that arrived on a device whose clock is `ahead` minutes ahead of the server's. */
const response = (ahead: number) => ({
  data: {
    vendor: 'somebody',
    tried_at: '2026-11-24T17:59:50Z',
    succeeded_at: '2026-11-24T17:59:50Z',
    failure: null,
    as_of: '2026-11-24T18:00:00Z',
  },
  asOf: RECEIVED + ahead * MINUTE,
})
const stateAfter = (minutes: number, ahead = 0, isOnline = true) =>
  feedStateOf(response(ahead), RECEIVED + (ahead + minutes) * MINUTE, isOnline)

test('nothing is late before the first response', () => {
  expect(feedStateOf(undefined, RECEIVED, false)).toEqual({
    feed: null,
    answeredAt: null,
    clock: { now: RECEIVED, isLate: false },
  })
})

test.each([0, 7, -7])(
  'a device clock that is %i minutes ahead makes nothing late, and hides nothing that is late',
  (ahead) => {
    expect([1, 6].map((minutes) => stateAfter(minutes, ahead).clock)).toEqual([
      { now: RECEIVED + MINUTE, isLate: false },
      { now: RECEIVED + 6 * MINUTE, isLate: true },
    ])
    // In the time of the device's clock.
    expect(stateAfter(1, ahead).answeredAt).toBe(RECEIVED - 10_000 + ahead * MINUTE)
  },
)

test('offline, the feed is late sooner, because no response can arrive', () => {
  expect(stateAfter(2, 0, false).clock.isLate).toBe(true)
  expect(stateAfter(0.5, 0, false).clock.isLate).toBe(false)
})
