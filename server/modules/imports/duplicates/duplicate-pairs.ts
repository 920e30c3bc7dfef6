import type { BookedRow } from '#server/modules/imports/booked-row-repository.ts'
import { describeBookedRow } from '#server/modules/imports/rows/book-matcher.ts'
import { type ExpenseDescription, type Sameness, samenessOf } from '#server/modules/imports/rows/expense-sameness.ts'
import { ownerKeys } from '#server/modules/imports/rows/owner-keys.ts'

/** A booked row whose day and amount another row has too. */
export interface SimilarRow extends BookedRow {
  /** Whether its report was compared with the books on import; false for a row of a vendor feed. */
  readonly is_compared: boolean
}

/** The row that stays, and the report row that counts the same expense again. */
export interface DuplicatePair {
  readonly stays: SimilarRow
  readonly again: SimilarRow
  readonly is_sure: boolean
}

/** Known copies as `copyKey` texts: the row that stays and the batch that has its copy. */
export type KnownCopies = ReadonlySet<string>
export const copyKey = (stays: number, batch: number | null) => `${stays} ${batch}`

/** Earlier rows compared with one row: more than one truck ever has of one amount in a day. */
const MAX = 200

/**
 * Which of two rows is the copy: the later row if a report has it, otherwise (the later row is from a vendor feed) the
 * earlier row, which is from a report. Null if neither can go: a vendor feed would deliver its row again, and rows of
 * one report are no copies of each other. Reports with `is_compared` were compared when they were imported.
 */
function orderPair(earlier: SimilarRow, later: SimilarRow): Pick<DuplicatePair, 'stays' | 'again'> | null {
  if (earlier.batch_id === later.batch_id || later.is_compared) return null
  if (later.batch_id !== null) return { stays: earlier, again: later }
  return { stays: later, again: earlier }
}

interface DescribedRow {
  readonly row: SimilarRow
  readonly description: ExpenseDescription
}

function pairOf(earlier: DescribedRow, later: DescribedRow): (DuplicatePair & { readonly sameness: Sameness }) | null {
  const both = orderPair(earlier.row, later.row)
  if (!both) return null
  const sameness = samenessOf(earlier.description, later.description)
  return sameness === 'other' ? null : { ...both, sameness, is_sure: sameness === 'same' }
}

/** Possible pairs among rows of one day, amount and quantity. Sure pairs come first. */
function possiblePairs(rows: readonly SimilarRow[]): readonly DuplicatePair[] {
  const before = new Map<string, DescribedRow[]>()
  const pairs = rows.flatMap((row) => {
    const later = { row, description: describeBookedRow(row) }
    const keys = ownerKeys(later.description)
    const others = new Set(keys.flatMap((key) => before.get(key)?.slice(-MAX) ?? []))
    for (const key of keys) {
      const place = before.get(key)
      if (place) place.push(later)
      else before.set(key, [later])
    }
    return [...others].flatMap((earlier) => pairOf(earlier, later) ?? [])
  })
  return pairs.toSorted((a, b) => Number(b.is_sure) - Number(a.is_sure))
}

/**
 * Finds rows that count an expense twice. A booked row has at most one copy in each report: two equal passages in one
 * report are copies of two booked rows.
 *
 * @param rows ordered by id, so that the earlier row stays
 */
export function duplicatePairs(rows: readonly SimilarRow[], known: KnownCopies): readonly DuplicatePair[] {
  const groups = Map.groupBy(rows, ({ date, amount, gallons }) => `${date} ${amount} ${gallons}`)
  const places = new Set(known)
  const [copies, originals] = [new Set<number>(), new Set<number>()]
  return [...groups.values()].flatMap(possiblePairs).filter(({ stays, again }) => {
    const place = copyKey(stays.id, again.batch_id)
    if (copies.has(again.id) || copies.has(stays.id) || originals.has(again.id) || places.has(place)) return false
    copies.add(again.id)
    originals.add(stays.id)
    places.add(place)
    return true
  })
}
