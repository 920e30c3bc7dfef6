import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import type { Loss, LostChange } from '../ports.ts'

/** Adds lost changes to the loss record. Changes that it lists already are not counted again. */
export function addToLoss(loss: Loss | null, missing: readonly LostChange[], foundAt: number): Loss | null {
  const known = loss?.missing ?? []
  const added = missing.filter(({ seq }) => !known.some((other) => other.seq === seq))
  if (added.length === 0) return loss
  return { count: (loss?.count ?? 0) + added.length, foundAt, missing: [...known, ...added] }
}

/** How many lost changes the server has not confirmed yet. */
export function unconfirmedOf(loss: Loss | null): number {
  return loss?.missing?.filter((one) => one.isUnconfirmed).length ?? 0
}

/**
 * The loss record after the server has been asked. `hasArrived` tells which numbers the server has; these are not lost.
 * Returns the same object when nothing was unconfirmed, and null when nothing is lost.
 */
export function confirmLoss(loss: Loss | null, hasArrived: (seq: number) => boolean): Loss | null {
  if (!loss?.missing || unconfirmedOf(loss) === 0) return loss
  const missing = loss.missing.flatMap(({ isUnconfirmed, ...sure }) =>
    isUnconfirmed && hasArrived(sure.seq) ? [] : [sure],
  )
  const count = loss.count - (loss.missing.length - missing.length)
  return count > 0 ? { ...loss, count, missing } : null
}

/** What is known about a lost number; only the number itself when nothing is known. */
export function lostChangeOf(seq: number, known: readonly LostChange[]): LostChange {
  return known.find((one) => one.seq === seq) ?? { seq, words: null, madeAt: null }
}

/** The final state `lost`, which prevents a number from being reported missing again. */
export function lostState(seq: number, id: string, settledAt: number): FinalState {
  return { id, seq, state: 'lost', settledAt, versions: [], entry: null, isSettling: false }
}
