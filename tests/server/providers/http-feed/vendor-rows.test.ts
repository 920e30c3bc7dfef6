import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { boundedNumberAt, instantAt, rowsAt, textAt } from '#server/providers/http-feed/vendor-rows.ts'

test.each([
  [41.5, 41.5],
  ['41.5', 41.5],
  ['-0.25', -0.25],
  [0, 0],
  [100, 100],
  [100.01, null],
  [-90.5, null],
  ['', null],
  [' ', null],
  ['1e2', null],
  ['0x10', null],
  ['12 mi', null],
  [true, null],
  [null, null],
  [[5], null],
  [{}, null],
])('the value %o is read as the number %o', (value, figure) => {
  expect(boundedNumberAt({ at: { value } }, 'at.value', -90, 100)).toBe(figure)
})

test.each([
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T06:00:00-06:00', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T06:00:00.123456-0600', '2026-11-21T12:00:00.123Z'],
  ['2026-11-21T12:00Z', '2026-11-21T12:00:00.000Z'],
  // The time zone is unknown.
  ['2026-11-21T12:00:00', null],
  ['2026-11-21', null],
  ['2026-13-21T12:00:00Z', null],
  ['Sat, 21 Nov 2026 12:00:00 GMT', null],
  [1_763_726_400, null],
  [null, null],
])('the value %o is read as the instant %o', (value, instant) => {
  expect(instantAt({ value }, 'value')).toBe(instant)
})

test('rows come from the first of the paths that contains a list', () => {
  expect(rowsAt({ a: [1], b: [2] }, 'a', 'b')).toEqual([1])
  expect(rowsAt({ a: null, b: [2] }, 'a', 'b')).toEqual([2])
  expect(() => rowsAt({ c: [] }, 'a', 'b')).toThrow(new FeedFailure('The vendor’s answer has no list at "a".'))
})

test('any text from a vendor is made storable', () => {
  expect(textAt({ written: `${'x'.repeat(199)}😀` }, 'written')).toBe(`${'x'.repeat(199)}\uFFFD`)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (written) => {
      const text = textAt({ written: `${written}😀`.repeat(3) }, 'written')
      expect(text.length).toBeLessThanOrEqual(200)
      expect(text).not.toContain('\0')
      expect(text.isWellFormed()).toBe(true)
    }),
  )
})
