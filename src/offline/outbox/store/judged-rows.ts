import * as z from 'zod/mini'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { count, fateForm, lossForm, missingForm, number } from '#src/offline/outbox/entry/row-forms.ts'
import type { EntryRow, FateRow, MetaRow, Stamp } from './raw-store.ts'

/**
 * What of a sealed row lies in clear may have been changed by hand, by anyone who had the device: it is judged when it is
 * read. What it says sealed opens in its own place alone.
 */

const text = z.string()
const entry = z.object({ id: text, revision: z.int(), device: text, at: z.number() })
const fate = z.extend(fateForm, { at: z.number() })
const losses = lossForm(missingForm)
const stamp = z.object({
  life: text.check(z.minLength(1)),
  generation: z.int().check(z.minimum(0), z.maximum(2 ** 52)),
})

/** The rows that are under a number of the app's; one that is none of its rows is one that does not open. */
export function entryRows(rows: readonly EntryRow[]): readonly EntryRow[] {
  return rows.filter(({ seq }) => isSeq(seq)).map(entryRow)
}
export function entryRow(row: EntryRow): EntryRow {
  const { seq, id } = row
  return is(entry, row)
    ? row
    : { seq, id: typeof id === 'string' ? id : `row-${seq}`, revision: 0, device: '', at: 0, sealed: new Uint8Array() }
}

export const isFateRow = (row: FateRow | undefined): row is FateRow => is(fate, row)

/** The counters, each as it is or as if it had never been: numbers are then counted anew from what is there. */
export function metaRow(row: MetaRow | undefined): MetaRow | undefined {
  // Whatever lies there, under its key.
  if (typeof row !== 'object' || row === null) return undefined
  const { nextSeq, device, heldUpTo, signIn, loss, lossWords } = row
  return {
    nextSeq: is(number, nextSeq) ? nextSeq : 1,
    device: is(text, device) ? device : null,
    heldUpTo: is(count, heldUpTo) ? heldUpTo : 0,
    ...(is(text, signIn) && { signIn }),
    loss: is(losses, loss) ? loss : null,
    lossWords: lossWords ?? null,
  }
}
const is = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success

/** Of a database that lost its stamp to someone's hand the first write begins to count anew. */
export const stampRow = (row: unknown): Stamp => stamp.safeParse(row).data ?? { life: 'laid', generation: 0 }

/** The numbers that writes have changed; null where that is not on record as the app writes it. */
export function changedNumbers(changes: readonly (readonly number[])[]): readonly number[] | null {
  const isWhole = changes.every((one) => Array.isArray(one) && one.every(isSeq))
  return isWhole ? [...new Set(changes.flat())] : null
}
