import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { checkReport, importReport } from '#server/modules/imports/import-service.ts'
import { createLog } from '#server/start/log.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { benchConfig, today } from '../served-app.ts'
import { settings } from '../settings.ts'

const TRUCKS = 5000
const SIZES = [10_000, 100_000]
const CHUNK_ROWS = 500

interface ImportFigures {
  readonly judged: number
  readonly total: number
  /** The largest growth of the process's memory, in bytes. */
  readonly memory: number
}

/** A vendor's toll report with this many rows, generated while it is read. Each call returns the same report. */
export function tollReport(rows: number, salt: string) {
  const day = today()
  return async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      'Transaction Date,Plaza Location,Agency,License Plate,Transponder ID,Amount,Post Date,Transaction ID\n',
    )
    for (let from = 0; from < rows; from += CHUNK_ROWS) {
      const lines = Array.from({ length: Math.min(CHUNK_ROWS, rows - from) }, (_, n) => {
        const row = from + n
        const id = row % 2 === 0 ? '' : `${salt}-${row}`
        return `${day} ${10 + (row % 10)}:${10 + (row % 50)},Plaza ${salt} ${row % 400},ISTHA,P${row % TRUCKS},TX${row % TRUCKS},$${row % 40}.25,${day},${id}\n`
      })
      yield Buffer.from(lines.join(''))
    }
  }
}

async function importOne(db: Db, rows: number, salt: string): Promise<ImportFigures> {
  const report = { kind: 'tolls', name: 'bench.csv', bytes: tollReport(rows, salt) } as const
  const by = { client_id: null, origin: 'folder', user: null, now: new Date() } as const
  const before = process.memoryUsage.rss()
  let maxMemory = before
  const watch = setInterval(() => {
    maxMemory = Math.max(maxMemory, process.memoryUsage.rss())
  }, 5)
  const startedAt = performance.now()
  const judged = await checkReport(report, by.now, 0)
  const judgedAt = performance.now()
  const imported = await db.tx((sql) => importReport(sql, report, judged, by))
  const endedAt = performance.now()
  clearInterval(watch)
  if (imported.is !== 'new' || judged.reading.good !== rows)
    throw new Error(`of ${rows} rows ${judged.reading.good} were good`)
  return { judged: (judgedAt - startedAt) / 1000, total: (endedAt - startedAt) / 1000, memory: maxMemory - before }
}

/**
 * The import that the parent process requests by parameters: the number of rows, and a salt that makes the rows new.
 */
export const requestedImport = () => ({ rows: Number(process.argv[3] ?? 0), salt: process.argv[4] ?? '' })

/** Runs `work` on a database that knows the trucks of the report, then removes it. */
export async function withTrucks<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-imports-'))
  const db = await openDb(benchConfig(folder), createLog('silent'))
  try {
    await migrate(db)
    await db.query(
      'bench.trucks',
      `insert into units (id, kind, licence_plate, transponder_id)
       select 'B' || n, 'truck', 'P' || n, 'TX' || n from generate_series(0, $1::integer - 1) n on conflict do nothing`,
      [TRUCKS],
    )
    return await work(db)
  } finally {
    await db.query('bench.clear', `delete from import_batches where file_name = 'bench.csv'`)
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Imports one report into one database, in a process of its own, so that no other work affects its memory. */
export async function importOneReport(): Promise<void> {
  const { rows, salt } = requestedImport()
  await withTrucks(async (db) => {
    // The first import compiles the code and warms the database.
    await importOne(db, 2000, `${salt}-warm`)
    process.send?.({ ...(await importOne(db, rows, salt)), kind: db.kind })
  })
}

/** Runs a bench with this many rows in a process of its own. Returns the message that the process sends. */
export async function inOwnProcess<T>(bench: string, rows: number, execArgv: readonly string[]): Promise<T> {
  const salt = Math.random().toString(36).slice(2, 8)
  const child = fork(join(import.meta.dirname, '../run.ts'), [bench, String(rows), salt], { execArgv: [...execArgv] })
  const ended = once(child, 'exit')
  const [message] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [T | null]
  await ended
  if (message === null) throw new Error('taking a report in failed')
  return message
}

/** Imports toll reports of two sizes: the seconds, and the growth of the memory. */
export async function measureImports(): Promise<void> {
  const measure = async (rows: number) => {
    const { judged, total, memory } = await inOwnProcess<ImportFigures>('imports-once', rows, [])
    return { judged, total, memory }
  }
  const contenders = SIZES.map((rows) => ({ name: `${rows} rows`, measure: () => measure(rows) }))
  const results = await inRounds(settings.rounds, contenders)
  const MIB = 1024 * 1024
  const lines = contenders.map(({ name }, at) => {
    const { judged = Number.NaN, total = Number.NaN, memory = Number.NaN } = results[at] ?? {}
    return [
      name,
      formatNumber(judged),
      formatNumber(total),
      formatNumber((SIZES[at] ?? 0) / total),
      formatNumber(memory / MIB),
    ]
  })
  const kind = settings.databaseUrl === null ? 'embedded database' : 'PostgreSQL'
  printTable(`Toll reports, ${kind}, medians of ${settings.rounds} rounds`, [
    ['report', 'seconds to judge', 'seconds in all', 'rows a second', 'MiB more at most'],
    ...lines,
  ])
}
