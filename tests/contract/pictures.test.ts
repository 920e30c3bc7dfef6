import { expect, test } from 'vitest'
import { unreadableReason } from '#contract/files/pictures.ts'

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
/** A JPEG with a comment before its size. */
const jpeg = (width: number, height: number) => {
  const size = [...four(height).slice(2), ...four(width).slice(2)]
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, ...size, 1, 1])
}

const little = (number: number) => [number & 255, (number >> 8) & 255, (number >> 16) & 255]
const webp = (chunk: string, sized: readonly number[]) =>
  Uint8Array.from([...Buffer.from('RIFF....WEBP'), ...Buffer.from(chunk), 0, 0, 0, 0, ...sized, 1, 1, 1, 1])
/** The three layouts of a WebP: extended, lossy, lossless. */
const vp8x = (width: number, height: number) => webp('VP8X', [0, 0, 0, 0, ...little(width - 1), ...little(height - 1)])
const vp8 = (width: number, height: number) =>
  webp('VP8 ', [1, 2, 3, 0x9d, 1, 0x2a, ...little(width).slice(0, 2), ...little(height).slice(0, 2)])
const vp8l = (width: number, height: number) => {
  const bits = BigInt(width - 1) | (BigInt(height - 1) << 14n)
  return webp('VP8L', [0x2f, ...[0n, 8n, 16n, 24n].map((shift) => Number((bits >> shift) & 255n)), 0, 0, 0, 0, 0])
}

test.each([
  ['a WebP', vp8x(16_000, 16_383), '16000 × 16383, that is 262 megapixels'],
  ['a lossy WebP', vp8(16_000, 16_383), '16000 × 16383, that is 262 megapixels'],
  ['a lossless WebP', vp8l(16_384, 16_300), '16384 × 16300, that is 267 megapixels'],
  ['a PNG', png(30_000, 30_000), '30000 × 30000, that is 900 megapixels'],
  ['a PNG with a height of one pixel', png(2_000_000_000, 1), '2000000000 × 1, that is 2,000 megapixels'],
  ['a JPEG', jpeg(65_000, 20_000), '65000 × 20000, that is 1,300 megapixels'],
])('%s that cannot be read is described by its size in pixels if it has too many', (_what, bytes, words) => {
  expect(unreadableReason(REFUSAL, bytes)).toContain(
    `This image has too many pixels. It has ${words}; at most 50 can be taken.`,
  )
})

test.each([
  ['WebP', vp8x(600, 400)],
  ['lossy WebP', vp8(600, 400)],
  ['lossless WebP', vp8l(600, 400)],
  ['PNG', png(600, 400)],
  ['JPEG', jpeg(600, 400)],
])('a %s of normal size that cannot be read is described as damaged', (_what, bytes) => {
  expect(unreadableReason(REFUSAL, bytes)).toContain('This picture is damaged')
})

test.each([
  ['PNG', png(600, 400).subarray(0, 20)],
  ['JPEG', jpeg(600, 400).subarray(0, 12)],
])('a %s cut off before its size gets the general message', (_what, bytes) => {
  expect(unreadableReason(REFUSAL, bytes)).toBe(REFUSAL)
})
