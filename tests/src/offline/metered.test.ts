import { expect, test, vi } from 'vitest'
import { isMetered } from '#src/offline/metered.ts'

/** A browser's connection data, and whether it counts as metered: the app then fetches nothing on its own. */
const CONNECTIONS = [
  ['a tablet with a SIM card', { type: 'cellular', effectiveType: '4g', saveData: false }, false],
  ['a phone where the signal is weak', { type: 'cellular', effectiveType: '3g', saveData: false }, false],
  ['mobile data of unknown speed', { type: 'cellular' }, false],
  ['mobile data with the data saver on', { type: 'cellular', effectiveType: '4g', saveData: true }, true],
  ['Wi-Fi with the data saver on', { type: 'wifi', effectiveType: '4g', saveData: true }, true],
  ['a signal as slow as 2G', { type: 'cellular', effectiveType: '2g', saveData: false }, true],
  ['a signal slower than 2G', { effectiveType: 'slow-2g' }, true],
  ['Wi-Fi', { type: 'wifi', effectiveType: '4g', saveData: false }, false],
  ['a cable', { type: 'ethernet', effectiveType: '4g' }, false],
  ['no network at this moment', { type: 'none', effectiveType: '4g', saveData: false }, false],
  ['an unknown type', { type: 'unknown' }, false],
  ['a connection without data', {}, false],
  ['text in place of a boolean', { saveData: 'on' }, false],
  ['null in place of an object', null, false],
] as const

test.each(CONNECTIONS)('%s: %o is metered: %s', (_name, connection, isSo) => {
  vi.stubGlobal('navigator', { connection })
  expect(isMetered()).toBe(isSo)
})

test('a browser that reports nothing about connections, such as Safari and Firefox, is never metered', () => {
  vi.stubGlobal('navigator', {})
  expect(isMetered()).toBe(false)
})
