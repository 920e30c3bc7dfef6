import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange } from '#server/http/files/byte-range.ts'

test.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=100-', { first: 100, last: 999 }],
  ['bytes=-100', { first: 900, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=900-5000', { first: 900, last: 999 }],
  ['bytes=999-999', { first: 999, last: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=1000-2000', 'none'],
  ['bytes=-0', 'none'],
  // Invalid and multiple ranges get the whole file.
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=9-5', 'whole'],
  ['bytes=0-9,20-29', 'whole'],
  ['bytes=a-b', 'whole'],
  ['lines=0-9', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
] as const)('in a file of a thousand bytes, %s is %o', (header, range) => {
  expect(byteRange(header, 1000)).toEqual(range)
})

test('any range is within the file and has the requested bytes', () => {
  const number = fc.option(fc.nat(200))
  fc.assert(
    fc.property(number, number, fc.nat(150), (from, to, size) => {
      const range = byteRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      const bytes = Array.from({ length: size }, (_, at) => at)
      const wanted = from === null ? bytes.slice(Math.max(0, size - (to ?? 0))) : bytes.slice(from, (to ?? size) + 1)
      const isNonsense = from === null ? to === null : to !== null && to < from
      if (isNonsense) expect(range).toBe('whole')
      else if (wanted.length === 0) expect(range).toBe('none')
      else expect(range).toEqual({ first: wanted[0], last: wanted.at(-1) })
    }),
  )
})
