import { expect, it } from 'vitest'
import { tabStep } from '#src/ui/page/tab-list.tsx'

it('the arrow keys cycle through the tabs, Home and End go to the ends, and other keys do nothing', () => {
  const from = (at: number) => ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'].map((key) => tabStep(key, at, 3))
  expect(from(0)).toEqual([2, 1, 0, 2, null])
  expect(from(2)).toEqual([1, 0, 0, 2, null])
})
