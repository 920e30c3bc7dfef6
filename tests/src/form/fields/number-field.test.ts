import { expect, test } from 'vitest'
import { numberOrText } from '#src/form/fields/number-field.tsx'

test('typed text becomes a number if it is written as one, and otherwise stays as typed', () => {
  expect(['7', ' 4021 ', '-3', '2.5'].map(numberOrText)).toEqual([7, 4021, -3, 2.5])
  const texts = ['', ' ', '2.', '007', '12 a', '1e400', '0x1f']
  expect(texts.map(numberOrText)).toEqual(texts)
})
