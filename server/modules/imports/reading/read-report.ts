import type { BadRow, ImportPreview, LeftRow } from '#contract/expenses/import-preview.ts'
import type { ColumnMap, ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices, ReportQuestion, RowKind } from '#contract/expenses/report-choices.ts'
import { type FuelRow, readFuel } from '#server/modules/imports/rows/fuel-rows.ts'
import { type Cells, keyHash, type ReadRow, type StoredRow } from '#server/modules/imports/rows/report-row.ts'
import { asideRow, lengthFault, ofWholeRow, tornRow } from '#server/modules/imports/rows/row-faults.ts'
import type { Aside } from '#server/modules/imports/rows/row-kinds.ts'
import { seenKeys } from '#server/modules/imports/rows/seen-keys.ts'
import { readToll, type TollRow } from '#server/modules/imports/rows/toll-rows.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import type { CsvRow } from './csv-parser.ts'
import { findHeaderLine, looksLikeRow } from './header-line.ts'
import { type ReportBytes, type ReportShape, rowsOf } from './report-bytes.ts'
import { ReportFindings } from './report-findings.ts'
import { headOf, type ReportHead } from './report-head.ts'
import { looksLikeOtherKind } from './report-kind.ts'
import { type Place, placeOf } from './report-sheet.ts'

/** A report to be read. */
export interface Report {
  readonly kind: ImportKind
  /** The file's own name. */
  readonly name: string
  readonly bytes: ReportBytes
  readonly columns?: ColumnMap | undefined
  readonly choices?: ReportChoices | undefined
  /** The choices are those of an earlier report of its layout. */
  readonly isRemembered?: boolean
  /** What was decided about rows and spellings. */
  readonly decided?: ImportChoices | undefined
}

export type AnyRow = TollRow | FuelRow

const READERS: Readonly<Record<ImportKind, (cells: Cells) => ReadRow<AnyRow>>> = {
  tolls: readToll,
  fuel: readFuel,
}

/** Rows are handed on so many at a time. */
const CHUNK = 1000
const SAMPLE_ROWS = 5
const SAMPLE_CHARACTERS = 80

/** What was found in a report. */
export interface Reading {
  readonly rows: number
  readonly good: number
  /** Rows that say the same as an earlier one of this report under the same id of their own. */
  readonly doubled: number
  readonly badCount: number
  readonly bad: readonly BadRow[]
  /** Rows that are no plain expenses, by what they look like, those that are left out among them. */
  readonly asides: ImportPreview['asides']
  readonly leftOut: number
  readonly left: readonly LeftRow[]
  readonly negative: number
  readonly rounded: number
  readonly questions: readonly ReportQuestion[]
  readonly headers: readonly string[]
  readonly headerLine: number | null
  readonly opening: readonly CsvRow[]
  /** The sheet of a workbook that was read. */
  readonly sheet: string | null
  readonly columns: ColumnMap
  readonly missing: readonly string[]
  readonly sample: readonly (readonly string[])[]
}

export interface ReadingParts {
  readonly shape: ReportShape
  readonly now: Date
  /** The most bad rows that are kept to be told, and the most that are left out. */
  readonly mostBad: number
  /** Whether rows are in the books whose keys were made of a report's cells. */
  readonly hasFormer?: boolean
  /** Takes good rows, so many at a time, each once. */
  readonly take: (rows: readonly AnyRow[]) => Promise<void>
}

/** A row as it was read; `aside`: what it looks like instead. */
interface JudgedRow {
  readonly read: ReadRow<AnyRow> | null
  readonly cells: Cells | null
  readonly aside: Aside | null
  readonly bad: readonly BadRow[]
}

const WRONG: RowKind = 'wrong'

/** Reads one report: what stands in its cells, row by row. */
class ReportReader {
  readonly #report: Report
  readonly #parts: ReadingParts
  readonly #choices: ReportChoices
  readonly #leftLines: ReadonlySet<number>
  readonly #lastDay: string
  readonly #timesSeen = seenKeys()
  readonly #found: ReportFindings
  readonly #sample: string[][] = []
  readonly #place: Place
  readonly #headerLine: number | null
  #head: ReportHead | null = null
  #above: CsvRow[] = []
  #good: AnyRow[] = []

  constructor(report: Report, parts: ReadingParts) {
    this.#report = report
    this.#parts = parts
    this.#choices = report.choices ?? {}
    this.#leftLines = new Set(this.#choices.leave_out_lines)
    this.#found = new ReportFindings(parts.mostBad, {
      choices: this.#choices,
      isRemembered: report.isRemembered === true,
    })
    this.#place = placeOf(parts.shape, report.kind, this.#choices)
    if (this.#place.isUnclear) this.#found.ask('sheet')
    const { opening } = this.#place
    this.#headerLine = this.#choices.header_line ?? findHeaderLine(report.kind, opening, report.columns)
    // A clock that is a little ahead is no reason to refuse; a month taken for a day is.
    this.#lastDay = addDays(chicagoDay(parts.now), 1)
  }

  async read(): Promise<Reading> {
    const { shape } = this.#parts
    if (shape.fault !== null) this.#found.blame([ofWholeRow(1, shape.fault)])
    else await this.#readRows()
    const { headers = [], columns } = this.#head ?? {}
    const found = { headers, columns: columns?.map ?? {}, missing: columns?.missing ?? [], sample: this.#sample }
    const { opening, sheet } = this.#place
    const place = { headerLine: this.#head ? this.#headerLine : null, opening, sheet: sheet?.name ?? null }
    return { ...this.#found.told(), ...place, ...found }
  }

  async #readRows(): Promise<void> {
    for await (const rows of rowsOf(this.#report.bytes, this.#parts.shape, this.#place.sheet)) {
      for (const row of rows) {
        if (this.#head !== null) this.#readRow(row, this.#head)
        else if (row.line === this.#headerLine) this.#readHeaders(row)
        else this.#above.push(row)
        if (this.#good.length >= CHUNK) await this.#hand()
      }
      if (this.#head === null && this.#above.length > this.#place.opening.length) break
    }
    if (this.#good.length > 0) await this.#hand()
    if (this.#head === null) this.#found.blame([ofWholeRow(this.#headerLine ?? 1, 'No headers stand in this line.')])
    else this.#found.blameWhenEmpty(ofWholeRow(1, 'There are no rows under the headers.'))
  }

  async #hand(): Promise<void> {
    const rows = this.#good
    this.#good = []
    await this.#parts.take(rows)
  }

  #readHeaders(row: CsvRow): void {
    const { kind } = this.#report
    this.#head = headOf(
      row,
      this.#report,
      this.#place.opening.filter(({ line }) => line > row.line),
    )
    const { headers, columns } = this.#head
    if (row.fault !== null) this.#found.blame([ofWholeRow(row.line, row.fault)])
    this.#found.blame(columns.faults.map(({ column, message }) => ({ line: row.line, column, value: '', message })))
    if (looksLikeOtherKind(kind, headers)) this.#found.ask('kind')
    if (this.#choices.header_line === undefined) this.#blameAbove((above) => looksLikeRow(above, headers))
    // Where the line is remembered, its titles are known to look so: only an expense does not belong there.
    else if (this.#report.isRemembered) this.#blameAbove((above) => this.#isExpense(above))
    this.#above = []
  }

  /** Where nobody said where the headers stand, no row above them is skipped without a word. */
  #blameAbove(looksSo: (above: CsvRow) => boolean): void {
    const message = 'This line stands above the headers, and looks like a row. Say at which line the headers stand.'
    for (const { line, lastLine } of this.#above)
      if (lastLine !== undefined) this.#found.blame([tornRow(line, lastLine)])
    const rows = this.#above.filter(looksSo)
    this.#found.blame(rows.map(({ line }) => ofWholeRow(line, message)))
  }

  #isExpense(row: CsvRow): boolean {
    return this.#head !== null && this.#head.columns.faults.length === 0 && this.#judge(row, this.#head).read !== null
  }

  #readRow(row: CsvRow, head: ReportHead): void {
    this.#found.countRow()
    if (this.#sample.length < SAMPLE_ROWS)
      this.#sample.push(row.fields.map((field) => field.slice(0, SAMPLE_CHARACTERS)))
    // Without its columns no row can be judged: that is said once, at the headers.
    if (head.columns.faults.length > 0) return
    if (row.lastLine !== undefined) {
      this.#found.blame([tornRow(row.line, row.lastLine)])
      return
    }
    const { read, cells, aside, bad } = this.#judge(row, head)
    const is = aside?.is ?? (bad.length > 0 ? WRONG : null)
    if (cells) this.#found.note(cells)
    const isTaken = read !== null && is !== null && this.#choices.take?.includes(is) === true
    if (this.#leftLines.has(row.line) || (is !== null && !isTaken && this.#choices.leave_out?.includes(is) === true)) {
      const [first] = bad
      this.#found.leave(is, { line: row.line, message: first?.message ?? 'Left out.', cells: [...row.fields] })
    } else if (read !== null && (is === null || isTaken)) this.#accept(read, cells, row.line)
    else if (is !== null) this.#found.blameRow(is, read !== null, bad)
  }

  #judge(row: CsvRow, head: ReportHead): JudgedRow {
    const { cellsOf, kinds, headers, columns } = head
    const fault = row.fault ?? lengthFault(row, headers, columns)
    const cells = fault === null ? cellsOf(row) : null
    const read = cells ? READERS[this.#report.kind](cells) : null
    if (cells && read && read.row.date > this.#lastDay) cells.blame('date', 'This day is still to come.')
    const split = cells && head.splitFault(row)
    if (split) {
      const aside = kinds.ofBad(row)
      return { read: null, cells, aside, bad: [aside ? asideRow(row, aside.message) : split] }
    }
    const isBad = cells === null || cells.bad.length > 0
    const aside = isBad ? kinds.ofBad(row) : kinds.ofGood(row)
    if (aside) return { read: isBad ? null : read, cells, aside, bad: [asideRow(row, aside.message)] }
    const bad = fault === null ? (cells?.bad ?? []) : [ofWholeRow(row.line, fault)]
    return { read: isBad ? null : read, cells, aside, bad }
  }

  #accept({ row, own, former }: ReadRow<StoredRow>, cells: Cells | null, line: number): void {
    const isDoubled = own !== null && this.#timesSeen(keyHash([own.key, ...own.says()])) > 1
    this.#found.accept({ amount: row.amount, isDoubled }, cells)
    if (isDoubled) return
    const former_key = own === null && this.#parts.hasFormer ? this.#formerKey(former()) : null
    // The reader of this kind made it: with its keys it is whole.
    this.#good.push({ ...row, line, own_key: own?.key ?? null, former_key } as AnyRow)
  }

  #formerKey(cells: readonly unknown[]): string {
    const hash = keyHash(cells)
    return `${hash.toString('base64url')}.${this.#timesSeen(hash)}`
  }
}

/**
 * Reads a report from its first byte to its last, and hands its good rows on as they come. What it holds does not grow
 * with the report, but for some twenty bytes a row by which equal rows are told apart.
 */
export function readReport(report: Report, parts: ReadingParts): Promise<Reading> {
  return new ReportReader(report, parts).read()
}
