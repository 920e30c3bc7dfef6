import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownRefusals } from '#src/app/shown-refusals.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

beforeEach(() => void openPage())
afterEach(() => void vi.unstubAllGlobals())

test('what one tab has told the others know, and so does the next start; each person by themselves', () => {
  const [here, there] = [shownRefusals(7), shownRefusals(7)]
  expect(here.read()).toEqual([])
  here.write(['a', 'b'])
  expect(there.read()).toEqual(['a', 'b'])
  there.write(['b'])
  expect([here.read(), shownRefusals(7).read(), shownRefusals(8).read()]).toEqual([['b'], ['b'], []])
  here.write([])
  expect(there.read()).toEqual([])
})

test('where the browser keeps nothing, the page still knows what it has told', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  const here = shownRefusals(7)
  here.write(['a'])
  expect(here.read()).toEqual(['a'])
})
