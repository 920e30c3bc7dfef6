import { afterEach, expect, test, vi } from 'vitest'
import { coloursOfScheme } from '#src/map/colours-of-scheme.ts'

afterEach(() => vi.unstubAllGlobals())

test('the colours are those of the scheme, also when it has changed while nobody listened', () => {
  let scheme = 'light'
  vi.stubGlobal('document', { documentElement: { getAttribute: () => scheme } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => ` ${scheme}${name} ` }))
  const colours = coloursOfScheme((value) => ({ card: value('--card') }))
  const first = colours.get()
  expect(first).toEqual({ card: 'light--card' })
  expect(colours.get()).toBe(first)
  scheme = 'dark'
  expect(colours.get()).toEqual({ card: 'dark--card' })
})
