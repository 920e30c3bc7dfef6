import { afterAll, expect, vi } from 'vitest'

/** The next test file in the same process shall find the clock that it expects. */
afterAll(() => {
  expect(vi.isFakeTimers(), 'the test file left a fake clock').toBe(false)
})
