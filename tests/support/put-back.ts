import { afterAll, expect, vi } from 'vitest'

/** The next test file in the same process expects the real clock. */
afterAll(() => {
  expect(vi.isFakeTimers(), 'the test file left a fake clock').toBe(false)
})
