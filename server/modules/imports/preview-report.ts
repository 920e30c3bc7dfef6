import {
  type AmbiguousOwner,
  type ImportPreview,
  MAX_BAD_ROWS,
  OPENING_LINES,
  type RepeatedRow,
  type SimilarRow,
} from '#contract/expenses/import-preview.ts'
import { MAX_CHOICES } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { loadOwnerLookup, type OwnerLookup, type Owners } from '#server/records/owners/owner-lookup.ts'
import { findBatchByHash } from './batch-repository.ts'
import { type BookedRow, hasFormerKeys, readBooksSnapshot } from './booked-row-repository.ts'
import { type AnyRow, type Reading, type Report, readReport } from './reading/read-report.ts'
import { recallLayout } from './reading/remembered-layout.ts'
import { type ReportShape, scanReport } from './reading/report-bytes.ts'
import { addTotals, NO_ROWS } from './rows/batch-totals.ts'
import { BookMatcher, type ClassifiedRow } from './rows/book-matcher.ts'
import { unknownFuelNames } from './rows/fuel-rows.ts'
import { createSkipTest } from './rows/import-rows.ts'
import { unknownTollNames } from './rows/toll-rows.ts'

/** Size of the excerpt of each opening line: enough to recognize the line. */
const OPENING_CELLS = 8
const OPENING_CHARACTERS = 40
/** The most names of unknown vehicles and drivers in one preview. */
const MAX_NAMES = 200

const unknownNames = (row: AnyRow, owners: Owners) =>
  'driver_name' in row ? unknownFuelNames(row, owners) : unknownTollNames(row, owners)

/** Counts rows that name unknown vehicles or drivers, in total and by name. */
class Unmatched {
  rows = 0
  readonly #names = new Map<string, number>()

  add(names: readonly string[]): void {
    if (names.length > 0) this.rows++
    for (const name of names) {
      if (this.#names.has(name) || this.#names.size < MAX_NAMES) this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
    }
  }

  /** The names with the most rows come first. */
  names(): ImportPreview['unmatched'] {
    const names = [...this.#names].map(([name, rows]) => ({ name, rows }))
    return names.sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1))
  }
}

/** The fields of a preview that come from the reading alone. */
function previewFields(read: Reading, shape: ReportShape) {
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

/** Collects spellings that match several vehicles or drivers. */
class AmbiguousOwners {
  readonly #title: OwnerLookup['title']
  readonly #owners = new Map<string, AmbiguousOwner>()

  constructor(title: OwnerLookup['title']) {
    this.#title = title
  }

  add({ questions }: Owners): void {
    for (const { of, spelled, candidates, picked } of questions) {
      const key = `${of} ${spelled}`
      const known = this.#owners.get(key)
      if (known) this.#owners.set(key, { ...known, rows: known.rows + 1 })
      else if (this.#owners.size < MAX_CHOICES) {
        const titled = candidates.map((id) => ({ id, title: this.#title(of, id) }))
        this.#owners.set(key, { of, spelled, rows: 1, picked, candidates: titled })
      }
    }
  }

  /** The spellings with the most rows come first. */
  list(): AmbiguousOwner[] {
    return [...this.#owners.values()].toSorted((a, b) => b.rows - a.rows)
  }
}

/** Collects rows for the user to decide about: probably in the books already, or a repeat of an earlier row. */
class RowsToDecide {
  readonly #alike: SimilarRow[] = []
  readonly #repeats: RepeatedRow[] = []
  readonly #count = { alike: 0, alike_left: 0, repeated: 0, repeated_left: 0 }
  #alikeCents = 0

  add(one: ClassifiedRow, isSkipped: boolean): void {
    if (one.is === 'alike') this.#addAlike(one.row, one.here, isSkipped)
    if (one.is === 'repeat') this.#addRepeat(one.row, one.first, isSkipped)
  }

  #addAlike(row: AnyRow, booked: BookedRow, isSkipped: boolean): void {
    this.#count.alike++
    if (isSkipped) {
      this.#count.alike_left++
      this.#alikeCents += Math.round(row.amount * 100)
    }
    if (this.#alike.length >= MAX_CHOICES) return
    const { date, amount, clock, place } = booked
    const from = booked.file_name ?? booked.source
    const bookedExpense = { date, amount, clock, place, called: vehicleLabel(booked), from }
    this.#alike.push({ line: row.line, row: describeRow(row), here: bookedExpense })
  }

  #addRepeat(row: AnyRow, first: number, isSkipped: boolean): void {
    this.#count.repeated++
    if (isSkipped) this.#count.repeated_left++
    if (this.#repeats.length < MAX_CHOICES) this.#repeats.push({ line: row.line, row: describeRow(row), first })
  }

  /** The number of rows that the current choices skip. */
  get skipped(): number {
    return this.#count.alike_left + this.#count.repeated_left
  }

  previewFields() {
    const rows = { alike_rows: [...this.#alike], repeated_rows: [...this.#repeats] }
    return { ...this.#count, alike_amount: this.#alikeCents / 100, ...rows }
  }
}

/** The label for the vehicle of a booked row: the first identifier that it has. */
export const vehicleLabel = ({
  transponder_id,
  plate,
  unit_number,
  unit_id,
}: Pick<BookedRow, 'transponder_id' | 'plate' | 'unit_number' | 'unit_id'>) =>
  transponder_id || plate || unit_number || unit_id || ''

function describeRow(row: AnyRow): SimilarRow['row'] {
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

/** What an import of the report would do with the current choices. Stores nothing. */
export async function previewReport(sql: Sql, report: Report, now: Date): Promise<ImportPreview> {
  const { kind, decided: choices } = report
  const shape = await scanReport(report.bytes)
  const { isRemembered, ...layout } = await recallLayout(sql, report, shape)
  const owners = await loadOwnerLookup(sql, kind, choices?.owners)
  const books = new BookMatcher(kind, await readBooksSnapshot(sql, kind))
  const isSkipped = createSkipTest(choices)
  const [unmatched, ambiguous, toDecide] = [new Unmatched(), new AmbiguousOwners(owners.title), new RowsToDecide()]
  let fresh = NO_ROWS
  const take = async (rows: readonly AnyRow[]) => {
    const owned = rows.map((row) => ({ row, owners: owners.ownersOf(row) }))
    for (const one of await books.classify(sql, owned)) {
      unmatched.add(unknownNames(one.row, one.owners))
      ambiguous.add(one.owners)
      toDecide.add(one, isSkipped(one))
      if (isSkipped(one)) continue
      const { date, amount } = one.row
      fresh = addTotals(fresh, { rows: 1, first_day: date, last_day: date, amount })
    }
  }
  const parts = { shape, now, mostBad: MAX_BAD_ROWS, hasFormer: await hasFormerKeys(sql, kind), take }
  const read = await readReport({ ...report, ...layout, isRemembered }, parts)
  return {
    rows: read.rows,
    good: read.good,
    known: read.good - read.doubled - toDecide.skipped - fresh.rows,
    doubled: read.doubled,
    ...toDecide.previewFields(),
    several: ambiguous.list(),
    bad_count: read.badCount,
    bad: [...read.bad],
    first_day: fresh.first_day,
    last_day: fresh.last_day,
    amount: fresh.amount,
    unmatched_count: unmatched.rows,
    unmatched: unmatched.names(),
    ...previewFields(read, shape),
    choices: layout.choices,
    is_remembered: isRemembered,
    // Includes the columns that the user set to “none” (empty text).
    columns: { ...layout.columns, ...read.columns },
    missing: [...read.missing],
    sample: read.sample.map((row) => [...row]),
    taken: await findBatchByHash(sql, kind, shape.hash),
  }
}
