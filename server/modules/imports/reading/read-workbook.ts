import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { createGate } from '#server/base/gate.ts'
import type { CsvRow } from './csv-parser.ts'
import type { ReportBytes } from './report-bytes.ts'
import type { ReadSheet, ReadSheets } from './workbook-worker.ts'

/** A sheet of a workbook, without its empty rows. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly CsvRow[]
}

const MB = 1024 * 1024
/** A workbook is in memory as a whole while it is read. A larger report must be CSV, which is streamed. */
const MAX_BYTES = 10 * MB
const MAX_UNPACKED = 100 * MB
const MAX_HEAP_MB = 768
const MAX_MS = 60_000

/** Reads one workbook at a time, to limit memory, with at most ten in the queue. Queued ones are not in memory yet. */
const inTurn = createGate(1, 10)

const TOO_LARGE = 'This workbook is too large. Save the sheet as CSV and choose that file.'
const BROKEN = 'This workbook can’t be read. Save the sheet as CSV and choose that file.'
const ZIP_ARCHIVE = 'This is a ZIP archive. Unpack it first.'

/** The sheets of a workbook, or the reason why it cannot be read. */
export type Workbook = { readonly sheets: readonly Sheet[] } | { readonly fault: string }

/**
 * Reads the sheets of a workbook (XLSX) in a worker thread: it does not block the server, and a workbook that unpacks
 * to too much memory ends only the thread. Throws `QueueIsFull` if too many workbooks are queued.
 */
export const readWorkbook = (bytes: ReportBytes): Promise<Workbook> => inTurn(() => readOne(bytes))

async function readOne(bytes: ReportBytes): Promise<Workbook> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes()) {
    size += chunk.length
    if (size > MAX_BYTES) return { fault: TOO_LARGE }
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  const fault = faultOf(whole)
  if (fault !== null) return { fault }
  const read = await parseInWorker(new Uint8Array(whole).buffer)
  if (read === null) return { fault: BROKEN }
  return read === 'too large'
    ? { fault: TOO_LARGE }
    : { sheets: read.map(sheetOf).filter(({ rows }) => rows.length > 0) }
}

/**
 * Checks the archive’s directory before it is unpacked. The sizes declared there are a hard limit, because that much
 * memory is reserved for each file.
 */
function faultOf(whole: Uint8Array): string | null {
  const names: string[] = []
  let unpacked = 0
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
    names.push(name)
    unpacked += originalSize
    return false
  }
  try {
    unzipSync(whole, { filter })
  } catch {
    // Every error means that the archive cannot be read.
    return BROKEN
  }
  if (!names.includes('xl/workbook.xml')) return ZIP_ARCHIVE
  return unpacked > MAX_UNPACKED ? TOO_LARGE : null
}

/** Node’s error code for a worker that reached its memory limit. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

async function parseInWorker(bytes: ArrayBuffer): Promise<ReadSheets | null> {
  const worker = new Worker(join(import.meta.dirname, 'workbook-worker.ts'), {
    workerData: { bytes },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const tooLong = setTimeout(() => void worker.terminate(), MAX_MS)
  const { promise: read, resolve: finish } = Promise.withResolvers<ReadSheets | null>()
  worker.once('message', (sheets: ReadSheets) => finish(sheets))
  // The worker ran out of memory or could not read the workbook.
  worker.once('error', ({ code }: NodeJS.ErrnoException) => finish(code === OUT_OF_MEMORY ? 'too large' : null))
  worker.once('exit', () => finish(null))
  try {
    return await read
  } finally {
    clearTimeout(tooLong)
    await worker.terminate()
  }
}

/** The rows of a sheet in the same form as CSV rows, with the spreadsheet’s line numbers and without empty rows. */
function sheetOf({ name, rows }: ReadSheet): Sheet {
  const filled = rows.map((fields, at) => ({ line: at + 1, fields, fault: null }))
  return { name, rows: filled.filter(({ fields }) => fields.some((field) => field.trim() !== '')) }
}
