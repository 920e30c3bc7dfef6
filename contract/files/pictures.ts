import type { FormField } from '#contract/wire/endpoint.ts'
import { imageTypeOf } from './files.ts'

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024

/** What is said of a photo that can't be taken. */
export const PHOTO_REFUSALS = {
  type: 'Only .jpg, .jpeg, .png and .webp formats are supported.',
  size: 'Max image size is 5MB.',
  pixels: 'This image has too many pixels.',
} as const

/** A photo in a form. */
export const PHOTO_IN_FORM: FormField = { most: MAX_PHOTO_BYTES, tooLarge: PHOTO_REFUSALS.size }

/** What the brands of the container of HEIC and AVIF say: which pictures are in it. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^hei[cxms]|^hev[cxms]/, 'HEIC'],
  [/^avi[fs]/, 'AVIF'],
  [/^mi[fa][1f]|^msf1|^MiHE/, 'HEIF'],
]

/** What a picture is that browsers and phones know and that can't be kept as it is; null for anything else. */
export function foreignPictureOf(bytes: Uint8Array): string | null {
  const letters = String.fromCharCode(...bytes.subarray(4, 12))
  if (!letters.startsWith('ftyp')) return null
  return BRANDS.find(([brand]) => brand.test(letters.slice(4)))?.[1] ?? null
}

/** What to do about a picture of such a kind, behind the words that refuse it. */
function helpWith(kind: string): string {
  const phone =
    kind === 'AVIF'
      ? ''
      : ' On an iPhone set Settings > Camera > Formats > Most Compatible; on an Android phone turn HEIF off in the camera’s settings.'
  return `This is a picture in the ${kind} format. Save or send it as a JPEG.${phone}`
}

/** A refusal of a file's type, and beside it what the file is where that helps the person on. */
export function withKind(refusal: string, bytes: Uint8Array): string {
  const kind = foreignPictureOf(bytes)
  return kind === null ? refusal : `${refusal} ${helpWith(kind)}`
}

/** Said of a picture of which a part is missing. */
const PICTURE_DAMAGED = 'This picture is damaged: a part of it is missing. Take it again, or have it sent again.'

/** What today's phones take at most; each pixel costs four bytes of memory while it is read. */
export const MAX_PIXELS = 50_000_000

interface PixelSize {
  readonly width: number
  readonly height: number
}

const number = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((before, byte) => before * 256 + byte, 0)

/** How large a JPEG says that it is; null where it is cut off before that. */
function jpegSize(bytes: Uint8Array): PixelSize | null {
  let at = 2
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return at + 9 <= bytes.length ? { width: number(bytes, at + 7, 2), height: number(bytes, at + 5, 2) } : null
    at += 2 + number(bytes, at + 2, 2)
  }
  return null
}

const PNG_SIZE_ENDS = 24
const WEBP_SIZE_ENDS = 30

/** How large a WebP says that it is, by the kind of its first chunk; null where it is cut off before that. */
function webpSize(bytes: Uint8Array): PixelSize | null {
  if (bytes.length <= WEBP_SIZE_ENDS) return null
  const little = (at: number, length: number) => number(bytes.slice(at, at + length).reverse(), 0, length)
  const chunk = String.fromCharCode(...bytes.subarray(12, 16))
  if (chunk === 'VP8X') return { width: little(24, 3) + 1, height: little(27, 3) + 1 }
  if (chunk === 'VP8L') return { width: (little(21, 2) & 0x3fff) + 1, height: ((little(22, 3) >> 6) & 0x3fff) + 1 }
  return { width: little(26, 2) & 0x3fff, height: little(28, 2) & 0x3fff }
}

/** How large a picture of a type that browsers read says that it is; null where it is cut off before that. */
function sizeOf(bytes: Uint8Array): PixelSize | null {
  const type = imageTypeOf(bytes)
  if (type === 'image/webp') return webpSize(bytes)
  if (type === 'image/jpeg') return jpegSize(bytes)
  if (type !== 'image/png' || bytes.length <= PNG_SIZE_ENDS) return null
  return { width: number(bytes, 16, 4), height: number(bytes, 20, 4) }
}

/** Why bytes can't be read that begin as a picture: `refusal` of their type, too many pixels, or that a part is missing. */
export function unreadable(refusal: string, bytes: Uint8Array): string {
  const size = sizeOf(bytes)
  if (size === null) return withKind(refusal, bytes)
  const { width, height } = size
  return width * height > MAX_PIXELS ? tooManyPixels(width, height) : PICTURE_DAMAGED
}

/** Says by how much a picture is too large to be read. */
export function tooManyPixels(width: number, height: number): string {
  const millions = (pixels: number) => (pixels / 1e6).toLocaleString('en-US', { maximumFractionDigits: 0 })
  return `${PHOTO_REFUSALS.pixels} It has ${width} × ${height}, that is ${millions(width * height)} megapixels; at most ${millions(MAX_PIXELS)} can be taken. Make it smaller first.`
}

/** Why bytes are no photo, in the words for the person; null when they are one. */
export function photoRefusal(bytes: Uint8Array, size = bytes.length): string | null {
  if (imageTypeOf(bytes) === null) return withKind(PHOTO_REFUSALS.type, bytes)
  return size > MAX_PHOTO_BYTES ? PHOTO_REFUSALS.size : null
}
