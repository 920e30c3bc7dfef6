import { expect, test, vi } from 'vitest'
import { isMetered } from '#src/offline/metered.ts'

/** What a browser tells of its connection, and whether nothing is to be fetched over it by itself. */
const CONNECTIONS = [
  ['a tablet with a SIM card', { type: 'cellular', effectiveType: '4g', saveData: false }, false],
  ['a phone where the signal is weak', { type: 'cellular', effectiveType: '3g', saveData: false }, false],
  ['mobile data whose speed nobody has measured yet', { type: 'cellular' }, false],
  ['mobile data of a person who saves it', { type: 'cellular', effectiveType: '4g', saveData: true }, true],
  ['Wi-Fi of a person who saves data', { type: 'wifi', effectiveType: '4g', saveData: true }, true],
  ['a signal as slow as 2G', { type: 'cellular', effectiveType: '2g', saveData: false }, true],
  ['one that is slower yet', { effectiveType: 'slow-2g' }, true],
  ['Wi-Fi', { type: 'wifi', effectiveType: '4g', saveData: false }, false],
  ['a cable', { type: 'ethernet', effectiveType: '4g' }, false],
  ['no network at this moment', { type: 'none', effectiveType: '4g', saveData: false }, false],
  ['a kind that nobody knows', { type: 'unknown' }, false],
  ['one that tells nothing', {}, false],
  ['words where a yes or no belongs', { saveData: 'on' }, false],
  ['no object at all', null, false],
] as const

test.each(CONNECTIONS)('%s: %o is metered: %s', (_name, connection, isSo) => {
  vi.stubGlobal('navigator', { connection })
  expect(isMetered()).toBe(isSo)
})

test('a browser that tells nothing of connections, as Safari and Firefox, has none that is metered', () => {
  vi.stubGlobal('navigator', {})
  expect(isMetered()).toBe(false)
})
