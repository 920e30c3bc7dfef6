import type { BadRow } from '#contract/import-preview.ts'
import type { ColumnMap, ImportKind } from '#contract/imports.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { type Columns, findColumns } from './column-names.ts'
import { CsvParser, type CsvRow } from './csv-parser.ts'
import { type FuelRow, readFuel } from './fuel-rows.ts'
import { type ReportBytes, type ReportShape, textOf } from './report-bytes.ts'
import { type Cells, cellsOf, keyHash, type ReadRow, type StoredRow } from './report-row.ts'
import { seenKeys } from './seen-keys.ts'
import { readToll, type TollRow } from './toll-rows.ts'

/** A report to be read. */
export interface Report {
  readonly kind: ImportKind
  /** The file's own name. */
  readonly name: string
  readonly bytes: ReportBytes
  readonly columns?: ColumnMap | undefined
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
  readonly headers: readonly string[]
  readonly columns: ColumnMap
  readonly missing: readonly string[]
  readonly sample: readonly (readonly string[])[]
}

export interface ReadingParts {
  readonly shape: ReportShape
  readonly now: Date
  /** The most bad rows that are kept to be told. */
  readonly mostBad: number
  /** Takes good rows, so many at a time, each once. */
  readonly take: (rows: readonly AnyRow[]) => Promise<void>
}

interface Head {
  readonly headers: readonly string[]
  readonly columns: Columns
}

/** Reads one report: what stands in its cells, row by row. */
class ReportReader {
  readonly #report: Report
  readonly #parts: ReadingParts
  readonly #lastDay: string
  readonly #timesSeen = seenKeys()
  readonly #bad: BadRow[] = []
  readonly #sample: string[][] = []
  #head: Head | null = null
  #good: AnyRow[] = []
  #counts = { rows: 0, good: 0, doubled: 0, bad: 0 }

  constructor(report: Report, parts: ReadingParts) {
    this.#report = report
    this.#parts = parts
    // A clock that is a little ahead is no reason to refuse; a month taken for a day is.
    this.#lastDay = addDays(chicagoDay(parts.now), 1)
  }

  async read(): Promise<Reading> {
    const { shape } = this.#parts
    if (shape.fault !== null) this.#blame([{ line: 1, column: '', value: '', message: shape.fault }])
    else await this.#readRows()
    const { headers = [], columns } = this.#head ?? {}
    const { rows, good, doubled, bad: badCount } = this.#counts
    const found = { headers, columns: columns?.map ?? {}, missing: columns?.missing ?? [], sample: this.#sample }
    return { rows, good, doubled, badCount, bad: this.#bad, ...found }
  }

  async #readRows(): Promise<void> {
    const { encoding, separator } = this.#parts.shape
    const parser = new CsvParser(separator)
    for await (const text of textOf(this.#report.bytes, encoding)) await this.#readAll(parser.push(text))
    await this.#readAll(parser.end())
    if (this.#good.length > 0) await this.#hand()
    if (this.#counts.rows === 0 && this.#counts.bad === 0)
      this.#blame([{ line: 1, column: '', value: '', message: 'There are no rows under the headers.' }])
  }

  async #readAll(rows: readonly CsvRow[]): Promise<void> {
    for (const row of rows) {
      if (this.#head === null) this.#readHeaders(row)
      else this.#readRow(row, this.#head)
      if (this.#good.length >= CHUNK) await this.#hand()
    }
  }

  async #hand(): Promise<void> {
    const rows = this.#good
    this.#good = []
    await this.#parts.take(rows)
  }

  #readHeaders({ line, fields, fault }: CsvRow): void {
    const headers = fields.map((field) => field.trim().slice(0, 200))
    const columns = findColumns(this.#report.kind, headers, this.#report.columns)
    this.#head = { headers, columns }
    if (fault !== null) this.#blame([{ line, column: '', value: '', message: fault }])
    this.#blame(columns.faults.map(({ column, message }) => ({ line, column, value: '', message })))
  }

  #readRow(row: CsvRow, { headers, columns }: Head): void {
    this.#counts.rows++
    if (this.#sample.length < SAMPLE_ROWS)
      this.#sample.push(row.fields.map((field) => field.slice(0, SAMPLE_CHARACTERS)))
    // Without its columns no row can be judged: that is said once, at the headers.
    if (columns.faults.length > 0) return
    const fault = row.fault ?? this.#lengthFault(row, headers)
    if (fault !== null) this.#blame([{ line: row.line, column: '', value: '', message: fault }])
    else this.#readCells(cellsOf(row, headers, columns))
  }

  #readCells(cells: Cells): void {
    const read = READERS[this.#report.kind](cells)
    if (read.row.date > this.#lastDay) cells.blame('date', 'This day is still to come.')
    if (cells.bad.length > 0) this.#blame(cells.bad)
    else this.#accept(read)
  }

  #lengthFault({ fields }: CsvRow, headers: readonly string[]): string | null {
    if (fields.length === headers.length) return null
    return `This row has ${countOf(fields.length)}, the headers have ${headers.length}.`
  }

  #accept({ row, ownKey, identity }: ReadRow<StoredRow>): void {
    this.#counts.good++
    const hash = keyHash(ownKey === null ? identity : [ownKey])
    const times = this.#timesSeen(hash)
    if (ownKey !== null && times > 1) {
      this.#counts.doubled++
      return
    }
    const source_key = ownKey ?? `${hash.toString('base64url')}.${times}`
    // The reader of this kind made it: with its key it is whole.
    this.#good.push({ ...row, source_key } as AnyRow)
  }

  #blame(bad: readonly BadRow[]): void {
    this.#counts.bad += bad.length
    this.#bad.push(...bad.slice(0, Math.max(0, this.#parts.mostBad - this.#bad.length)))
  }
}

const countOf = (fields: number) => (fields === 1 ? '1 field' : `${fields} fields`)

/**
 * Reads a report from its first byte to its last, and hands its good rows on as they come. What it holds does not grow
 * with the report, but for some twenty bytes a row by which equal rows are told apart.
 */
export function readReport(report: Report, parts: ReadingParts): Promise<Reading> {
  return new ReportReader(report, parts).read()
}
