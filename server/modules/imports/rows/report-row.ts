import { createHash } from 'node:crypto'
import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { ReportChoices, ReportQuestion } from '#contract/expenses/report-choices.ts'
import { plainCode } from '#contract/text/plain-text.ts'
import type { CellResult, DayTime } from '#server/modules/imports/reading/cell-values.ts'
import { readCents, readDay, readGallons } from '#server/modules/imports/reading/cell-values.ts'
import type { Columns } from '#server/modules/imports/reading/column-names.ts'
import type { CsvRow } from '#server/modules/imports/reading/csv-parser.ts'

/** The longest valid cell. */
const MAX_CHARACTERS = 200
const TOO_LONG = `This is longer than ${MAX_CHARACTERS} characters.`

/** The cells of one row by column. A cell that cannot be read is added to `bad` and read as empty or zero. */
export interface Cells {
  text(column: string): string
  day(column: string): string | null
  /** The day in column `date`, with the time in column `time` if the report has one. */
  dayTime(): DayTime
  /**
   * An amount in cents. `isReturned`: the quantity is negative too, so a negative amount is a credit, unless the report
   * writes most of its quantities as negative numbers.
   */
  cents(column: string, isReturned?: boolean): number
  gallons(column: string): number
  /** Adds another fault of a cell. */
  addFault(column: string, message: string): void
  readonly bad: readonly BadRow[]
  /** The questions that the user must answer before the row can be read. */
  readonly asks: ReadonlySet<ReportQuestion>
  /** `isNegative`: a cell has a negative amount. `isRounded`: an amount has fractions of a cent. */
  readonly isNegative: boolean
  readonly isRounded: boolean
}

const BLANK = 'This is empty.'
/** Dashes alone: an empty value. */
const NONE = /^[-\u2013\u2014]+$/
/** The ways in which a spreadsheet marks a number as text: `="007"`, `'007`. */
const AS_TEXT = /^="(.*)"$|^'(?=[\d=+-])(.*)$/s
const NO_DAY: DayTime = { day: '', time: '', clock: '' }

/** A cell without surrounding spaces and without the marks for text. */
export function bareCell(value: string): string {
  const cell = value.trim()
  const first = cell.charCodeAt(0)
  if (first !== 0x3d && first !== 0x27) return cell
  const found = AS_TEXT.exec(cell)
  return (found?.[1] ?? found?.[2] ?? cell).trim()
}

/** Headers such as `Time (UTC)`, `transaction_time_utc`, `TransactionTimeUTC`. */
const SAYS_UTC = /(?:(?:utc|gmt)(?![a-z])|\b(?:utc|gmt))(?!\s*[+-]\s*\d)/i
const IS_ASCII = /^[\x20-\x7e]*$/

/** A date, time or number without invisible characters, and with plain hyphens and spaces. */
const plainCell = (value: string) => (IS_ASCII.test(value) ? value : plainCode(value))

/** The settings for reading the cells of one report. */
export interface CellReading {
  readonly headers: readonly string[]
  readonly columns: Columns
  readonly choices: ReportChoices
  /**
   * Most quantities at the beginning of the report are negative, so the report writes purchases as negative numbers.
   */
  readonly areQuantitiesNegated: boolean
}

/** Creates the reader for the cells of each row. */
export function cellReader({ headers, columns, choices, areQuantitiesNegated }: CellReading): (row: CsvRow) => Cells {
  const headerOf = (column: string) => headers[columns.at.get(column) ?? -1] ?? ''
  const isUtc = ['date', 'time'].some((column) => SAYS_UTC.test(headerOf(column)))
  const order = choices.day_order
  const sign = choices.negatives === 'charges' ? -1 : 1
  return (row) => new RowCells(row, { headerOf, at: columns.at, isUtc, order, sign, areQuantitiesNegated })
}

interface RowReading {
  readonly headerOf: (column: string) => string
  readonly at: ReadonlyMap<string, number>
  readonly isUtc: boolean
  readonly order: ReportChoices['day_order']
  readonly sign: number
  readonly areQuantitiesNegated: boolean
}

const NO_QUESTIONS: ReadonlySet<ReportQuestion> = new Set()

class RowCells implements Cells {
  readonly #row: CsvRow
  readonly #reading: RowReading
  readonly #bad: BadRow[] = []
  #asks = NO_QUESTIONS
  isNegative = false
  isRounded = false

  constructor(row: CsvRow, reading: RowReading) {
    this.#row = row
    this.#reading = reading
  }

  get bad(): readonly BadRow[] {
    return this.#bad
  }

  get asks(): ReadonlySet<ReportQuestion> {
    return this.#asks
  }

  text(column: string): string {
    const value = this.#cell(column)
    return NONE.test(value) ? '' : value
  }

  day(column: string): string | null {
    const { order } = this.#reading
    return this.text(column) === '' ? null : this.#read(column, NO_DAY, (value) => readDay(value, { order })).day
  }

  dayTime(): DayTime {
    const { isUtc, order } = this.#reading
    const timeCell = plainCell(this.text('time'))
    return this.#read('date', NO_DAY, (value) => readDay(value, { besides: timeCell, isUtc, order }))
  }

  cents(column: string, isReturned = false): number {
    // Reads the cell with its dash: in an amount, a dash is zero.
    const cents = this.#read(column, 0, readCents, this.#cell(column))
    if (cents < 0 && isReturned && !this.#reading.areQuantitiesNegated) return cents
    this.isNegative ||= cents < 0
    return cents === 0 ? 0 : cents * this.#reading.sign
  }

  gallons(column: string): number {
    const gallons = this.#read(column, 0, readGallons)
    return this.#reading.areQuantitiesNegated && this.#reading.sign < 0 && gallons < 0 ? 0 - gallons : gallons
  }

  addFault(column: string, message: string): void {
    this.#addFault(column, this.text(column), message)
  }

  #cell(column: string): string {
    const value = bareCell(this.#row.fields[this.#reading.at.get(column) ?? -1] ?? '')
    if (value.length <= MAX_CHARACTERS) return value
    this.#addFault(column, value, TOO_LONG)
    return ''
  }

  #read<T>(column: string, otherwise: T, read: (value: string) => CellResult<T>, value = this.text(column)): T {
    const result: CellResult<T> = value === '' ? { fault: BLANK } : read(plainCell(value))
    if ('value' in result) {
      if (result.isRounded) this.isRounded = true
      return result.value
    }
    if (result.asks) this.#asks = new Set([...this.#asks, result.asks])
    if (result.column === undefined) this.#addFault(column, value, result.fault)
    else this.addFault(result.column, result.fault)
    return otherwise
  }

  #addFault(column: string, value: string, message: string): void {
    const header = this.#reading.headerOf(column)
    this.#bad.push({ line: this.#row.line, column: header, value: value.slice(0, MAX_CHARACTERS), message })
  }
}

/** The fields that toll rows and fuel rows share. */
export interface StoredRow {
  /** The line in the report. */
  readonly line: number
  /** The vendor’s key; null if the report has none. */
  readonly own_key: string | null
  /**
   * The key that earlier versions hashed from the cells; null if the row has a vendor key or the books have no such
   * keys.
   */
  readonly former_key: string | null
  readonly date: string
  /** Time in Chicago, `HH:mm:ss`; empty if the report has none. */
  readonly clock: string
  /** In dollars. */
  readonly amount: number
}

/** The unit and the driver that were found for a report row; null if none was found. */
export interface RowOwners {
  readonly unit_id: string | null
  readonly driver_id: number | null
}

/**
 * A vendor’s key, and the normalized content of its row. Two rows of a report with the same key and content are the
 * same expense listed twice.
 */
interface OwnKey {
  readonly key: string
  readonly says: () => readonly unknown[]
}

/** A report row that was read: everything to store, except its keys. */
export interface ReadRow<Row extends StoredRow> {
  readonly row: Omit<Row, 'line' | 'own_key' | 'former_key'>
  /** Null if the row has no vendor key. */
  readonly own: OwnKey | null
  /** The cells from which earlier versions hashed its key. Called only if the books have such keys. */
  readonly former: () => readonly unknown[]
}

export const keyHash = (identity: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(identity)).digest().subarray(0, 16)
