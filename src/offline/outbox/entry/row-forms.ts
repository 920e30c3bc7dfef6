import * as z from 'zod/mini'
import { MAX_SEQ } from './entry-number.ts'

/** How the rows of the outbox say numbers and ends, in clear and beside what is sealed. */

/** Milliseconds since 1970, as far as there are dates. */
export const moment = z.number().check(z.minimum(-8.64e15), z.maximum(8.64e15))
export const count = z.int().check(z.minimum(0), z.maximum(MAX_SEQ))
export const number = count.check(z.minimum(1))
export const fateForm = z.object({
  id: z.string(),
  seq: number,
  state: z.enum(['done', 'discarded', 'replaced', 'lost', 'withdrawn']),
  settledAt: moment,
})
export const missingForm = z.object({
  seq: number,
  madeAt: z.nullable(moment),
  isUnconfirmed: z.optional(z.literal(true)),
})
/** @param missing how each of those that are lost is said */
export const lossForm = <Missing extends z.ZodMiniType>(missing: Missing) =>
  z.object({ count, foundAt: moment, missing: z.optional(z.array(missing)) })
