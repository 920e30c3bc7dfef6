import { expect, test } from 'vitest'
import { clockWords } from '#src/app/device/clock-words.ts'

const MINUTE = 60_000
test.each([
  [0, null],
  [-20 * MINUTE, '20 minutes ahead of the server’s'],
  [61 * MINUTE, '1 hour 1 minute behind the server’s'],
  [-24 * 60 * MINUTE - 400, '1 day ahead of the server’s'],
  [40 * 24 * 60 * MINUTE, '40 days behind the server’s'],
  [-(3 * 365 * 24 + 2) * 60 * MINUTE, '1,095 days 2 hours ahead of the server’s'],
  [-2 * MINUTE, '2 minutes ahead of the server’s'],
])('a clock that lags by %i ms is described as %s', (lag, words) => {
  expect(clockWords(lag)).toBe(words)
})
