import { expect, test } from 'vitest'
import { numberOrText } from '#src/form/fields/number-field.tsx'

test('what is typed is a number when it is written as one, and else stays as it was typed', () => {
  expect(['7', ' 4021 ', '-3', '2.5'].map(numberOrText)).toEqual([7, 4021, -3, 2.5])
  const texts = ['', ' ', '2.', '007', '12 a', '1e400', '0x1f']
  expect(texts.map(numberOrText)).toEqual(texts)
})
