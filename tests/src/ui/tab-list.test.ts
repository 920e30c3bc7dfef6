import { expect, it } from 'vitest'
import { tabStep } from '#src/ui/page/tab-list.tsx'

it('arrows lead round the tabs, Home and End to their ends, and no other key anywhere', () => {
  const from = (at: number) => ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'].map((key) => tabStep(key, at, 3))
  expect(from(0)).toEqual([2, 1, 0, 2, null])
  expect(from(2)).toEqual([1, 0, 0, 2, null])
})
