import * as z from 'zod/mini'

/** A setting that is a whole number, `otherwise` where it is not set. */
export const wholeNumber = (least: number, most: number, otherwise: string) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)), otherwise),
    z.pipe(
      z.transform(Number),
      z.int().check(z.refine((n) => n >= least && n <= most, `must be a whole number from ${least} to ${most}`)),
    ),
  )
