import * as z from 'zod/mini'

/** The schema of a setting that is a whole number from `min` to `max`; `fallback` when it is not set. */
export const wholeNumberSetting = (min: number, max: number, fallback: string) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)), fallback),
    z.pipe(
      z.transform(Number),
      z.int().check(z.refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)),
    ),
  )
