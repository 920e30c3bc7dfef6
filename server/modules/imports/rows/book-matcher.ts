import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { AnyRow } from '#server/modules/imports/reading/read-report.ts'
import type { Owners } from '#server/records/owners/owner-lookup.ts'
import type { BookedRow, BooksSnapshot, RowToFind } from '../booked-row-repository.ts'
import { SOURCE } from '../row-repository.ts'
import { BookedRowCache, type RowLookup } from './booked-row-cache.ts'
import { type ExpenseDescription, samenessOf, samenessOnTwoDays } from './expense-sameness.ts'
import { Repeats } from './repeats.ts'

/** A report row with its owners. */
interface OwnedRow {
  readonly row: AnyRow
  readonly owners: Owners
}

/**
 * A report row and its state. `here`: surely in the books. `alike`: probably in the books. `repeat`: repeats the row at
 * line `first` of the report. `new`: none of these.
 */
export type ClassifiedRow = OwnedRow &
  (
    | { readonly is: 'new' }
    | { readonly is: 'here' | 'alike'; readonly here: BookedRow }
    | { readonly is: 'repeat'; readonly first: number }
  )

/** Of the keys in the books, only a vendor’s key contains a colon. */
const ownIdOf = (source: string, key: string) => (source === SOURCE && key.includes(':') ? key : null)

/** Describes a booked row for the comparison. */
export const describeBookedRow = (bookedRow: BookedRow): ExpenseDescription => ({
  ...bookedRow,
  own_id: ownIdOf(bookedRow.source, bookedRow.source_key),
})

function describeReportRow(row: AnyRow, { unit_id, driver_id }: Owners): ExpenseDescription {
  const shared = { own_id: row.own_key, clock: row.clock, unit_id, driver_id, unit_number: row.unit_number }
  if ('driver_name' in row) {
    const { site: place, driver_name, network_driver: card, invoice, product } = row
    return { ...shared, place, driver_name, card, invoice, product, transponder_id: '', plate: '' }
  }
  const { plaza, agency, transponder_id, plate } = row
  return {
    ...shared,
    place: plaza || agency,
    transponder_id,
    plate,
    driver_name: '',
    card: null,
    invoice: '',
    product: '',
  }
}

const toRowToFind = ({ row }: OwnedRow): RowToFind => ({
  date: row.date,
  amount: row.amount,
  gallons: 'gallons' in row ? row.gallons : null,
  clock: row.clock,
  own_key: row.own_key,
  former_key: row.former_key,
})

/** Another row has the same id, so this row can only be identified by its content. */
const withoutKey = ({ row, owners }: OwnedRow): OwnedRow => ({ row: { ...row, own_key: null }, owners })

/** The most booked rows that are compared with one report row. Booked rows that are matched already do not count. */
const MAX_COMPARED = 200

/** The booked rows that match a report row: the one that is surely the same, otherwise those that probably are. */
interface BookMatches {
  readonly same: BookedRow | null
  readonly alike: readonly BookedRow[]
  /** No booked row has the vendor key of the report row. */
  readonly isKeyFree: boolean
}
const NO_MATCHES: BookMatches = { same: null, alike: [], isKeyFree: true }

/**
 * Finds report rows in the books, one part of the report at a time. Each booked row matches at most one report row: of
 * two equal passages, with one in the books, one is known and one is new.
 */
export class BookMatcher {
  readonly #days: ReadonlySet<string>
  readonly #booked: BookedRowCache
  /** Ids of booked rows that match a report row: surely (`#same`) or probably (`#alike`). */
  readonly #same = new Set<number>()
  readonly #alike = new Set<number>()
  readonly #repeats = new Repeats()

  constructor(kind: ImportKind, { days, newest }: BooksSnapshot) {
    this.#days = days
    this.#booked = new BookedRowCache(kind, newest)
  }

  async classify(sql: Sql, rows: readonly OwnedRow[]): Promise<readonly ClassifiedRow[]> {
    const lookups = rows.map((owned) => ({
      owned,
      target: toRowToFind(owned),
      description: describeReportRow(owned.row, owned.owners),
    }))
    const needsLookup = ({ date, own_key, former_key }: RowToFind) =>
      this.#days.has(date) || own_key !== null || former_key !== null
    const candidatesOf = await this.#booked.read(sql, lookups.map(({ target }) => target).filter(needsLookup))
    // Sure matches are found first. Otherwise a probable match could claim a booked row that surely matches another
    // row.
    const matched = lookups.map((lookup) => ({
      ...lookup,
      matches: needsLookup(lookup.target) ? this.#findMatches(lookup.owned.row, lookup, candidatesOf) : NO_MATCHES,
    }))
    return matched.map(({ owned, description, matches: { same, alike, isKeyFree } }): ClassifiedRow => {
      const first = this.#repeats.firstLine(owned.row, description)
      if (same) return { ...owned, is: 'here', here: same }
      const one = isKeyFree && this.#repeats.isFirstOfKey(owned.row) ? owned : withoutKey(owned)
      const free = alike.find(({ id }) => !this.#same.has(id) && !this.#alike.has(id))
      if (!free) return first === null ? { ...one, is: 'new' } : { ...one, is: 'repeat', first }
      this.#alike.add(free.id)
      return { ...one, is: 'alike', here: free }
    })
  }

  /** Claims a sure match: the booked row matches no other report row from now on. */
  #findMatches(row: AnyRow, lookup: RowLookup, candidatesOf: (lookup: RowLookup) => Iterable<BookedRow>): BookMatches {
    const { description } = lookup
    const alike: BookedRow[] = []
    const compared = new Set<number>()
    let isKeyFree = true
    for (const bookedRow of candidatesOf(lookup)) {
      isKeyFree &&= bookedRow.source !== SOURCE || bookedRow.source_key !== row.own_key
      if (this.#same.has(bookedRow.id) || compared.has(bookedRow.id)) continue
      if (compared.add(bookedRow.id).size > MAX_COMPARED) break
      const isFormer = row.former_key !== null && bookedRow.source === SOURCE && bookedRow.source_key === row.former_key
      const compare = bookedRow.date === row.date ? samenessOf : samenessOnTwoDays
      const is = isFormer ? 'same' : compare(description, describeBookedRow(bookedRow))
      if (is === 'alike') alike.push(bookedRow)
      if (is !== 'same') continue
      this.#same.add(bookedRow.id)
      return { same: bookedRow, alike: [], isKeyFree: false }
    }
    return { same: null, alike, isKeyFree }
  }
}
