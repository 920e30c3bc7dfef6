import { createHash } from 'node:crypto'
import type { BadRow } from '#contract/import-preview.ts'
import type { DayTime, Said } from './cell-values.ts'
import { sayCents, sayDay, sayGallons } from './cell-values.ts'
import type { Columns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'

/** A cell is never longer. */
const MOST_CHARACTERS = 200
const TOO_LONG = `This is longer than ${MOST_CHARACTERS} characters.`

/** The cells of one row by column; what can't be understood is collected, and stands for nothing. */
export interface Cells {
  text(column: string): string
  day(column: string): string | null
  /** The day of the column `date`, with the time of `time` where the report has one. */
  dayTime(): DayTime
  cents(column: string): number
  gallons(column: string): number
  /** Says what else is wrong with a cell. */
  blame(column: string, message: string): void
  readonly bad: readonly BadRow[]
}

const BLANK = 'This is empty.'

export function cellsOf(row: CsvRow, headers: readonly string[], columns: Columns): Cells {
  const bad: BadRow[] = []
  const blame = (column: string, value: string, message: string) => {
    const header = headers[columns.at.get(column) ?? -1] ?? ''
    bad.push({ line: row.line, column: header, value: value.slice(0, MOST_CHARACTERS), message })
  }
  const text = (column: string): string => {
    const value = (row.fields[columns.at.get(column) ?? -1] ?? '').trim()
    if (value.length <= MOST_CHARACTERS) return value
    blame(column, value, TOO_LONG)
    return ''
  }
  const said = <T>(column: string, otherwise: T, say: (value: string) => Said<T>): T => {
    const value = text(column)
    const what = value === '' ? { fault: BLANK } : say(value)
    if ('value' in what) return what.value
    blame(column, value, what.fault)
    return otherwise
  }
  const isUtc = ['date', 'time'].some((column) => /\b(utc|gmt)\b/i.test(headers[columns.at.get(column) ?? -1] ?? ''))
  return {
    bad,
    text,
    blame: (column, message) => blame(column, text(column), message),
    day: (column) => (text(column) === '' ? null : said(column, { day: '', time: '' }, (value) => sayDay(value)).day),
    dayTime: () => said('date', { day: '', time: '' }, (value) => sayDay(value, text('time'), isUtc)),
    cents: (column) => said(column, 0, sayCents),
    gallons: (column) => said(column, 0, sayGallons),
  }
}

/** What every stored row has, whatever it is of. */
export interface StoredRow {
  readonly source_key: string
  readonly date: string
  /** Dollars. */
  readonly amount: number
}

/** One row of a report, read: what is to be stored, but for its key; what makes it this row and no other. */
export interface ReadRow<Row extends StoredRow> {
  readonly row: Omit<Row, 'source_key'>
  /** The report's own key of it; null when it has none, and its values are all there is. */
  readonly ownKey: string | null
  readonly identity: readonly unknown[]
}

export const keyHash = (identity: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(identity)).digest().subarray(0, 16)
