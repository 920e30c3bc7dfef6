import { glued } from '#contract/folded.ts'
import type { ImportKind } from '#contract/imports.ts'
import { codeKey, plateKey } from '#contract/spelled-codes.ts'
import { spelledName } from '#contract/spelled-names.ts'
import type { Sql } from '#server/db/db.ts'
import type { Owners } from '#server/records/owners/known-owners.ts'
import { samenessOf, type Told } from './expense-sameness.ts'
import { hereIndex } from './here-index.ts'
import { type BooksBefore, findHere, type HereRow, type Sought } from './here-repository.ts'
import type { AnyRow } from './read-report.ts'
import { keyHash } from './report-row.ts'
import { SOURCE } from './row-repository.ts'
import type { TollRow } from './toll-rows.ts'

/** A row of a report, whose it is, and whether it is in the books: surely, or as it looks. */
export interface Judged {
  readonly row: AnyRow
  readonly owners: Owners
  readonly is: 'new' | 'here' | 'alike'
  /** The row of the books; null for a new one. */
  readonly here: HereRow | null
}

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

/** What the books may call the vehicle of a toll: as `toll_transactions_called` has it, and cleaned. */
function vehiclesOf(row: AnyRow): readonly string[] {
  if ('driver_name' in row) return ['']
  const { transponder_id, plate, unit_number } = row
  const first = transponder_id || plate || unit_number
  const key = transponder_id === '' && plate !== '' ? plateKey(plate) : codeKey(first)
  return first === '' ? [''] : [...new Set([glued(first).replace(/^0+/, ''), key])]
}

const vehicleKey = ({ transponder_id, plate, unit_number }: TollRow) =>
  codeKey(transponder_id) || plateKey(plate) || codeKey(unit_number)

/**
 * What a row means beside its time, in one number: whatever its spelling, the same. It is stored of rows that are nobody's:
 * one whose owner is known since is found by it.
 */
export function meaningOf(row: AnyRow): number {
  const { date, amount } = row
  const own =
    'driver_name' in row
      ? [
          row.gallons,
          glued(row.site),
          codeKey(row.unit_number),
          codeKey(row.driver_card),
          spelledName(row.driver_name).name,
        ]
      : [glued(row.plaza || row.agency), vehicleKey(row)]
  return keyHash([date, amount, ...own]).readUIntBE(0, 6)
}

interface OwnedRow {
  readonly row: AnyRow
  readonly owners: Owners
}

const soughtOf = ({ row, owners }: OwnedRow): Sought => ({
  date: row.date,
  amount: row.amount,
  gallons: 'gallons' in row ? row.gallons : null,
  unit_id: owners.unit_id,
  driver_id: owners.driver_id,
  clock: row.clock,
  meaning: meaningOf(row),
  vehicles: vehiclesOf(row),
  own_key: row.own_key,
  former_key: row.former_key,
})

/** So many rows of the books are compared with one of a report; each is one that no row of it is surely. */
const MOST_COMPARED = 200

/** What a row of a report may be: surely one of the books, or else those that it looks like. */
interface Likeness {
  readonly same: HereRow | null
  readonly alike: readonly HereRow[]
}
const LIKE_NOTHING: Likeness = { same: null, alike: [] }

/**
 * Finds rows of a report in the books, a part of the report at a time. A row of the books is one row of a report and no
 * more: two equal passages of which one is here are one that is here and one that is new.
 */
export class AlreadyHere {
  readonly #kind: ImportKind
  readonly #before: BooksBefore
  /** Rows of the books that were found to be a row of the report, and those that only look so. */
  readonly #same = new Set<number>()
  readonly #alike = new Set<number>()

  constructor(kind: ImportKind, before: BooksBefore) {
    this.#kind = kind
    this.#before = before
  }

  async judge(sql: Sql, rows: readonly OwnedRow[]): Promise<readonly Judged[]> {
    const { newest, days } = this.#before
    const mayBeHere = ({ row }: OwnedRow) => days.has(row.date) || row.own_key !== null || row.former_key !== null
    const sought = rows.map((one) => (mayBeHere(one) ? soughtOf(one) : null))
    const asked = sought.filter((one) => one !== null)
    const found = hereIndex(asked.length === 0 ? [] : await findHere(sql, this.#kind, asked, newest))
    // Those that are surely here come first, or one that only looks so could take another's place.
    const likeness = rows.map((one, n) => {
      const own = sought[n]
      return own ? this.#likenessOf(one, found(own)) : LIKE_NOTHING
    })
    return rows.map((one, n) => {
      const { same, alike } = likeness[n] ?? LIKE_NOTHING
      if (same) return { ...one, is: 'here', here: same }
      const free = alike.find(({ id }) => !this.#same.has(id) && !this.#alike.has(id))
      if (!free) return { ...one, is: 'new', here: null }
      this.#alike.add(free.id)
      return { ...one, is: 'alike', here: free }
    })
  }

  /** A row of the books that it surely is stands for no other row from now on. */
  #likenessOf({ row, owners }: OwnedRow, found: Iterable<HereRow>): Likeness {
    const told = toldBy(row, owners)
    const alike: HereRow[] = []
    const compared = new Set<number>()
    for (const here of found) {
      if (this.#same.has(here.id) || compared.has(here.id)) continue
      if (compared.add(here.id).size > MOST_COMPARED) break
      const isFormer = row.former_key !== null && here.source === SOURCE && here.source_key === row.former_key
      const is = isFormer ? 'same' : samenessOf(told, toldHere(here))
      if (is === 'alike') alike.push(here)
      if (is !== 'same') continue
      this.#same.add(here.id)
      return { same: here, alike: [] }
    }
    return { same: null, alike }
  }
}
