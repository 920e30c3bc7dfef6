import type { FormField } from '#contract/wire/endpoint.ts'

/** The most bytes of a photo of a person or a unit: 5 MB. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024

/** The messages for photos that are refused. */
export const PHOTO_REFUSALS = {
  type: 'Only .jpg, .jpeg, .png and .webp formats are supported.',
  size: 'Max image size is 5MB.',
  pixels: 'This image has too many pixels.',
} as const

/** A photo as a form field. */
export const PHOTO_IN_FORM: FormField = { maxBytes: MAX_PHOTO_BYTES, tooLargeMessage: PHOTO_REFUSALS.size }

/** The picture formats by the brand in their container (ISO base media file). */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^hei[cxms]|^hev[cxms]/, 'HEIC'],
  [/^avi[fs]/, 'AVIF'],
  [/^mi[fa][1f]|^msf1|^MiHE/, 'HEIF'],
]

/**
 * The format of a picture that phones make but that the app cannot store (HEIC, AVIF, HEIF); null for anything else.
 */
export function unsupportedPictureFormat(bytes: Uint8Array): string | null {
  const letters = String.fromCharCode(...bytes.subarray(4, 12))
  if (!letters.startsWith('ftyp')) return null
  return BRANDS.find(([brand]) => brand.test(letters.slice(4)))?.[1] ?? null
}

/** Advice for a picture of such a format, to be put after the refusal. */
function formatHelp(kind: string): string {
  const phone =
    kind === 'AVIF'
      ? ''
      : ' On an iPhone set Settings > Camera > Formats > Most Compatible; on an Android phone turn HEIF off in the camera’s settings.'
  return `This is a picture in the ${kind} format. Save or send it as a JPEG.${phone}`
}

/** The refusal of a file's type. For a picture in an unsupported format, advice is added. */
export function withFormatHelp(refusal: string, bytes: Uint8Array): string {
  const kind = unsupportedPictureFormat(bytes)
  return kind === null ? refusal : `${refusal} ${formatHelp(kind)}`
}
