import { expect, test } from 'vitest'
import { tooNewNames } from '#scripts/build/library-names.ts'

const oldest = { safari: 16.4, firefox: 121, chrome: 111 }
const found = (text: string, filledIn: readonly string[] = []) =>
  tooNewNames(new Map([['assets/page.js', text]]), oldest, () => filledIn)

test('a name that the oldest supported browsers lack is told with the file that uses it', () => {
  expect(found('let a=Promise.try(b)')).toEqual([
    'assets/page.js uses Promise.try: Safari 18.2, Firefox 134, Chrome 128',
  ])
})

test('one browser that lacks it is enough', () => {
  expect(found('new Intl.Segmenter(`en`)')).toEqual([
    'assets/page.js uses Intl.Segmenter: Safari 14.1, Firefox 125, Chrome 87',
  ])
})

test('what is filled in, and what all of them have, may be used', () => {
  expect(found('Promise.withResolvers()', ['Promise.withResolvers'])).toEqual([])
  expect(found('Promise.withResolvers()')).toHaveLength(1)
  expect(found('rows.toSorted(by).at(-1)')).toEqual([])
})

test.each([
  ['e.values().map(t=>t.id)', 'Iterator helpers'],
  ['[...e.values()].map(t=>t.id)', null],
  ['e.union(t)', null],
  ['e.isSubsetOf(t)', 'methods of sets'],
  ['n.toBase64()', 'Uint8Array.fromBase64'],
])('%s is told as %s', (text, name) => {
  expect(found(text).map((words) => /uses (.*?):/.exec(words)?.[1])).toEqual(name === null ? [] : [name])
})
