import { type ImportPreview, MOST_BAD_ROWS, OPENING_LINES } from '#contract/import-preview.ts'
import type { Sql } from '#server/db/db.ts'
import { findTaken } from './batch-repository.ts'
import { both, NOTHING } from './brought.ts'
import type { Found } from './found.ts'
import { unknownOfFuel } from './fuel-rows.ts'
import { knownNames } from './known-names.ts'
import { type AnyRow, type Reading, type Report, readReport } from './read-report.ts'
import { recallLayout } from './remembered-layout.ts'
import { type ReportShape, scanReport } from './report-bytes.ts'
import { lookUpRows } from './row-repository.ts'
import { unknownOfToll } from './toll-rows.ts'

/** So much is told of each line at a report's beginning: enough to know it by. */
const OPENING_CELLS = 8
const OPENING_CHARACTERS = 40
/** So many different names of unknown vehicles and drivers are told. */
const MOST_NAMES = 200

const unknownOf = (row: AnyRow, found: Found) =>
  'driver_name' in row ? unknownOfFuel(row, found) : unknownOfToll(row, found)

/** Counts what nobody here knows, by its name. */
class Unmatched {
  rows = 0
  readonly #names = new Map<string, number>()

  add(names: readonly string[]): void {
    if (names.length > 0) this.rows++
    for (const name of names) {
      if (this.#names.has(name) || this.#names.size < MOST_NAMES)
        this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
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

/** What taking a report in would do; nothing is written. */
export async function previewReport(sql: Sql, report: Report, now: Date): Promise<ImportPreview> {
  const shape = await scanReport(report.bytes)
  const { isRemembered, ...as } = await recallLayout(sql, report, shape)
  const names = await knownNames(sql, report.kind)
  const unmatched = new Unmatched()
  let fresh = NOTHING
  const take = async (rows: readonly AnyRow[]) => {
    const looked = await lookUpRows(sql, report.kind, rows, names)
    for (const { row, found } of looked) {
      unmatched.add(unknownOf(row, found))
      if (found.is_known) continue
      fresh = both(fresh, { rows: 1, first_day: row.date, last_day: row.date, amount: row.amount })
    }
  }
  const read = await readReport({ ...report, ...as }, { shape, now, mostBad: MOST_BAD_ROWS, take })
  return {
    rows: read.rows,
    good: read.good,
    known: read.good - read.doubled - fresh.rows,
    doubled: read.doubled,
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
    taken: await findTaken(sql, report.kind, shape.hash),
  }
}
