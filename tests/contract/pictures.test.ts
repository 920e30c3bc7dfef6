import { expect, test } from 'vitest'
import { unreadable } from '#contract/pictures.ts'

const REFUSAL = 'Invalid file type.'
const four = (number: number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]
const png = (width: number, height: number) =>
  Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    13,
    10,
    26,
    10,
    0,
    0,
    0,
    13,
    73,
    72,
    68,
    82,
    ...four(width),
    ...four(height),
    1,
    0,
  ])
/** With a comment before it says how large it is. */
const jpeg = (width: number, height: number) => {
  const size = [...four(height).slice(2), ...four(width).slice(2)]
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, ...size, 1, 1])
}

test.each([
  ['a PNG', png(30_000, 30_000), '30000 × 30000, that is 900 megapixels'],
  ['a PNG that is one pixel high', png(2_000_000_000, 1), '2000000000 × 1, that is 2,000 megapixels'],
  ['a JPEG', jpeg(65_000, 20_000), '65000 × 20000, that is 1,300 megapixels'],
])('%s that can not be read says of how many pixels it is, if these are too many', (_what, bytes, words) => {
  expect(unreadable(REFUSAL, bytes)).toContain(
    `This image has too many pixels. It has ${words}; at most 50 can be taken.`,
  )
})

test.each([
  ['PNG', png(600, 400)],
  ['JPEG', jpeg(600, 400)],
])('a %s of a usual size that can not be read is damaged', (_what, bytes) => {
  expect(unreadable(REFUSAL, bytes)).toContain('This picture is damaged')
})

test.each([
  ['PNG', png(600, 400).subarray(0, 20)],
  ['JPEG', jpeg(600, 400).subarray(0, 12)],
])('a %s that is cut off before its size is none', (_what, bytes) => {
  expect(unreadable(REFUSAL, bytes)).toBe(REFUSAL)
})
