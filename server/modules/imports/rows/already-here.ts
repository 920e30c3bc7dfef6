import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { AnyRow } from '#server/modules/imports/reading/read-report.ts'
import type { Owners } from '#server/records/owners/known-owners.ts'
import type { BooksBefore, HereRow, Sought } from '../here-repository.ts'
import { SOURCE } from '../row-repository.ts'
import { BookedRows, type Looked } from './booked-rows.ts'
import { samenessOf, samenessOnTwoDays, type Told } from './expense-sameness.ts'
import { Repeats } from './repeats.ts'

/** A row of a report, and whose it is. */
interface OwnedRow {
  readonly row: AnyRow
  readonly owners: Owners
}

/**
 * Whether a row of a report is in the books, surely or as it looks, or repeats an earlier one of the report, whose line is
 * `first`.
 */
export type Judged = OwnedRow &
  (
    | { readonly is: 'new' }
    | { readonly is: 'here' | 'alike'; readonly here: HereRow }
    | { readonly is: 'repeat'; readonly first: number }
  )

/** An own key is told from others by its colon. */
const ownIdOf = (source: string, key: string) => (source === SOURCE && key.includes(':') ? key : null)

/** What a row of the books tells. */
export const toldHere = (here: HereRow): Told => ({ ...here, own_id: ownIdOf(here.source, here.source_key) })

function toldBy(row: AnyRow, { unit_id, driver_id }: Owners): Told {
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

const soughtOf = ({ row }: OwnedRow): Sought => ({
  date: row.date,
  amount: row.amount,
  gallons: 'gallons' in row ? row.gallons : null,
  clock: row.clock,
  own_key: row.own_key,
  former_key: row.former_key,
})

/** Its id is another row's, too: it is known by its meaning alone. */
const withoutKey = ({ row, owners }: OwnedRow): OwnedRow => ({ row: { ...row, own_key: null }, owners })

/** So many rows of the books are compared with one of a report; each is one that no row of it is surely. */
const MAX_COMPARED = 200

/** What a row of a report may be: surely one of the books, or else those that it looks like. */
interface Likeness {
  readonly same: HereRow | null
  readonly alike: readonly HereRow[]
  /** No row of the books has its key. */
  readonly isKeyFree: boolean
}
const LIKE_NOTHING: Likeness = { same: null, alike: [], isKeyFree: true }

/**
 * Finds rows of a report in the books, a part of the report at a time. A row of the books is one row of a report and no
 * more: two equal passages of which one is here are one that is here and one that is new.
 */
export class AlreadyHere {
  readonly #days: ReadonlySet<string>
  readonly #booked: BookedRows
  /** Rows of the books that were found to be a row of the report, and those that only look so. */
  readonly #same = new Set<number>()
  readonly #alike = new Set<number>()
  readonly #repeats = new Repeats()

  constructor(kind: ImportKind, { days, newest }: BooksBefore) {
    this.#days = days
    this.#booked = new BookedRows(kind, newest)
  }

  async judge(sql: Sql, rows: readonly OwnedRow[]): Promise<readonly Judged[]> {
    const looked = rows.map((given) => ({ given, sought: soughtOf(given), told: toldBy(given.row, given.owners) }))
    const isSought = ({ date, own_key, former_key }: Sought) =>
      this.#days.has(date) || own_key !== null || former_key !== null
    const found = await this.#booked.read(sql, looked.map(({ sought }) => sought).filter(isSought))
    // Those that are surely here come first, or one that only looks so could take another's place.
    const judged = looked.map((one) => ({
      ...one,
      likeness: isSought(one.sought) ? this.#likenessOf(one.given.row, one, found) : LIKE_NOTHING,
    }))
    return judged.map(({ given, told, likeness: { same, alike, isKeyFree } }): Judged => {
      const first = this.#repeats.firstLine(given.row, told)
      if (same) return { ...given, is: 'here', here: same }
      const one = isKeyFree && this.#repeats.isFirstOfKey(given.row) ? given : withoutKey(given)
      const free = alike.find(({ id }) => !this.#same.has(id) && !this.#alike.has(id))
      if (!free) return first === null ? { ...one, is: 'new' } : { ...one, is: 'repeat', first }
      this.#alike.add(free.id)
      return { ...one, is: 'alike', here: free }
    })
  }

  /** A row of the books that it surely is stands for no other row from now on. */
  #likenessOf(row: AnyRow, looked: Looked, found: (looked: Looked) => Iterable<HereRow>): Likeness {
    const { told } = looked
    const alike: HereRow[] = []
    const compared = new Set<number>()
    let isKeyFree = true
    for (const here of found(looked)) {
      isKeyFree &&= here.source !== SOURCE || here.source_key !== row.own_key
      if (this.#same.has(here.id) || compared.has(here.id)) continue
      if (compared.add(here.id).size > MAX_COMPARED) break
      const isFormer = row.former_key !== null && here.source === SOURCE && here.source_key === row.former_key
      const compare = here.date === row.date ? samenessOf : samenessOnTwoDays
      const is = isFormer ? 'same' : compare(told, toldHere(here))
      if (is === 'alike') alike.push(here)
      if (is !== 'same') continue
      this.#same.add(here.id)
      return { same: here, alike: [], isKeyFree: false }
    }
    return { same: null, alike, isKeyFree }
  }
}
