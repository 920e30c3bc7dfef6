import type { ImportKind } from '#contract/expenses/imports.ts'
import { glued } from '#contract/text/folded.ts'
import type { Sql } from '#server/db/db.ts'
import { memoizeSpellings } from '#server/records/owners/code-index.ts'
import { type BookedRow, findBookedRows, type RowToFind } from '../booked-row-repository.ts'
import { SOURCE } from '../row-repository.ts'
import type { ExpenseDescription } from './expense-sameness.ts'
import { ownerKeys } from './owner-keys.ts'

/** The most booked rows held in memory for the next part of a report, whose days mostly follow each other. */
const MAX_HELD = 100_000

/** Whether two times might be the same: in one minute, or at least one of them is missing. */
const mayBeOne = (a: string | null, b: string) => !a || b === '' || a.slice(0, 5) === b.slice(0, 5)

const dayAndAmount = ({ date, amount }: Pick<RowToFind, 'date' | 'amount'>) => `${date} ${amount}`

/**
 * The keys that find a row among those of one day and amount. For fuel, the quantity selects few rows. For tolls, where
 * a fleet has many rows of one amount, the owners do.
 */
const keysOf = (kind: ImportKind, row: ExpenseDescription, gallons: number | null) =>
  kind === 'fuel' ? [`gallons ${gallons}`] : ownerKeys(row)

const placeOf = memoizeSpellings(glued)
const atPlace = (owner: string, { place }: Pick<ExpenseDescription, 'place'>) => `${owner} @ ${placeOf(place)}`

/** Rows by key, in insertion order. */
class RowIndex {
  readonly #rows = new Map<string, BookedRow[]>()

  put(key: string, row: BookedRow): void {
    const place = this.#rows.get(key)
    if (place) place.push(row)
    else this.#rows.set(key, [row])
  }

  at(key: string): readonly BookedRow[] {
    return this.#rows.get(key) ?? []
  }
}

/** The rows of one day and amount. */
interface DayAmountRows {
  readonly index: RowIndex
  readonly count: number
}

/** A report row to look up in the books. */
export interface RowLookup {
  readonly target: RowToFind
  readonly description: ExpenseDescription
}

/**
 * Caches booked rows while a report is compared with the books. All rows of a day and amount are read when the first
 * report row has them, and are held for the next parts of the report.
 */
export class BookedRowCache {
  readonly #kind: ImportKind
  /** The id of the newest row before the import. Rows of the import itself are ignored. */
  readonly #newest: number
  readonly #values = new Map<string, DayAmountRows>()
  #held = 0

  constructor(kind: ImportKind, newest: number) {
    this.#kind = kind
    this.#newest = newest
  }

  /**
   * Reads the booked rows for a part of the report, in one statement. Returns the function that lists candidates for
   * one report row: rows with an equal key, then rows of the same minute or without a time.
   */
  async read(sql: Sql, part: readonly RowToFind[]): Promise<(lookup: RowLookup) => Iterable<BookedRow>> {
    const keys = new RowIndex()
    const wanted = new Map(part.map((target) => [dayAndAmount(target), target]))
    const missing = [...wanted].flatMap(([value, { date, amount }]) =>
      this.#values.has(value) ? [] : [{ date, amount, key: null }],
    )
    const keyed = part.flatMap(({ own_key, former_key }) => [own_key, former_key].filter((key) => key !== null))
    const queries = [...missing, ...keyed.map((key) => ({ date: null, amount: null, key }))]
    const found = queries.length === 0 ? [] : await findBookedRows(sql, this.#kind, queries, this.#newest)
    for (const row of found) if (row.source === SOURCE) keys.put(row.source_key, row)
    const byValue = Map.groupBy(new Map(found.map((row) => [row.id, row])).values(), dayAndAmount)
    for (const { date, amount } of missing) this.#hold(dayAndAmount({ date, amount }), byValue)
    const values = new Map([...wanted.keys()].map((value) => [value, this.#values.get(value)]))
    this.#evict()
    return (lookup) => this.#candidates(lookup, keys, values.get(dayAndAmount(lookup.target)))
  }

  #hold(value: string, byValue: ReadonlyMap<string, readonly BookedRow[]>): void {
    const rows = byValue.get(value) ?? []
    const index = new RowIndex()
    for (const row of rows) {
      for (const key of keysOf(this.#kind, { ...row, own_id: null }, row.gallons)) {
        index.put(key, row)
        index.put(atPlace(key, row), row)
      }
    }
    this.#values.set(value, { index, count: rows.length })
    this.#held += rows.length
  }

  /** Releases rows above the limit, the oldest reads first. */
  #evict(): void {
    for (const [value, { count }] of this.#values) {
      if (this.#held <= MAX_HELD) return
      this.#values.delete(value)
      this.#held -= count
    }
  }

  *#candidates(
    { target, description }: RowLookup,
    keys: RowIndex,
    value: DayAmountRows | undefined,
  ): Iterable<BookedRow> {
    for (const key of [target.own_key, target.former_key]) if (key !== null) yield* keys.at(key)
    if (!value || value.count === 0) return
    const owners = keysOf(this.#kind, description, target.gallons)
    // A row of the same place is a likelier match than another payment of that amount by the truck on that day.
    for (const key of [...owners.map((owner) => atPlace(owner, description)), ...owners]) {
      for (const row of value.index.at(key)) if (mayBeOne(row.clock, target.clock)) yield row
    }
  }
}
