import * as z from 'zod/mini'
import { isoDate } from '#contract/wire/record.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'

/** The value of a text control as text; empty for no value. */
export const typedText = (value: unknown): string => String(value ?? '')

/** A field with one line of text. */
export const textField = (title: string) => ({
  title,
  form: z.string(),
  toChange: (value: unknown) => typedText(value).trim(),
  value: z.string(),
  as: { is: 'text' as const },
  words: valueWords,
  typed: typedText,
})

/** A field with a day, or none. */
export const dayField = (title: string) => ({
  title,
  form: z.string(),
  toChange: (value: unknown) => (value === '' ? null : value),
  value: z.nullable(isoDate),
  as: { is: 'date' as const },
  words: dayValueWords,
})
