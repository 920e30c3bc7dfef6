import { expect, test } from 'vitest'
import { checkChoice } from '#src/figures/check-choice.ts'

interface Truck {
  readonly plate: string
  readonly number: string
}
const by = {
  keyOf: ({ plate, number }: Truck) => `${plate}-${number}`,
  isSame: (one: Truck, other: Truck) => one.number === other.number,
}
const [first, second] = [
  { plate: 'A', number: '1042' },
  { plate: 'B', number: '1043' },
]

test('no item counts as gone before the list of items is known', () => {
  expect(checkChoice([first, second], null, by)).toEqual({ here: [first, second], gone: [] })
})

test('items missing from the list are gone; the others keep their order', () => {
  expect(checkChoice([second, first], [first, second], by)).toEqual({ here: [second, first], gone: [] })
  expect(checkChoice([first, second], [second], by)).toEqual({ here: [second], gone: [first] })
  expect(checkChoice([first], [], by)).toEqual({ here: [], gone: [first] })
})

test('an item whose key has changed is replaced by the list’s item, once', () => {
  const replated = { plate: 'C', number: '1042' }
  expect(checkChoice([first, second], [replated, second], by)).toEqual({ here: [replated, second], gone: [] })
  expect(checkChoice([first, replated], [replated], by)).toEqual({ here: [replated], gone: [] })
})
