import type { HereRow } from '#server/modules/imports/here-repository.ts'
import { toldHere } from '#server/modules/imports/rows/already-here.ts'
import { type Sameness, samenessOf, type Told } from '#server/modules/imports/rows/expense-sameness.ts'
import { ownerKeys } from '#server/modules/imports/rows/owner-keys.ts'

/** A row of the books beside which the same day and amount stands once more. */
export interface SimilarRow extends HereRow {
  /** Whether its report was compared with the books when it came in; false for a vendor's row. */
  readonly is_compared: boolean
}

/** The row that stays, and the row of a report that counts it again. */
export interface Pair {
  readonly stays: SimilarRow
  readonly again: SimilarRow
  readonly is_sure: boolean
}

/** The copies that are known: the row that stays, and the report that has its copy. */
export type Taken = ReadonlySet<string>
export const placeOf = (stays: number, batch: number | null) => `${stays} ${batch}`

/** So many rows before it are compared with a row: more than one truck has of one amount in a day. */
const MAX = 200

/**
 * Which of two rows counts the other again: the later one where a report of before brought it, or the report's where a vendor
 * tells the same. Null where neither can go: a vendor would bring its row again, and a row of one report is no copy of another
 * of it. Rows of later reports were compared when they came in.
 */
function ordered(earlier: SimilarRow, later: SimilarRow): Pick<Pair, 'stays' | 'again'> | null {
  if (earlier.batch_id === later.batch_id || later.is_compared) return null
  if (later.batch_id !== null) return { stays: earlier, again: later }
  return { stays: later, again: earlier }
}

interface Compared {
  readonly row: SimilarRow
  readonly told: Told
}

function pairOf(earlier: Compared, later: Compared): (Pair & { readonly sameness: Sameness }) | null {
  const both = ordered(earlier.row, later.row)
  if (!both) return null
  const sameness = samenessOf(earlier.told, later.told)
  return sameness === 'other' ? null : { ...both, sameness, is_sure: sameness === 'same' }
}

/** Pairs that may be, of rows of one day, amount and quantity; the sure ones first. */
function possiblePairs(rows: readonly SimilarRow[]): readonly Pair[] {
  const before = new Map<string, Compared[]>()
  const pairs = rows.flatMap((row) => {
    const later = { row, told: toldHere(row) }
    const keys = ownerKeys(later.told)
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
 * Finds rows that count an expense again. A row of the books has one copy in a report at most: two equal passages of one
 * report are copies of two.
 *
 * @param rows by their ids, so that what came first stays
 */
export function duplicatePairs(rows: readonly SimilarRow[], taken: Taken): readonly Pair[] {
  const groups = Map.groupBy(rows, ({ date, amount, gallons }) => `${date} ${amount} ${gallons}`)
  const places = new Set(taken)
  const [copies, originals] = [new Set<number>(), new Set<number>()]
  return [...groups.values()].flatMap(possiblePairs).filter(({ stays, again }) => {
    const place = placeOf(stays.id, again.batch_id)
    if (copies.has(again.id) || copies.has(stays.id) || originals.has(again.id) || places.has(place)) return false
    copies.add(again.id)
    originals.add(stays.id)
    places.add(place)
    return true
  })
}
