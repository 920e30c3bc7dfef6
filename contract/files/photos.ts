import type { FormField } from '#contract/wire/endpoint.ts'

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024

/** What is said of a photo that can't be taken. */
export const PHOTO_REFUSALS = {
  type: 'Only .jpg, .jpeg, .png and .webp formats are supported.',
  size: 'Max image size is 5MB.',
  pixels: 'This image has too many pixels.',
} as const

/** A photo in a form. */
export const PHOTO_IN_FORM: FormField = { most: MAX_PHOTO_BYTES, tooLarge: PHOTO_REFUSALS.size }
