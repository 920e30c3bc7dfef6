import { glued } from '#contract/folded.ts'
import type { ImportKind } from '#contract/imports.ts'
import { codeKey, plateKey } from '#contract/spelled-codes.ts'
import { spelledName } from '#contract/spelled-names.ts'
import type { Sql } from '#server/db/db.ts'
import type { Owners } from '#server/records/owners/known-owners.ts'
import { type Sameness, samenessOf, type Told } from './expense-sameness.ts'
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
export const toldHere = (here: Omit<HereRow, 'n'>): Told => ({ ...here, own_id: ownIdOf(here.source, here.source_key) })

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
function vehicleOf(row: AnyRow): Pick<Sought, 'called' | 'called_key'> {
  if ('driver_name' in row) return { called: null, called_key: null }
  const { transponder_id, plate, unit_number } = row
  const first = transponder_id || plate || unit_number
  const key = transponder_id === '' && plate !== '' ? plateKey(plate) : codeKey(first)
  return { called: glued(first).replace(/^0+/, ''), called_key: key }
}

const vehicleKey = ({ transponder_id, plate, unit_number }: TollRow) =>
  codeKey(transponder_id) || plateKey(plate) || codeKey(unit_number)

/** What a row that is nobody's means, in one number: whatever its spelling, the same; null of one that has an owner. */
export function meaningOf(row: AnyRow, { unit_id, driver_id }: Owners): number | null {
  if (unit_id !== null || driver_id !== null) return null
  const { date, amount, clock } = row
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
  return keyHash([date, amount, clock, ...own]).readUIntBE(0, 6)
}

const soughtOf = ({ row, owners }: { readonly row: AnyRow; readonly owners: Owners }, n: number): Sought => ({
  n,
  date: row.date,
  amount: row.amount,
  gallons: 'gallons' in row ? row.gallons : null,
  unit_id: owners.unit_id,
  driver_id: owners.driver_id,
  clock: row.clock,
  meaning: meaningOf(row, owners),
  ...vehicleOf(row),
  own_key: row.own_key,
  former_key: row.former_key,
})

interface Candidate {
  readonly here: HereRow
  readonly sameness: Sameness
}

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

  async judge(
    sql: Sql,
    rows: readonly { readonly row: AnyRow; readonly owners: Owners }[],
  ): Promise<readonly Judged[]> {
    const { newest, days } = this.#before
    const sought = rows
      .map(soughtOf)
      .filter((one) => days.has(one.date) || one.own_key !== null || one.former_key !== null)
    const here = sought.length === 0 ? [] : await findHere(sql, this.#kind, sought, newest)
    const found = Map.groupBy(here, ({ n }) => n)
    const candidates = rows.map(({ row, owners }, n) =>
      found.size === 0 ? [] : candidatesOf(row, owners, found.get(n) ?? []),
    )
    // Those that are surely here come first, or one that only looks so could take another's place.
    const surely = candidates.map((of) => this.#first(of, 'same'))
    return rows.map((one, n) => {
      const same = surely[n]
      if (same) return { ...one, is: 'here', here: same }
      const alike = this.#first(candidates[n] ?? [], 'alike')
      return alike ? { ...one, is: 'alike', here: alike } : { ...one, is: 'new', here: null }
    })
  }

  #first(candidates: readonly Candidate[], sameness: 'same' | 'alike'): HereRow | null {
    const free = candidates.find(
      ({ here, sameness: is }) =>
        is === sameness && !this.#same.has(here.id) && (sameness === 'same' || !this.#alike.has(here.id)),
    )
    if (!free) return null
    ;(sameness === 'same' ? this.#same : this.#alike).add(free.here.id)
    return free.here
  }
}

function candidatesOf(row: AnyRow, owners: Owners, found: readonly HereRow[]): readonly Candidate[] {
  const told = toldBy(row, owners)
  return found.map((here) => {
    const isFormer = row.former_key !== null && here.source === SOURCE && here.source_key === row.former_key
    return { here, sameness: isFormer ? 'same' : samenessOf(told, toldHere(here)) }
  })
}
