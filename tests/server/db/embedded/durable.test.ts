import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedDb } from '#server/db/embedded/embedded-db.ts'
import { runHousekeeping } from '#server/db/embedded/housekeeping.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { noLog } from '#tests/support/server/no-log.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const WRITER = join(ROOT, 'tests/support/embedded-writer.ts')
/** Creating a database takes seconds, and many seconds on a busy machine. */
const FIRST_START_MS = 120_000
const env = { ...process.env, ...COMPILE_CACHE }
let dataDir = ''

async function withDb<T>(work: (db: EmbeddedDb) => Promise<T>): Promise<T> {
  const db = await openEmbedded(dataDir, noLog)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'haulyard-durable-'))
  await placeEmbedded(dataDir)
  await withDb((db) =>
    db.script(
      null,
      `create table loads (id integer primary key, words text);
       create table booked (loads integer); insert into booked values (0)`,
    ),
  )
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts the writer and kills it without warning after it has printed `loads` loads. Returns the last printed load. */
async function killAfter(loads: number): Promise<number> {
  const writer = spawn(process.execPath, [WRITER, dataDir], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  let last = 0
  let seen = 0
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Number(line)
    if (++seen === loads) writer.kill('SIGKILL')
  }
  await ended
  return last
}

test('every commit reaches the disk before it is acknowledged', () =>
  withDb(async (db) => {
    await db.query('warm', 'update booked set loads = loads')
    const before = db.syncs
    for (let i = 0; i < 20; i++) await db.query('warm', 'update booked set loads = loads')
    expect(db.syncs - before).toBeGreaterThanOrEqual(20)
    const read = db.syncs
    await db.query('read', 'select loads from booked')
    expect(db.syncs).toBe(read)
  }))

test(
  'a process that is killed repeatedly loses no acknowledged load',
  async () => {
    for (const loads of [1, 12, 60]) {
      const acknowledged = await killAfter(loads)
      await withDb(async (db) => {
        const [found] = await db.query<{ loads: number; last: number; whole: number; counted: number }>(
          'found',
          `select count(*) as loads, max(id) as last, count(*) filter (where words = repeat('load ' || id || ' ', 50)) as whole,
           (select loads from booked) as counted from loads`,
        )
        const last = found?.last ?? 0
        expect(last).toBeGreaterThanOrEqual(acknowledged)
        expect(found).toEqual({ loads: last, last, whole: last, counted: last })
      })
    }
  },
  FIRST_START_MS,
)

test('a second process on the same folder is refused in one line, and the first keeps working', () =>
  withDb(async (db) => {
    const second = spawn(process.execPath, [WRITER, dataDir], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    second.stderr.on('data', (bytes) => {
      output += bytes
    })
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    expect(output).toContain(`Another process has the database in use (${join(dataDir, 'database.lock')})`)
    await expect(openEmbedded(dataDir, noLog)).rejects.toMatchObject({ name: 'StartError' })
    expect(await db.query('alive', 'select 1 as alive')).toEqual([{ alive: 1 }])
  }))

test('housekeeping limits the growth of a table that is rewritten repeatedly, and of the log', () =>
  withDb(async (db) => {
    await db.script(
      null,
      `create table boards as select n as id, repeat('x', 500) as words from generate_series(1, 2000) n`,
    )
    const size = async () =>
      (await db.query<{ bytes: number }>('size', `select pg_total_relation_size('boards') as bytes`))[0]?.bytes ?? 0
    await runHousekeeping(db)
    const once = await size()
    // Without housekeeping, seven copies of all rows would remain: the original and one of each round.
    for (let i = 0; i < 6; i++) {
      await db.query('overwrite', 'update boards set words = reverse(words)')
      await runHousekeeping(db)
    }
    expect(await size()).toBeLessThan(once * 3.5)
    // The log that the next start would have to replay. One round alone writes more than the limit.
    const [log] = await db.query<{ bytes: number }>(
      'log',
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
    )
    expect(log?.bytes).toBeLessThan(512 * 1024)
  }))

test(
  'a first start that was interrupted is started over',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'haulyard-half-'))
    mkdirSync(join(folder, 'database.new'))
    writeFileSync(join(folder, 'database.new', 'PG_VERSION'), '18\n')
    const db = await openEmbedded(folder, noLog)
    expect(await db.query('alive', 'select 1 as alive')).toEqual([{ alive: 1 }])
    await db.close()
    expect(existsSync(join(folder, 'database.new'))).toBe(false)
    expect(statSync(join(folder, 'database')).mode & 0o077).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  },
  FIRST_START_MS,
)

test('a database of another PostgreSQL version is refused in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-old-'))
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '17\n')
  await expect(openEmbedded(folder, noLog)).rejects.toThrow(
    `${join(folder, 'database')} holds a database of PostgreSQL 17; this Haulyard reads version 18 only.`,
  )
  rmSync(folder, { recursive: true, force: true })
})

test(
  'a database that crashes during a statement is reopened by the next statement, with all committed data',
  async () => {
    const logged: string[] = []
    const log = { error: (_: object, message: string) => void logged.push(message), info: () => {} }
    const db = await openEmbedded(dataDir, log)
    await db.script(null, 'create table notes (id integer primary key, words text)')
    await db.query('note', 'insert into notes values ($1, $2)', [1, 'committed'])
    const [walFolder, aside] = [join(dataDir, 'database', 'pg_wal'), join(dataDir, 'wal-aside')]
    renameSync(walFolder, aside)
    // More than fits into the open log file: PostgreSQL cannot create the next one and stops.
    const tooMuch = db.query(
      'too-much',
      `insert into notes select n, (select string_agg(md5((n * i)::text), '') from generate_series(1, 3000) i)
     from generate_series(2, 400) n`,
    )
    await expect(tooMuch).rejects.toMatchObject({
      name: 'DatabaseError',
      code: '08006',
      message: expect.stringContaining('The embedded database stopped'),
    })
    renameSync(aside, walFolder)
    expect(await db.query('notes', 'select * from notes')).toEqual([{ id: 1, words: 'committed' }])
    // The error of the statement reports the crash. Only the loss of an idle database is logged.
    expect(logged).toEqual([])
    await db.close()
  },
  FIRST_START_MS,
)
