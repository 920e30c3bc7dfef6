import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownRefusals } from '#src/app/shown-refusals.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

beforeEach(() => void openPage())
afterEach(() => void vi.unstubAllGlobals())

test('shown refusals are shared with other tabs and later starts, separately for each user', () => {
  const [tab, otherTab] = [shownRefusals(7), shownRefusals(7)]
  expect(tab.read()).toEqual([])
  tab.write(['a', 'b'])
  expect(otherTab.read()).toEqual(['a', 'b'])
  otherTab.write(['b'])
  expect([tab.read(), shownRefusals(7).read(), shownRefusals(8).read()]).toEqual([['b'], ['b'], []])
  tab.write([])
  expect(otherTab.read()).toEqual([])
})

test('without storage, the page still remembers what it has shown', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  const tab = shownRefusals(7)
  tab.write(['a'])
  expect(tab.read()).toEqual(['a'])
})
