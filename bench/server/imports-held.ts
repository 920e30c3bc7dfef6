import { checkReport, importReport } from '#server/modules/imports/import-service.ts'
import type { ReportBytes } from '#server/modules/imports/reading/report-bytes.ts'
import { formatNumber, printTable } from '../measure.ts'
import { inOwnProcess, requestedImport, tollReport, withTrucks } from './imports.ts'

const SIZES = [100_000, 300_000]
/** Pieces of the report before the first look. The database has planned its statements and caches the plans by then. */
const FIRST_PIECES = 16
/** A heap of at most 64 MiB (buffers are extra), with garbage collection on request before each look at the memory. */
const SMALL = ['--expose-gc', '--max-old-space-size=64']

/** Bytes in use after a garbage collection: after the first rows and after the last one. */
interface HeldBytes {
  readonly first: number
  readonly last: number
}

function measureHeldBytes(): number {
  const { gc } = globalThis
  if (!gc) throw new Error('run it with --expose-gc')
  // V8 releases code that no longer runs only after several collections.
  for (let times = 0; times < 10; times++) gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The same bytes. Calls `look` after the import has consumed the first pieces, and again after the last one. */
function withLooks(bytes: ReportBytes, look: (at: keyof HeldBytes) => void): ReportBytes {
  return async function* read() {
    let pieces = 0
    for await (const piece of bytes()) {
      yield piece
      if (++pieces === FIRST_PIECES) look('first')
    }
    look('last')
  }
}

/** Imports one report and sends the bytes in use meanwhile to the parent process. */
export async function importOneReportWatched(): Promise<void> {
  const { rows, salt } = requestedImport()
  await withTrucks(async (db) => {
    const by = { client_id: null, origin: 'folder', user: null, now: new Date() } as const
    const importWith = async (bytes: ReportBytes, wrapBytes: (bytes: ReportBytes) => ReportBytes) => {
      const report = { kind: 'tolls', name: 'bench.csv', bytes } as const
      const checked = await checkReport(report, by.now, 0)
      await db.tx((sql) => importReport(sql, { ...report, bytes: wrapBytes(bytes) }, checked, by))
    }
    await importWith(tollReport(2000, `${salt}-warm`), (bytes) => bytes)
    const held = { first: 0, last: 0 }
    const look = (at: keyof HeldBytes) => {
      held[at] = measureHeldBytes()
    }
    await importWith(tollReport(rows, salt), (bytes) => withLooks(bytes, look))
    process.send?.(held)
  })
}

/** Measures how many bytes an import holds per row of the report, in a process with a heap of 64 MiB. */
export async function measureHeld(): Promise<void> {
  const lines: string[][] = []
  for (const rows of SIZES) {
    const { first, last } = await inOwnProcess<HeldBytes>('imports-held-once', rows, SMALL)
    const MIB = 1024 * 1024
    lines.push([
      `${rows} rows`,
      formatNumber(first / MIB),
      formatNumber(last / MIB),
      formatNumber((last - first) / rows),
    ])
  }
  printTable('Toll reports: what is held after a forced collection, in a heap of 64 MiB', [
    ['report', 'MiB at the first rows', 'MiB at the last row', 'bytes a row'],
    ...lines,
  ])
}
