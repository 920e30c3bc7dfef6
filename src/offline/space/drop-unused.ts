import type { Connection } from '#src/browser/connection.ts'
import { writeAnswers } from '../query-storage/answer-rows.ts'
import type { Budget } from '../query-storage/query-store.ts'
import type { AnswerUse, StoreSchema } from '../query-storage/store-opening.ts'

/**
 * From this size on, in bytes, Chromium keeps a value in a file of its own and deletes the file with the value. Smaller
 * values are in a log, which a deletion makes longer until the browser compacts it.
 */
const FREED_AT_ONCE = 65_536

/** Share of the budget. Beyond it nothing is prefetched, so that prefetching does not evict what the user opened. */
const NEARLY_FULL = 0.9

const sizeOf = (uses: readonly AnswerUse[]) => uses.reduce((sum, { size }) => sum + size, 0)

/** The size of the answers in bytes, approximately, and whether it is too large for further prefetching. */
export function useOf(uses: readonly AnswerUse[], budget: Budget): { readonly size: number; readonly isFull: boolean } {
  const size = sizeOf(uses)
  return { size, isFull: size > budget.size * NEARLY_FULL || uses.length > budget.records * NEARLY_FULL }
}

/**
 * Deletes the answers unused for longest until the rest is within `kept`: a budget, or half of what is stored. Half
 * means half of the answers whose space is free at once, or half of all if none is that large. Resolves to the number
 * of deleted answers.
 */
export async function dropUnused(
  connection: Connection<StoreSchema>,
  kept: Budget | 'half',
  now: number,
): Promise<number> {
  const uses = await connection.run(['uses'], 'readonly', (tx) => tx.objectStore('uses').getAll())
  const large = uses.filter(({ size }) => size >= FREED_AT_ONCE)
  const candidates = kept === 'half' && large.length > 0 ? large : uses
  const budget = kept === 'half' ? { records: candidates.length / 2, size: sizeOf(candidates) / 2 } : kept
  let size = 0
  const dropped = candidates
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .filter((use, at) => {
      size += use.size
      return at >= budget.records || size > budget.size
    })
    .map(({ hash }) => hash)
  if (dropped.length > 0) await writeAnswers(connection, { dropped }, now)
  return dropped.length
}
