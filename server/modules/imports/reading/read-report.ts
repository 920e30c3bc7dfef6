import type { BadRow, ImportPreview, SkippedRow } from '#contract/expenses/import-preview.ts'
import type { ColumnMap, ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices, ReportQuestion, RowKind } from '#contract/expenses/report-choices.ts'
import { type FuelRow, readFuel } from '#server/modules/imports/rows/fuel-rows.ts'
import { type Cells, keyHash, type ReadRow, type StoredRow } from '#server/modules/imports/rows/report-row.ts'
import { asideRow, lengthFault, rowFault, tornRow } from '#server/modules/imports/rows/row-faults.ts'
import type { Aside } from '#server/modules/imports/rows/row-kinds.ts'
import { seenKeys } from '#server/modules/imports/rows/seen-keys.ts'
import { readToll, type TollRow } from '#server/modules/imports/rows/toll-rows.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import type { CsvRow } from './csv-parser.ts'
import { findHeaderLine, looksLikeRow } from './header-line.ts'
import { type ReportBytes, type ReportShape, rowsOf } from './report-bytes.ts'
import { ReportFindings } from './report-findings.ts'
import { type ReportHead, readHead } from './report-head.ts'
import { looksLikeOtherKind } from './report-kind.ts'
import { findReportPlace, type ReportPlace } from './report-sheet.ts'

/** A report to read. */
export interface Report {
  readonly kind: ImportKind
  /** The file name. */
  readonly name: string
  readonly bytes: ReportBytes
  readonly columns?: ColumnMap | undefined
  readonly choices?: ReportChoices | undefined
  /** Whether the choices come from an earlier report with this layout. */
  readonly isRemembered?: boolean
  /** The user’s decisions about rows and ambiguous spellings. */
  readonly decided?: ImportChoices | undefined
}

export type AnyRow = TollRow | FuelRow

const READERS: Readonly<Record<ImportKind, (cells: Cells) => ReadRow<AnyRow>>> = {
  tolls: readToll,
  fuel: readFuel,
}

/** The number of rows passed on at a time. */
const CHUNK = 1000
const SAMPLE_ROWS = 5
const SAMPLE_CHARACTERS = 80

/** The findings of reading a report. */
export interface Reading {
  readonly rows: number
  readonly good: number
  /** Rows with the same vendor id and content as an earlier row of this report. */
  readonly doubled: number
  readonly badCount: number
  readonly bad: readonly BadRow[]
  /** Counts of rows that are not plain expenses, by kind, including skipped ones. */
  readonly asides: ImportPreview['asides']
  readonly leftOut: number
  readonly left: readonly SkippedRow[]
  readonly negative: number
  readonly rounded: number
  readonly questions: readonly ReportQuestion[]
  readonly headers: readonly string[]
  readonly headerLine: number | null
  readonly opening: readonly CsvRow[]
  /** The name of the workbook sheet that was read; null for a CSV file. */
  readonly sheet: string | null
  readonly columns: ColumnMap
  readonly missing: readonly string[]
  readonly sample: readonly (readonly string[])[]
}

export interface ReadingParts {
  readonly shape: ReportShape
  readonly now: Date
  /** The most bad rows, and the most skipped rows, that the result lists. */
  readonly mostBad: number
  /** Whether the books have rows whose keys were hashed from a report’s cells. */
  readonly hasFormer?: boolean
  /** Receives the good rows in chunks, each row once. */
  readonly take: (rows: readonly AnyRow[]) => Promise<void>
}

/** A row that was read. `aside`: its kind, if it does not look like an expense. */
interface JudgedRow {
  readonly read: ReadRow<AnyRow> | null
  readonly cells: Cells | null
  readonly aside: Aside | null
  readonly bad: readonly BadRow[]
}

const WRONG: RowKind = 'wrong'

/** Reads one report, row by row. */
class ReportReader {
  readonly #report: Report
  readonly #parts: ReadingParts
  readonly #choices: ReportChoices
  readonly #leftLines: ReadonlySet<number>
  readonly #lastDay: string
  readonly #timesSeen = seenKeys()
  readonly #found: ReportFindings
  readonly #sample: string[][] = []
  readonly #place: ReportPlace
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
    this.#place = findReportPlace(parts.shape, report.kind, this.#choices)
    if (this.#place.isUnclear) this.#found.addQuestion('sheet')
    const { opening } = this.#place
    this.#headerLine = this.#choices.header_line ?? findHeaderLine(report.kind, opening, report.columns)
    // Tolerates a clock that is slightly ahead, but not month and day in the wrong order.
    this.#lastDay = addDays(chicagoDay(parts.now), 1)
  }

  async read(): Promise<Reading> {
    const { shape } = this.#parts
    if (shape.fault !== null) this.#found.addFaults([rowFault(1, shape.fault)])
    else await this.#readRows()
    const { headers = [], columns } = this.#head ?? {}
    const found = { headers, columns: columns?.map ?? {}, missing: columns?.missing ?? [], sample: this.#sample }
    const { opening, sheet } = this.#place
    const place = { headerLine: this.#head ? this.#headerLine : null, opening, sheet: sheet?.name ?? null }
    return { ...this.#found.summary(), ...place, ...found }
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
    if (this.#head === null) this.#found.addFaults([rowFault(this.#headerLine ?? 1, 'This line has no headers.')])
    else this.#found.addFaultWhenEmpty(rowFault(1, 'There are no rows under the headers.'))
  }

  async #hand(): Promise<void> {
    const rows = this.#good
    this.#good = []
    await this.#parts.take(rows)
  }

  #readHeaders(row: CsvRow): void {
    const { kind } = this.#report
    this.#head = readHead(
      row,
      this.#report,
      this.#place.opening.filter(({ line }) => line > row.line),
    )
    const { headers, columns } = this.#head
    if (row.fault !== null) this.#found.addFaults([rowFault(row.line, row.fault)])
    this.#found.addFaults(columns.faults.map(({ column, message }) => ({ line: row.line, column, value: '', message })))
    if (looksLikeOtherKind(kind, headers)) this.#found.addQuestion('kind')
    if (this.#choices.header_line === undefined) this.#blameAbove((above) => looksLikeRow(above, headers))
    // With a remembered line, titles that look like rows are known. Only a readable expense does not belong above the
    // headers.
    else if (this.#report.isRemembered) this.#blameAbove((above) => this.#isExpense(above))
    this.#above = []
  }

  /** Reports rows above the headers, so that none is skipped silently unless the user chose the header line. */
  #blameAbove(looksSo: (above: CsvRow) => boolean): void {
    const message = 'This line is above the headers and looks like a row. Enter the line number of the headers.'
    for (const { line, lastLine } of this.#above)
      if (lastLine !== undefined) this.#found.addFaults([tornRow(line, lastLine)])
    const rows = this.#above.filter(looksSo)
    this.#found.addFaults(rows.map(({ line }) => rowFault(line, message)))
  }

  #isExpense(row: CsvRow): boolean {
    return this.#head !== null && this.#head.columns.faults.length === 0 && this.#judge(row, this.#head).read !== null
  }

  #readRow(row: CsvRow, head: ReportHead): void {
    this.#found.countRow()
    if (this.#sample.length < SAMPLE_ROWS)
      this.#sample.push(row.fields.map((field) => field.slice(0, SAMPLE_CHARACTERS)))
    // Without its columns no row can be read. The headers report that once.
    if (head.columns.faults.length > 0) return
    if (row.lastLine !== undefined) {
      this.#found.addFaults([tornRow(row.line, row.lastLine)])
      return
    }
    const { read, cells, aside, bad } = this.#judge(row, head)
    const is = aside?.is ?? (bad.length > 0 ? WRONG : null)
    if (cells) this.#found.addQuestionsOf(cells)
    const isTaken = read !== null && is !== null && this.#choices.take?.includes(is) === true
    if (this.#leftLines.has(row.line) || (is !== null && !isTaken && this.#choices.leave_out?.includes(is) === true)) {
      const [first] = bad
      this.#found.skipRow(is, { line: row.line, message: first?.message ?? 'Left out.', cells: [...row.fields] })
    } else if (read !== null && (is === null || isTaken)) this.#accept(read, cells, row.line)
    else if (is !== null) this.#found.addRowFaults(is, read !== null, bad)
  }

  #judge(row: CsvRow, head: ReportHead): JudgedRow {
    const { cellsOf, kinds, headers, columns } = head
    const fault = row.fault ?? lengthFault(row, headers, columns)
    const cells = fault === null ? cellsOf(row) : null
    const read = cells ? READERS[this.#report.kind](cells) : null
    if (cells && read && read.row.date > this.#lastDay) cells.addFault('date', 'This day is in the future.')
    const split = cells && head.splitFault(row)
    if (split) {
      const aside = kinds.ofBad(row)
      return { read: null, cells, aside, bad: [aside ? asideRow(row, aside.message) : split] }
    }
    const isBad = cells === null || cells.bad.length > 0
    const aside = isBad ? kinds.ofBad(row) : kinds.ofGood(row)
    if (aside) return { read: isBad ? null : read, cells, aside, bad: [asideRow(row, aside.message)] }
    const bad = fault === null ? (cells?.bad ?? []) : [rowFault(row.line, fault)]
    return { read: isBad ? null : read, cells, aside, bad }
  }

  #accept({ row, own, former }: ReadRow<StoredRow>, cells: Cells | null, line: number): void {
    const isDoubled = own !== null && this.#timesSeen(keyHash([own.key, ...own.says()])) > 1
    this.#found.accept({ amount: row.amount, isDoubled }, cells)
    if (isDoubled) return
    const former_key = own === null && this.#parts.hasFormer ? this.#formerKey(former()) : null
    // The row comes from the reader of this kind, so with its keys it is complete.
    this.#good.push({ ...row, line, own_key: own?.key ?? null, former_key } as AnyRow)
  }

  #formerKey(cells: readonly unknown[]): string {
    const hash = keyHash(cells)
    return `${hash.toString('base64url')}.${this.#timesSeen(hash)}`
  }
}

/**
 * Reads a report from start to end and passes on its good rows in chunks. The memory does not grow with the report,
 * except for about twenty bytes per row that detect equal rows.
 */
export function readReport(report: Report, parts: ReadingParts): Promise<Reading> {
  return new ReportReader(report, parts).read()
}
