import { createHash } from 'node:crypto'
import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { ReportChoices, ReportQuestion } from '#contract/expenses/report-choices.ts'
import { plainCode } from '#contract/text/plain-text.ts'
import type { DayTime, Said } from '#server/modules/imports/reading/cell-values.ts'
import { sayCents, sayDay, sayGallons } from '#server/modules/imports/reading/cell-values.ts'
import type { Columns } from '#server/modules/imports/reading/column-names.ts'
import type { CsvRow } from '#server/modules/imports/reading/csv-parser.ts'

/** A cell is never longer. */
const MAX_CHARACTERS = 200
const TOO_LONG = `This is longer than ${MAX_CHARACTERS} characters.`

/** The cells of one row by column; what can't be understood is collected, and stands for nothing. */
export interface Cells {
  text(column: string): string
  day(column: string): string | null
  /** The day of the column `date`, with the time of `time` where the report has one. */
  dayTime(): DayTime
  /**
   * Dollars in cents. `isReturned`: the quantity is below zero as well, so that the amount is a credit, unless the report
   * writes nearly all of its quantities so.
   */
  cents(column: string, isReturned?: boolean): number
  gallons(column: string): number
  /** Says what else is wrong with a cell. */
  blame(column: string, message: string): void
  readonly bad: readonly BadRow[]
  /** What would have to be known to understand it. */
  readonly asks: ReadonlySet<ReportQuestion>
  /** An amount below zero stands in it; one that is told in parts of a cent. */
  readonly isNegative: boolean
  readonly isRounded: boolean
}

const BLANK = 'This is empty.'
/** What stands for nothing. */
const NONE = /^[-\u2013\u2014]+$/
/** How a spreadsheet keeps a number from being one: `="007"`, `'007`. */
const AS_TEXT = /^="(.*)"$|^'(?=[\d=+-])(.*)$/s
const NO_DAY: DayTime = { day: '', time: '', clock: '' }

/** A cell without what spreadsheets put around it. */
export function bareCell(value: string): string {
  const cell = value.trim()
  const first = cell.charCodeAt(0)
  if (first !== 0x3d && first !== 0x27) return cell
  const found = AS_TEXT.exec(cell)
  return (found?.[1] ?? found?.[2] ?? cell).trim()
}

/** `Time (UTC)`, `transaction_time_utc`, `TransactionTimeUTC`. */
const SAYS_UTC = /(?:(?:utc|gmt)(?![a-z])|\b(?:utc|gmt))(?!\s*[+-]\s*\d)/i
const IS_ASCII = /^[\x20-\x7e]*$/

/** A date, a time or a number without invisible characters, and with plain hyphens and blanks. */
const plainCell = (value: string) => (IS_ASCII.test(value) ? value : plainCode(value))

/** How the cells of a report are read. */
export interface CellReading {
  readonly headers: readonly string[]
  readonly columns: Columns
  readonly choices: ReportChoices
  /** Nearly all quantities at the report's beginning are below zero: that is how it writes what was bought. */
  readonly isTurned: boolean
}

/** Reads the cells of row after row. */
export function cellReader({ headers, columns, choices, isTurned }: CellReading): (row: CsvRow) => Cells {
  const headerOf = (column: string) => headers[columns.at.get(column) ?? -1] ?? ''
  const isUtc = ['date', 'time'].some((column) => SAYS_UTC.test(headerOf(column)))
  const order = choices.day_order
  const sign = choices.negatives === 'charges' ? -1 : 1
  return (row) => new RowCells(row, { headerOf, at: columns.at, isUtc, order, sign, isTurned })
}

interface RowReading {
  readonly headerOf: (column: string) => string
  readonly at: ReadonlyMap<string, number>
  readonly isUtc: boolean
  readonly order: ReportChoices['day_order']
  readonly sign: number
  readonly isTurned: boolean
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
    return this.text(column) === '' ? null : this.#said(column, NO_DAY, (value) => sayDay(value, { order })).day
  }

  dayTime(): DayTime {
    const { isUtc, order } = this.#reading
    const besides = plainCell(this.text('time'))
    return this.#said('date', NO_DAY, (value) => sayDay(value, { besides, isUtc, order }))
  }

  cents(column: string, isReturned = false): number {
    // A dash is nothing: here that is zero.
    const cents = this.#said(column, 0, sayCents, this.#cell(column))
    if (cents < 0 && isReturned && !this.#reading.isTurned) return cents
    this.isNegative ||= cents < 0
    return cents === 0 ? 0 : cents * this.#reading.sign
  }

  gallons(column: string): number {
    const gallons = this.#said(column, 0, sayGallons)
    return this.#reading.isTurned && this.#reading.sign < 0 && gallons < 0 ? 0 - gallons : gallons
  }

  blame(column: string, message: string): void {
    this.#blame(column, this.text(column), message)
  }

  #cell(column: string): string {
    const value = bareCell(this.#row.fields[this.#reading.at.get(column) ?? -1] ?? '')
    if (value.length <= MAX_CHARACTERS) return value
    this.#blame(column, value, TOO_LONG)
    return ''
  }

  #said<T>(column: string, otherwise: T, say: (value: string) => Said<T>, value = this.text(column)): T {
    const what: Said<T> = value === '' ? { fault: BLANK } : say(plainCell(value))
    if ('value' in what) {
      if (what.isRounded) this.isRounded = true
      return what.value
    }
    if (what.asks) this.#asks = new Set([...this.#asks, what.asks])
    if (what.column === undefined) this.#blame(column, value, what.fault)
    else this.blame(what.column, what.fault)
    return otherwise
  }

  #blame(column: string, value: string, message: string): void {
    const header = this.#reading.headerOf(column)
    this.#bad.push({ line: this.#row.line, column: header, value: value.slice(0, MAX_CHARACTERS), message })
  }
}

/** What every row has, whatever it is of. */
export interface StoredRow {
  /** Where it stands in the report. */
  readonly line: number
  /** The vendor's own key of it; null when it has none. */
  readonly own_key: string | null
  /** The key that was made of its cells before; null where no such key is in the books. */
  readonly former_key: string | null
  readonly date: string
  /** Chicago's clock, HH:mm:ss; empty for none. */
  readonly clock: string
  /** Dollars. */
  readonly amount: number
}

/** The unit and the driver of a row of a report; null where none was found. */
export interface Found {
  readonly unit_id: string | null
  readonly driver_id: number | null
}

/** A vendor's own key, and what its row says, however it is written: one that says the same stands in its report twice. */
interface OwnKey {
  readonly key: string
  readonly says: () => readonly unknown[]
}

/** One row of a report, read: what is to be stored, but for its keys. */
export interface ReadRow<Row extends StoredRow> {
  readonly row: Omit<Row, 'line' | 'own_key' | 'former_key'>
  /** The report's own key of it; null when it has none. */
  readonly own: OwnKey | null
  /** Its cells, of which its key was made before: asked only where such keys are in the books. */
  readonly former: () => readonly unknown[]
}

export const keyHash = (identity: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(identity)).digest().subarray(0, 16)
