import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook from 'read-excel-file/universal'

/** A sheet as the worker hands it over: its name and its cells as texts, row by row. */
export interface ReadSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** What the worker hands over: the sheets, or that they are more than a report may be. */
export type ReadSheets = readonly ReadSheet[] | 'too large'

/** Before it a date is none: a cell with a time alone counts from there. */
const FIRST_YEAR = 1901

/** A day and a time as reports in text write them. */
function momentText(value: Date): string {
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T')
  if (value.getUTCFullYear() < FIRST_YEAR) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Spreadsheets keep so many digits of a number, and write zeros for the others. */
const MAX_EXACT = 1e15 - 1

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : momentText(value)
  // What has lost its last digits is shown as such: as a tag it is offered, never guessed.
  if (typeof value === 'number' && Math.abs(value) > MAX_EXACT) return value.toExponential().toUpperCase()
  return String(value)
}

/** A cell is never longer than a report's may be; one character more shows that it is. */
const MAX_CELL_CHARACTERS = 201
/** A hundred thousand rows of twenty columns, the empty ones among them. */
const MAX_CELLS = 2_000_000
const MAX_CHARACTERS = 40_000_000

/** Counts what is handed over: texts that many cells share in a workbook are copied for each. */
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
