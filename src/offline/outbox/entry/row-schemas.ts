import * as z from 'zod/mini'
import { MAX_SEQ } from './entry-number.ts'

/** Schemas for the unsealed parts of outbox rows: counters, sequence numbers and final states. */

/** Milliseconds since 1970, within the range of `Date`. */
export const timestamp = z.number().check(z.minimum(-8.64e15), z.maximum(8.64e15))
export const count = z.int().check(z.minimum(0), z.maximum(MAX_SEQ))
export const seqNumber = count.check(z.minimum(1))
export const finalStateSchema = z.object({
  id: z.string(),
  seq: seqNumber,
  state: z.enum(['done', 'discarded', 'replaced', 'lost', 'withdrawn']),
  settledAt: timestamp,
})
export const lostChangeSchema = z.object({
  seq: seqNumber,
  madeAt: z.nullable(timestamp),
  isUnconfirmed: z.optional(z.literal(true)),
})
/** `lostChange` is the schema of each lost change. */
export const lossSchema = <Change extends z.ZodMiniType>(lostChange: Change) =>
  z.object({ count, foundAt: timestamp, missing: z.optional(z.array(lostChange)) })
