import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { createGate } from '#server/base/gate.ts'
import type { CsvRow } from './csv-parser.ts'
import type { ReportBytes } from './report-bytes.ts'
import type { ReadSheet, ReadSheets } from './workbook-worker.ts'

/** A sheet of a workbook that has rows. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly CsvRow[]
}

const MB = 1024 * 1024
/** A workbook is held whole while it is read; a larger report goes as CSV, which is not. */
const MAX_BYTES = 10 * MB
const MAX_UNPACKED = 100 * MB
const MAX_HEAP_MB = 768
const MAX_MS = 60_000

/** One workbook after another: memory for one. Those that wait hold nothing yet. */
const inTurn = createGate(1, 10)

const TOO_LARGE = 'This workbook is too large. Save the sheet as CSV and choose that file.'
const BROKEN = 'This workbook can not be read. Save the sheet as CSV and choose that file.'
const NO_WORKBOOK = 'This is a ZIP archive. Unpack it first.'

/** The sheets of a workbook, or why there are none. */
export type Workbook = { readonly sheets: readonly Sheet[] } | { readonly fault: string }

/**
 * Reads the sheets of a workbook (XLSX) in a thread of its own: nobody else waits for it, and one that unfolds to more than
 * it should ends that thread alone. Throws `LineIsFull` when too many wait.
 */
export const readWorkbook = (bytes: ReportBytes): Promise<Workbook> => inTurn(() => readAlone(bytes))

async function readAlone(bytes: ReportBytes): Promise<Workbook> {
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
  const read = await inThread(new Uint8Array(whole).buffer)
  if (read === null) return { fault: BROKEN }
  return read === 'too large'
    ? { fault: TOO_LARGE }
    : { sheets: read.map(sheetOf).filter(({ rows }) => rows.length > 0) }
}

/** What its list of contents says: it may unfold to no more than that, for so much room is made for it. */
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
    // Whatever is wrong with the archive: it is none that can be read.
    return BROKEN
  }
  if (!names.includes('xl/workbook.xml')) return NO_WORKBOOK
  return unpacked > MAX_UNPACKED ? TOO_LARGE : null
}

/** How Node names that a thread has no more room. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

async function inThread(bytes: ArrayBuffer): Promise<ReadSheets | null> {
  const worker = new Worker(join(import.meta.dirname, 'workbook-worker.ts'), {
    workerData: { bytes },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const tooLong = setTimeout(() => void worker.terminate(), MAX_MS)
  const { promise: read, resolve: tell } = Promise.withResolvers<ReadSheets | null>()
  worker.once('message', (sheets: ReadSheets) => tell(sheets))
  // It has run out of room, or met what it can't read.
  worker.once('error', ({ code }: NodeJS.ErrnoException) => tell(code === OUT_OF_MEMORY ? 'too large' : null))
  worker.once('exit', () => tell(null))
  try {
    return await read
  } finally {
    clearTimeout(tooLong)
    await worker.terminate()
  }
}

/** Its rows as those of a text, each at the line that the spreadsheet shows; empty ones left out. */
function sheetOf({ name, rows }: ReadSheet): Sheet {
  const filled = rows.map((fields, at) => ({ line: at + 1, fields, fault: null }))
  return { name, rows: filled.filter(({ fields }) => fields.some((field) => field.trim() !== '')) }
}
