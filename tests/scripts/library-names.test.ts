import { expect, test } from 'vitest'
import { tooNewNames } from '#scripts/build/library-names.ts'

const oldest = { safari: 16.4, firefox: 121, chrome: 111 }
const reportsFor = (text: string, filledIn: readonly string[] = []) =>
  tooNewNames(new Map([['assets/page.js', text]]), oldest, () => filledIn)

test('a name that the oldest supported browsers lack is reported with the file that uses it', () => {
  expect(reportsFor('let a=Promise.try(b)')).toEqual([
    'assets/page.js uses Promise.try: Safari 18.2, Firefox 134, Chrome 128',
  ])
})

test('a name is reported if only one of the browsers lacks it', () => {
  expect(reportsFor('new Intl.Segmenter(`en`)')).toEqual([
    'assets/page.js uses Intl.Segmenter: Safari 14.1, Firefox 125, Chrome 87',
  ])
})

test('polyfilled names and names that all browsers have are allowed', () => {
  expect(reportsFor('Promise.withResolvers()', ['Promise.withResolvers'])).toEqual([])
  expect(reportsFor('Promise.withResolvers()')).toHaveLength(1)
  expect(reportsFor('rows.toSorted(by).at(-1)')).toEqual([])
})

test.each([
  ['e.values().map(t=>t.id)', 'Iterator helpers'],
  ['[...e.values()].map(t=>t.id)', null],
  ['e.union(t)', null],
  ['e.isSubsetOf(t)', 'methods of sets'],
  ['n.toBase64()', 'Uint8Array.fromBase64'],
])('%s is reported as %s', (text, name) => {
  expect(reportsFor(text).map((words) => /uses (.*?):/.exec(words)?.[1])).toEqual(name === null ? [] : [name])
})
