import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from '#src/list/throttled.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first letter is handed on at once, those that follow fast as one, and the last always', () => {
  const handed: string[] = []
  const pace = throttled<string>(200, (text) => handed.push(text))
  pace.push('s')
  expect(handed).toEqual(['s'])
  pace.push('sm')
  pace.push('smi')
  vi.advanceTimersByTime(199)
  expect(handed).toEqual(['s'])
  vi.advanceTimersByTime(1)
  expect(handed).toEqual(['s', 'smi'])
  pace.push('smit')
  vi.advanceTimersByTime(200)
  expect(handed).toEqual(['s', 'smi', 'smit'])
  vi.advanceTimersByTime(10_000)
  expect(handed).toHaveLength(3)
})

test('what was typed when the page was left is not handed on to the next one', () => {
  const handed: string[] = []
  const pace = throttled<string>(200, (text) => handed.push(text))
  pace.push('s')
  pace.push('sm')
  pace.stop()
  vi.advanceTimersByTime(1000)
  expect(handed).toEqual(['s'])
})
