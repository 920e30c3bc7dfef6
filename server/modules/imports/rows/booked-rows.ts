import type { ImportKind } from '#contract/expenses/imports.ts'
import { glued } from '#contract/text/folded.ts'
import type { Sql } from '#server/db/db.ts'
import { remembered } from '#server/records/owners/code-index.ts'
import { findBooked, type HereRow, type Sought } from '../here-repository.ts'
import { SOURCE } from '../row-repository.ts'
import type { Told } from './expense-sameness.ts'
import { ownerKeys } from './owner-keys.ts'

/** So many rows of the books are held for the next part of a report: its days follow each other, mostly. */
const MAX_HELD = 100_000

/** Whether two clocks may be one: where neither or only one is told, and within one minute. */
const mayBeOne = (a: string | null, b: string) => !a || b === '' || a.slice(0, 5) === b.slice(0, 5)

const dayAndAmount = ({ date, amount }: Pick<Sought, 'date' | 'amount'>) => `${date} ${amount}`

/** By what rows of one day and amount are found. Fuel of one quantity is few; of tolls a fleet has many of one amount. */
const keysOf = (kind: ImportKind, row: Told, gallons: number | null) =>
  kind === 'fuel' ? [`gallons ${gallons}`] : ownerKeys(row)

const placeOf = remembered(glued)
const atPlace = (owner: string, { place }: Pick<Told, 'place'>) => `${owner} @ ${placeOf(place)}`

/** Rows by keys, in the order in which they came. */
class Places {
  readonly #rows = new Map<string, HereRow[]>()

  put(key: string, row: HereRow): void {
    const place = this.#rows.get(key)
    if (place) place.push(row)
    else this.#rows.set(key, [row])
  }

  at(key: string): readonly HereRow[] {
    return this.#rows.get(key) ?? []
  }
}

/** The rows of one day and amount. */
interface Value {
  readonly places: Places
  readonly rows: number
}

/** A row of a report, as it is looked for. */
export interface Looked {
  readonly sought: Sought
  readonly told: Told
}

/**
 * The books as a report is compared with them. Rows of a day and amount are read when a row of the report has these, all at
 * once, and stay for its next parts.
 */
export class BookedRows {
  readonly #kind: ImportKind
  /** The newest row when the report came: what it brings itself is not looked at. */
  readonly #newest: number
  readonly #values = new Map<string, Value>()
  #held = 0

  constructor(kind: ImportKind, newest: number) {
    this.#kind = kind
    this.#newest = newest
  }

  /**
   * Reads what a part of the report needs, in one statement. Answers by what a row may be found: one whose clock says another
   * minute is none, but for a key that is equal.
   */
  async read(sql: Sql, part: readonly Sought[]): Promise<(looked: Looked) => Iterable<HereRow>> {
    const keys = new Places()
    const wanted = new Map(part.map((sought) => [dayAndAmount(sought), sought]))
    const missing = [...wanted].flatMap(([value, { date, amount }]) =>
      this.#values.has(value) ? [] : [{ date, amount, key: null }],
    )
    const keyed = part.flatMap(({ own_key, former_key }) => [own_key, former_key].filter((key) => key !== null))
    const asked = [...missing, ...keyed.map((key) => ({ date: null, amount: null, key }))]
    const found = asked.length === 0 ? [] : await findBooked(sql, this.#kind, asked, this.#newest)
    for (const row of found) if (row.source === SOURCE) keys.put(row.source_key, row)
    const byValue = Map.groupBy(new Map(found.map((row) => [row.id, row])).values(), dayAndAmount)
    for (const { date, amount } of missing) this.#hold(dayAndAmount({ date, amount }), byValue)
    const values = new Map([...wanted.keys()].map((value) => [value, this.#values.get(value)]))
    this.#letGo()
    return (looked) => this.#candidates(looked, keys, values.get(dayAndAmount(looked.sought)))
  }

  #hold(value: string, byValue: ReadonlyMap<string, readonly HereRow[]>): void {
    const rows = byValue.get(value) ?? []
    const places = new Places()
    for (const row of rows) {
      for (const key of keysOf(this.#kind, { ...row, own_id: null }, row.gallons)) {
        places.put(key, row)
        places.put(atPlace(key, row), row)
      }
    }
    this.#values.set(value, { places, rows: rows.length })
    this.#held += rows.length
  }

  /** Those that were read first go first. */
  #letGo(): void {
    for (const [value, { rows }] of this.#values) {
      if (this.#held <= MAX_HELD) return
      this.#values.delete(value)
      this.#held -= rows
    }
  }

  *#candidates({ sought, told }: Looked, keys: Places, value: Value | undefined): Iterable<HereRow> {
    for (const key of [sought.own_key, sought.former_key]) if (key !== null) yield* keys.at(key)
    if (!value || value.rows === 0) return
    const owners = keysOf(this.#kind, told, sought.gallons)
    // What is of the same place is likelier than whatever else a truck paid of one amount on that day.
    for (const key of [...owners.map((owner) => atPlace(owner, told)), ...owners]) {
      for (const row of value.places.at(key)) if (mayBeOne(row.clock, sought.clock)) yield row
    }
  }
}
