import * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import { isStorable } from '#server/base/parse-input.ts'
import { invalid } from '#server/base/problem.ts'

const badCursor = () => invalid({ cursor: ['Take the cursor from the `next` of a page of the same list.'] })

/** The sort keys in a cursor: texts that PostgreSQL can store, ids, and instants. */
export const cursorText = z.string().check(z.refine(isStorable))
export const cursorId = z.int()
/** As PostgreSQL writes it into JSON, with up to microseconds. */
export const cursorInstant = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
)

/** The position after the last row of a page: the sort order and that row's sort keys. Opaque to clients. */
export function encodeCursor(order: string, keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([order, ...keys])).toString('base64url')
}

/** Reads the sort keys from a cursor. Throws a 400 when the text is not a cursor of this sort order. */
export function decodeCursor<S extends Schema>(order: string, keys: S, cursor: string): z.output<S> {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch (cause) {
    throw Object.assign(badCursor(), { cause })
  }
  if (!Array.isArray(parts) || parts[0] !== order) throw badCursor()
  const parsed = keys.safeParse(parts.slice(1))
  if (!parsed.success) throw badCursor()
  return parsed.data
}
