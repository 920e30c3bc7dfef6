import { checkReport, importReport } from '#server/modules/imports/import-service.ts'
import type { ReportBytes } from '#server/modules/imports/reading/report-bytes.ts'
import { printTable, shown } from '../measure.ts'
import { inOwnProcess, saidRows, tollReport, withTrucks } from './imports.ts'

const SIZES = [100_000, 300_000]
/** The first rows: by then the database's plans are made and kept. */
const FIRST_PIECES = 16
/** A process that may hold no more than that beside its buffers, and whose memory can be swept before it is looked at. */
const SMALL = ['--expose-gc', '--max-old-space-size=64']

/** Bytes that nothing has let go, when the first rows are read and when the last one is. */
interface Held {
  readonly first: number
  readonly last: number
}

function heldNow(): number {
  const { gc } = globalThis
  if (!gc) throw new Error('run it with --expose-gc')
  // Code that nobody runs any more is let go only after some of them.
  for (let times = 0; times < 10; times++) gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The same bytes; `look` is called while the rows of the first pieces, and while those of the last one are known. */
function watched(bytes: ReportBytes, look: (at: keyof Held) => void): ReportBytes {
  return async function* read() {
    let pieces = 0
    for await (const piece of bytes()) {
      yield piece
      if (++pieces === FIRST_PIECES) look('first')
    }
    look('last')
  }
}

/** Takes one report in, and tells what is held meanwhile. */
export async function holdOneReport(): Promise<void> {
  const { rows, salt } = saidRows()
  await withTrucks(async (db) => {
    const by = { client_id: null, origin: 'folder', user: null, now: new Date() } as const
    const take = async (bytes: ReportBytes, rest: (bytes: ReportBytes) => ReportBytes) => {
      const report = { kind: 'tolls', name: 'bench.csv', bytes } as const
      const judged = await checkReport(report, by.now, 0)
      await db.tx((sql) => importReport(sql, { ...report, bytes: rest(bytes) }, judged, by))
    }
    await take(tollReport(2000, `${salt}-warm`), (bytes) => bytes)
    const held = { first: 0, last: 0 }
    const look = (at: keyof Held) => {
      held[at] = heldNow()
    }
    await take(tollReport(rows, salt), (bytes) => watched(bytes, look))
    process.send?.(held)
  })
}

/** What taking a report in holds for each of its rows, in a process whose heap may have 64 MiB. */
export async function measureHeld(): Promise<void> {
  const lines: string[][] = []
  for (const rows of SIZES) {
    const { first, last } = await inOwnProcess<Held>('imports-held-once', rows, SMALL)
    const MIB = 1024 * 1024
    lines.push([`${rows} rows`, shown(first / MIB), shown(last / MIB), shown((last - first) / rows)])
  }
  printTable('Toll reports: what is held after a forced collection, in a heap of 64 MiB', [
    ['report', 'MiB at the first rows', 'MiB at the last row', 'bytes a row'],
    ...lines,
  ])
}
