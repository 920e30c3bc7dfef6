import * as z from 'zod/mini'
import { CODE, LINE } from './plain-text.ts'

/** The messages for inputs of all records, on the server and in the app. */
export const FIELD_RULES = {
  required: 'Please fill out this field',
  phone: 'Invalid Number!',
  email: 'Please enter a valid email address.',
  number: 'Enter a valid number',
} as const

const MAX_NAME = 100
const MAX_EMAIL = 320
const MAX_PHONE = 40
/**
 * Digits, and the characters that people put between them. Without backtracking, because a client may send any text.
 */
const PHONE = /^\+?[ ()-]*\d[\d ()-]*$/

/** Stops the checks for a text that is too long: it may have a megabyte. */
const atMost = (most: number) => z.maxLength(most, { error: `At most ${most} characters.`, abort: true })
const required = z.minLength(1, { error: FIELD_RULES.required, abort: true })

/** Checks that a text is not empty and not too long. */
export const requiredUpTo = (most: number) => [required, atMost(most)] as const
/** A required line of text. */
export const requiredText = (most: number) => z.string().check(...LINE, ...requiredUpTo(most))
export const nameField = requiredText(MAX_NAME)
export const phoneField = z.string().check(CODE, ...requiredUpTo(MAX_PHONE), z.regex(PHONE, FIELD_RULES.phone))
export const emailField = z
  .string()
  .check(CODE, z.minLength(1, { error: FIELD_RULES.email, abort: true }), atMost(MAX_EMAIL), z.email(FIELD_RULES.email))

const positiveId = z.int(FIELD_RULES.number).check(z.positive(FIELD_RULES.number))
/** A vendor's numeric id. Digits in a text are accepted too, because forms send the typed text. */
export const providerId = z.union(
  [positiveId, z.pipe(z.string().check(CODE, z.regex(/^\d{1,15}$/)), z.pipe(z.transform(Number), positiveId))],
  FIELD_RULES.number,
)
