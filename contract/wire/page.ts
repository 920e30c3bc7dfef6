import * as z from 'zod/mini'

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 1000

/** A whole number in a query string. Anything else is a 400 at its field. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'A whole number is required.')),
    z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))),
  )

/** Ids in one comma-separated list of a query (`12,15`), at most `most`. */
export const idList = (most: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${most - 1}}$`),
          `Enter ids with commas between them, ${most} at most.`,
        ),
      ),
    z.transform((text: string) => text.split(',').map(Number)),
  )

/**
 * The sort order of a list: fields with commas between them, `-` before a field for descending. Each list accepts its
 * own fields; the server checks them.
 */
export const orderingQuery = (usual: string) => z._default(z.string().check(z.maxLength(200)), usual)

/** The query of every list. `cursor` comes from `next` and makes deep pages cheap. `offset` works without a cursor. */
export const pageQuery = {
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  offset: z._default(wholeNumber(0, 100_000_000), 0),
  cursor: z.optional(z.string().check(z.maxLength(500))),
}

/**
 * The response of every list. `next` and `previous` are path-absolute URLs or null. `count` is that of the whole list.
 */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  })
}

/** One page of a list: the output of `pageOf`. */
export interface Page<Row> {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Row[]
}
