import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook from 'read-excel-file/universal'

/** A sheet as the worker hands it over: its name and its cells as texts, row by row. */
export interface ReadSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

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

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : momentText(value)
  return String(value)
}

const { bytes }: { readonly bytes: ArrayBuffer } = workerData
const sheets = await readWorkbook(bytes)
const read: readonly ReadSheet[] = sheets.map(({ sheet, data }) => ({
  name: sheet,
  rows: data.map((row) => row.map(cellText)),
}))
parentPort?.postMessage(read)
