import { expect, test } from 'vitest'
import { sheetsOf } from '#src/areas/units/labels/sheets-of.ts'

test('labels are laid out in sheets of ten, and no sheet is empty', () => {
  const sizes = (count: number) => sheetsOf(Array.from({ length: count }, (_, at) => at)).map(({ length }) => length)
  expect([0, 1, 10, 11, 20].map(sizes)).toEqual([[], [1], [10], [10, 1], [10, 10]])
})
