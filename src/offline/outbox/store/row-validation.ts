import * as z from 'zod/mini'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import {
  count,
  finalStateSchema,
  lossSchema,
  lostChangeSchema,
  seqNumber,
} from '#src/offline/outbox/entry/row-schemas.ts'
import type { EntryRow, FinalStateRow, MetaRow, Stamp } from './raw-store.ts'

/**
 * Validates the unsealed parts of sealed rows when they are read: anyone with access to the device may have changed
 * them by hand. The sealed parts need no check: they open only in their own place.
 */

const textSchema = z.string()
const entrySchema = z.object({ id: textSchema, revision: z.int(), device: textSchema, at: z.number() })
const fateSchema = z.extend(finalStateSchema, { at: z.number() })
const lossRowSchema = lossSchema(lostChangeSchema)
const stampSchema = z.object({
  life: textSchema.check(z.minLength(1)),
  generation: z.int().check(z.minimum(0), z.maximum(2 ** 52)),
})

/** The rows under valid sequence numbers. An invalid row is replaced by a row that does not open. */
export function validEntryRows(rows: readonly EntryRow[]): readonly EntryRow[] {
  return rows.filter(({ seq }) => isSeq(seq)).map(validEntryRow)
}
export function validEntryRow(row: EntryRow): EntryRow {
  const { seq, id } = row
  return matches(entrySchema, row)
    ? row
    : { seq, id: typeof id === 'string' ? id : `row-${seq}`, revision: 0, device: '', at: 0, sealed: new Uint8Array() }
}

export const isFateRow = (row: FinalStateRow | undefined): row is FinalStateRow => matches(fateSchema, row)

/** The counters. An invalid one is reset, as if never stored; numbers are then counted from the existing entries. */
export function validMetaRow(row: MetaRow | undefined): MetaRow | undefined {
  // The stored value may be anything.
  if (typeof row !== 'object' || row === null) return undefined
  const { nextSeq, device, heldUpTo, signIn, loss, lossWords } = row
  return {
    nextSeq: matches(seqNumber, nextSeq) ? nextSeq : 1,
    device: matches(textSchema, device) ? device : null,
    heldUpTo: matches(count, heldUpTo) ? heldUpTo : 0,
    ...(matches(textSchema, signIn) && { signIn }),
    loss: matches(lossRowSchema, loss) ? loss : null,
    lossWords: lossWords ?? null,
  }
}
const matches = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success

/** The stamp. If it was removed or altered by hand, the first write starts a new count. */
export const validStamp = (row: unknown): Stamp => stampSchema.safeParse(row).data ?? { life: 'laid', generation: 0 }

/** The sequence numbers that writes have changed; null when the stored lists are invalid. */
export function changedNumbers(changes: readonly (readonly number[])[]): readonly number[] | null {
  const isWhole = changes.every((one) => Array.isArray(one) && one.every(isSeq))
  return isWhole ? [...new Set(changes.flat())] : null
}
