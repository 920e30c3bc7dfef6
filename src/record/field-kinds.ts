import * as z from 'zod/mini'
import { isoDate } from '#contract/wire/record.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'

/** A line of text, kept as it was typed. */
export const textField = (title: string) => ({
  title,
  form: z.string(),
  value: z.string(),
  as: { is: 'text' as const },
  words: valueWords,
  typed: String,
})

/** A day, or none. */
export const dayField = (title: string) => ({
  title,
  form: z.string(),
  said: (held: unknown) => (held === '' ? null : held),
  value: z.nullable(isoDate),
  as: { is: 'date' as const },
  words: dayWords,
})
