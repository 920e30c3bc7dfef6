import { imageTypeOf } from './files.ts'
import { MAX_PHOTO_BYTES, PHOTO_REFUSALS, withFormatHelp } from './photo-rules.ts'

const PICTURE_DAMAGED = 'This picture is damaged: a part of it is missing. Take it again, or have it sent again.'

/** The most pixels of today's phones. Each pixel needs four bytes of memory while a picture is read. */
export const MAX_PIXELS = 50_000_000

interface PixelSize {
  readonly width: number
  readonly height: number
}

const bigEndianNumber = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((before, byte) => before * 256 + byte, 0)

/** The size that a JPEG declares; null when the file is cut off before it. */
function jpegSize(bytes: Uint8Array): PixelSize | null {
  let at = 2
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return at + 9 <= bytes.length
        ? { width: bigEndianNumber(bytes, at + 7, 2), height: bigEndianNumber(bytes, at + 5, 2) }
        : null
    at += 2 + bigEndianNumber(bytes, at + 2, 2)
  }
  return null
}

const PNG_SIZE_ENDS = 24
const WEBP_SIZE_ENDS = 30

/** The size that a WebP declares in its first chunk; null when the file is cut off before it. */
function webpSize(bytes: Uint8Array): PixelSize | null {
  if (bytes.length <= WEBP_SIZE_ENDS) return null
  const little = (at: number, length: number) => bigEndianNumber(bytes.slice(at, at + length).reverse(), 0, length)
  const chunk = String.fromCharCode(...bytes.subarray(12, 16))
  if (chunk === 'VP8X') return { width: little(24, 3) + 1, height: little(27, 3) + 1 }
  if (chunk === 'VP8L') return { width: (little(21, 2) & 0x3fff) + 1, height: ((little(22, 3) >> 6) & 0x3fff) + 1 }
  return { width: little(26, 2) & 0x3fff, height: little(28, 2) & 0x3fff }
}

/** The size that a JPEG, PNG or WebP declares; null for other files, and when the file is cut off before it. */
function sizeOf(bytes: Uint8Array): PixelSize | null {
  const type = imageTypeOf(bytes)
  if (type === 'image/webp') return webpSize(bytes)
  if (type === 'image/jpeg') return jpegSize(bytes)
  if (type !== 'image/png' || bytes.length <= PNG_SIZE_ENDS) return null
  return { width: bigEndianNumber(bytes, 16, 4), height: bigEndianNumber(bytes, 20, 4) }
}

/**
 * Why a picture cannot be read: too many pixels, or a missing part. When its size is unknown, the refusal of its type
 * (`refusal`).
 */
export function unreadableReason(refusal: string, bytes: Uint8Array): string {
  const size = sizeOf(bytes)
  if (size === null) return withFormatHelp(refusal, bytes)
  const { width, height } = size
  return width * height > MAX_PIXELS ? tooManyPixels(width, height) : PICTURE_DAMAGED
}

/** The message for a picture with too many pixels, with its size and the limit. */
export function tooManyPixels(width: number, height: number): string {
  const millions = (pixels: number) => (pixels / 1e6).toLocaleString('en-US', { maximumFractionDigits: 0 })
  return `${PHOTO_REFUSALS.pixels} It has ${width} × ${height}, that is ${millions(width * height)} megapixels; at most ${millions(MAX_PIXELS)} can be taken. Make it smaller first.`
}

/** Why a photo is refused, as a message for the user; null when it is accepted. */
export function photoRefusal(bytes: Uint8Array, size = bytes.length): string | null {
  if (imageTypeOf(bytes) === null) return withFormatHelp(PHOTO_REFUSALS.type, bytes)
  return size > MAX_PHOTO_BYTES ? PHOTO_REFUSALS.size : null
}
