import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from '#src/list/throttled.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first letter is passed on immediately, fast later ones combined, and the last one always', () => {
  const passedOn: string[] = []
  const throttle = throttled<string>(200, (text) => passedOn.push(text))
  throttle.push('s')
  expect(passedOn).toEqual(['s'])
  throttle.push('sm')
  throttle.push('smi')
  vi.advanceTimersByTime(199)
  expect(passedOn).toEqual(['s'])
  vi.advanceTimersByTime(1)
  expect(passedOn).toEqual(['s', 'smi'])
  throttle.push('smit')
  vi.advanceTimersByTime(200)
  expect(passedOn).toEqual(['s', 'smi', 'smit'])
  vi.advanceTimersByTime(10_000)
  expect(passedOn).toHaveLength(3)
})

test('text typed just before the page is left is not passed on to the next page', () => {
  const passedOn: string[] = []
  const throttle = throttled<string>(200, (text) => passedOn.push(text))
  throttle.push('s')
  throttle.push('sm')
  throttle.stop()
  vi.advanceTimersByTime(1000)
  expect(passedOn).toEqual(['s'])
})
