import { afterEach, expect, test, vi } from 'vitest'
import { colorsOfScheme } from '#src/map/colors-of-scheme.ts'

afterEach(() => vi.unstubAllGlobals())

test('the colors match the current scheme, even if it changed without a listener', () => {
  let scheme = 'light'
  vi.stubGlobal('document', { documentElement: { getAttribute: () => scheme } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => ` ${scheme}${name} ` }))
  const colors = colorsOfScheme((value) => ({ card: value('--card') }))
  const first = colors.get()
  expect(first).toEqual({ card: 'light--card' })
  expect(colors.get()).toBe(first)
  scheme = 'dark'
  expect(colors.get()).toEqual({ card: 'dark--card' })
})
