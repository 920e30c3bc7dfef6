import * as z from 'zod/mini'
import { CODE, LINE } from './plain-text.ts'

/** What is said of an input of any record, on both sides. */
export const FIELD_RULES = {
  required: 'Please fill out this field',
  phone: 'Invalid Number!',
  email: 'Please enter a valid email address.',
  number: 'Enter a valid number',
} as const

const MAX_NAME = 100
const MAX_EMAIL = 320
const MAX_PHONE = 40
/** Digits, and what people put between them. No backtracking: a sender may try any text. */
const PHONE = /^\+?[ ()-]*\d[\d ()-]*$/

/** Nothing is judged of what is too long: it may be a megabyte. */
const atMost = (most: number) => z.maxLength(most, { error: `At most ${most} characters.`, abort: true })
const required = z.minLength(1, { error: FIELD_RULES.required, abort: true })

/** That a text says something, and not too much. */
export const said = (most: number) => [required, atMost(most)] as const
/** A line of text that must say something. */
export const requiredText = (most: number) => z.string().check(...LINE, ...said(most))
export const nameField = requiredText(MAX_NAME)
export const phoneField = z.string().check(CODE, ...said(MAX_PHONE), z.regex(PHONE, FIELD_RULES.phone))
export const emailField = z
  .string()
  .check(CODE, z.minLength(1, { error: FIELD_RULES.email, abort: true }), atMost(MAX_EMAIL), z.email(FIELD_RULES.email))

const anId = z.int(FIELD_RULES.number).check(z.positive(FIELD_RULES.number))
/** An id at a provider, a number; digits in a text are one too, for forms send what is typed. */
export const providerId = z.union(
  [anId, z.pipe(z.string().check(CODE, z.regex(/^\d{1,15}$/)), z.pipe(z.transform(Number), anId))],
  FIELD_RULES.number,
)
