import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook from 'read-excel-file/universal'

/** A sheet as the worker posts it: its name and its cells as text, row by row. */
export interface ReadSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** The worker’s message: the sheets, or `too large` if they exceed the limits for a report. */
export type ReadSheets = readonly ReadSheet[] | 'too large'

/** A date before this year is a cell with a time alone, which spreadsheets count from 1899. */
const FIRST_YEAR = 1901

/** A day and time as text reports write them. */
function momentText(value: Date): string {
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T')
  if (value.getUTCFullYear() < FIRST_YEAR) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** The largest number that a spreadsheet stores exactly: 15 digits. It replaces further digits with zeros. */
const MAX_EXACT = 1e15 - 1

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : momentText(value)
  // A number that lost digits is written with an exponent, so that it is offered as a tag but never matched by guess.
  if (typeof value === 'number' && Math.abs(value) > MAX_EXACT) return value.toExponential().toUpperCase()
  return String(value)
}

/** One character more than a valid cell has, so that a cell that is too long is still detected. */
const MAX_CELL_CHARACTERS = 201
/** 100,000 rows of twenty columns, including empty cells. */
const MAX_CELLS = 2_000_000
const MAX_CHARACTERS = 40_000_000

/** Limits the size of the message: text that many cells share in a workbook is copied for each of them. */
function bounded(sheets: Awaited<ReturnType<typeof readWorkbook>>): ReadSheets {
  const cells = sheets.reduce((sum, { data }) => data.reduce((all, row) => all + row.length, sum), 0)
  if (cells > MAX_CELLS) return 'too large'
  let characters = 0
  const read: ReadSheet[] = []
  for (const { sheet, data } of sheets) {
    const rows = data.map((row) => row.map((cell) => cellText(cell).slice(0, MAX_CELL_CHARACTERS)))
    characters += rows.reduce((sum, row) => row.reduce((all, cell) => all + cell.length, sum), 0)
    if (characters > MAX_CHARACTERS) return 'too large'
    read.push({ name: sheet, rows })
  }
  return read
}

const { bytes }: { readonly bytes: ArrayBuffer } = workerData
parentPort?.postMessage(bounded(await readWorkbook(bytes)))
