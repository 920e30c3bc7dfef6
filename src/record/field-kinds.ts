import * as z from 'zod/mini'
import { isoDate } from '#contract/wire/record.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'

/** A text as the Outbox's control holds it; no value is an empty one. */
export const typedText = (held: unknown): string => String(held ?? '')

/** A line of text. */
export const textField = (title: string) => ({
  title,
  form: z.string(),
  toChange: (held: unknown) => typedText(held).trim(),
  value: z.string(),
  as: { is: 'text' as const },
  words: valueWords,
  typed: typedText,
})

/** A day, or none. */
export const dayField = (title: string) => ({
  title,
  form: z.string(),
  toChange: (held: unknown) => (held === '' ? null : held),
  value: z.nullable(isoDate),
  as: { is: 'date' as const },
  words: dayValueWords,
})
