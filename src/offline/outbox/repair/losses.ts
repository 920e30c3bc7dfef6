import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import type { Loss, Missing } from '../ports.ts'

/** The record of what is lost with these added; those on record already are not counted again. */
export function lossWith(former: Loss | null, missing: readonly Missing[], foundAt: number): Loss | null {
  const known = former?.missing ?? []
  const more = missing.filter(({ seq }) => !known.some((other) => other.seq === seq))
  if (more.length === 0) return former
  return { count: (former?.count ?? 0) + more.length, foundAt, missing: [...known, ...more] }
}

/** How many numbers of it the server has not been asked for. */
export function unconfirmedOf(loss: Loss | null): number {
  return loss?.missing?.filter((one) => one.isUnconfirmed).length ?? 0
}

/**
 * The record once the server has been asked: `came` says which numbers it has, and those are not lost. The same record
 * when nothing in it waits for that.
 */
export function confirmed(loss: Loss | null, came: (seq: number) => boolean): Loss | null {
  if (!loss?.missing || unconfirmedOf(loss) === 0) return loss
  const missing = loss.missing.flatMap(({ isUnconfirmed, ...sure }) => (isUnconfirmed && came(sure.seq) ? [] : [sure]))
  const count = loss.count - (loss.missing.length - missing.length)
  return count > 0 ? { ...loss, count, missing } : null
}

/** What is remembered of a number; the number alone when nothing is. */
export function missingOf(seq: number, known: readonly Missing[]): Missing {
  return known.find((one) => one.seq === seq) ?? { seq, words: null, madeAt: null }
}

/** Keeps numbers from being found missing once more. */
export function lostFate(seq: number, id: string, settledAt: number): FinalState {
  return { id, seq, state: 'lost', settledAt, versions: [], entry: null, isSettling: false }
}
