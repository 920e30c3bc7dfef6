import {
  type AlikeRow,
  type ImportPreview,
  MAX_BAD_ROWS,
  OPENING_LINES,
  type RepeatedRow,
  type SeveralOwners,
} from '#contract/expenses/import-preview.ts'
import { MAX_CHOICES } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { type KnownOwners, knownOwners, type Owners } from '#server/records/owners/known-owners.ts'
import { findTaken } from './batch-repository.ts'
import { booksBefore, type HereRow, hasFormer } from './here-repository.ts'
import { type AnyRow, type Reading, type Report, readReport } from './reading/read-report.ts'
import { recallLayout } from './reading/remembered-layout.ts'
import { type ReportShape, scanReport } from './reading/report-bytes.ts'
import { AlreadyHere, type Judged } from './rows/already-here.ts'
import { both, NOTHING } from './rows/brought.ts'
import { unknownOfFuel } from './rows/fuel-rows.ts'
import { leaver } from './rows/take-rows.ts'
import { unknownOfToll } from './rows/toll-rows.ts'

/** So much is told of each line at a report's beginning: enough to know it by. */
const OPENING_CELLS = 8
const OPENING_CHARACTERS = 40
/** So many different names of unknown vehicles and drivers are told. */
const MAX_NAMES = 200

const unknownOf = (row: AnyRow, owners: Owners) =>
  'driver_name' in row ? unknownOfFuel(row, owners) : unknownOfToll(row, owners)

/** Counts what nobody here knows, by its name. */
class Unmatched {
  rows = 0
  readonly #names = new Map<string, number>()

  add(names: readonly string[]): void {
    if (names.length > 0) this.rows++
    for (const name of names) {
      if (this.#names.has(name) || this.#names.size < MAX_NAMES) this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
    }
  }

  /** Those of the most rows first. */
  told(): ImportPreview['unmatched'] {
    const told = [...this.#names].map(([name, rows]) => ({ name, rows }))
    return told.sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1))
  }
}

/** What was found in a report, as it is told. */
function foundIn(read: Reading, shape: ReportShape) {
  return {
    asides: read.asides,
    left_out: read.leftOut,
    left: [...read.left],
    negative: read.negative,
    rounded: read.rounded,
    questions: [...read.questions],
    headers: [...read.headers],
    header_line: read.headerLine,
    opening: read.opening.slice(0, OPENING_LINES).map(({ line, fields }) => ({
      line,
      cells: fields.slice(0, OPENING_CELLS).map((cell) => cell.trim().slice(0, OPENING_CHARACTERS)),
    })),
    sheets: shape.sheets?.map(({ name }) => name) ?? [],
    sheet: read.sheet,
  }
}

/** Collects spellings that may mean several. */
class Several {
  readonly #title: KnownOwners['title']
  readonly #told = new Map<string, SeveralOwners>()

  constructor(title: KnownOwners['title']) {
    this.#title = title
  }

  add({ asked }: Owners): void {
    for (const { of, spelled, candidates, picked } of asked) {
      const key = `${of} ${spelled}`
      const told = this.#told.get(key)
      if (told) this.#told.set(key, { ...told, rows: told.rows + 1 })
      else if (this.#told.size < MAX_CHOICES) {
        const titled = candidates.map((id) => ({ id, title: this.#title(of, id) }))
        this.#told.set(key, { of, spelled, rows: 1, picked, candidates: titled })
      }
    }
  }

  told(): SeveralOwners[] {
    return [...this.#told.values()].toSorted((a, b) => b.rows - a.rows)
  }
}

/** Collects rows that a person decides on: those that look as if they were here already, and those that repeat another. */
class ToDecide {
  readonly #alike: AlikeRow[] = []
  readonly #repeats: RepeatedRow[] = []
  readonly #count = { alike: 0, alike_left: 0, repeated: 0, repeated_left: 0 }
  #alikeCents = 0

  add(one: Judged, isLeft: boolean): void {
    if (one.is === 'alike') this.#addAlike(one.row, one.here, isLeft)
    if (one.is === 'repeat') this.#addRepeat(one.row, one.first, isLeft)
  }

  #addAlike(row: AnyRow, here: HereRow, isLeft: boolean): void {
    this.#count.alike++
    if (isLeft) {
      this.#count.alike_left++
      this.#alikeCents += Math.round(row.amount * 100)
    }
    if (this.#alike.length >= MAX_CHOICES) return
    const { date, amount, clock, place } = here
    const from = here.file_name ?? here.source
    const there = { date, amount, clock, place, called: calledHere(here), from }
    this.#alike.push({ line: row.line, row: told(row), here: there })
  }

  #addRepeat(row: AnyRow, first: number, isLeft: boolean): void {
    this.#count.repeated++
    if (isLeft) this.#count.repeated_left++
    if (this.#repeats.length < MAX_CHOICES) this.#repeats.push({ line: row.line, row: told(row), first })
  }

  /** How many rows are left out as things are. */
  get left(): number {
    return this.#count.alike_left + this.#count.repeated_left
  }

  /** As the preview tells them. */
  told() {
    const rows = { alike_rows: [...this.#alike], repeated_rows: [...this.#repeats] }
    return { ...this.#count, alike_amount: this.#alikeCents / 100, ...rows }
  }
}

/** What the vehicle of a row of the books is called. */
export const calledHere = ({
  transponder_id,
  plate,
  unit_number,
  unit_id,
}: Pick<HereRow, 'transponder_id' | 'plate' | 'unit_number' | 'unit_id'>) =>
  transponder_id || plate || unit_number || unit_id || ''

function told(row: AnyRow): AlikeRow['row'] {
  const { date, clock, amount } = row
  if ('driver_name' in row)
    return { date, clock, amount, place: row.site, called: row.unit_number || row.driver_name || row.driver_card }
  return {
    date,
    clock,
    amount,
    place: row.plaza || row.agency,
    called: row.transponder_id || row.plate || row.unit_number,
  }
}

/** What taking a report in would do, as things are chosen; nothing is written. */
export async function previewReport(sql: Sql, report: Report, now: Date): Promise<ImportPreview> {
  const { kind, decided: choices } = report
  const shape = await scanReport(report.bytes)
  const { isRemembered, ...as } = await recallLayout(sql, report, shape)
  const owners = await knownOwners(sql, kind, choices?.owners)
  const books = new AlreadyHere(kind, await booksBefore(sql, kind))
  const isLeft = leaver(choices)
  const [unmatched, several, toDecide] = [new Unmatched(), new Several(owners.title), new ToDecide()]
  let fresh = NOTHING
  const take = async (rows: readonly AnyRow[]) => {
    const owned = rows.map((row) => ({ row, owners: owners.of(row) }))
    for (const one of await books.judge(sql, owned)) {
      unmatched.add(unknownOf(one.row, one.owners))
      several.add(one.owners)
      toDecide.add(one, isLeft(one))
      if (isLeft(one)) continue
      const { date, amount } = one.row
      fresh = both(fresh, { rows: 1, first_day: date, last_day: date, amount })
    }
  }
  const parts = { shape, now, mostBad: MAX_BAD_ROWS, hasFormer: await hasFormer(sql, kind), take }
  const read = await readReport({ ...report, ...as, isRemembered }, parts)
  return {
    rows: read.rows,
    good: read.good,
    known: read.good - read.doubled - toDecide.left - fresh.rows,
    doubled: read.doubled,
    ...toDecide.told(),
    several: several.told(),
    bad_count: read.badCount,
    bad: [...read.bad],
    first_day: fresh.first_day,
    last_day: fresh.last_day,
    amount: fresh.amount,
    unmatched_count: unmatched.rows,
    unmatched: unmatched.told(),
    ...foundIn(read, shape),
    choices: as.choices,
    is_remembered: isRemembered,
    // With those that were asked for as none.
    columns: { ...as.columns, ...read.columns },
    missing: [...read.missing],
    sample: read.sample.map((row) => [...row]),
    taken: await findTaken(sql, kind, shape.hash),
  }
}
