import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostgres } from '#scripts/find-program.mjs'
import { onEndSignal } from '#scripts/told-to-end.mjs'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { embeddedSnapshot } from '#tests/support/embedded-snapshot.ts'
import { databaseAt, onServer, TEMPLATE, testDatabasePrefix } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

const MAX_WAIT_MS = 20_000

/**
 * Before the tests of the server: what each file's own database is copied from. On the embedded database a snapshot; with
 * `TEST_DATABASE=postgresql` a template on the server at `TEST_DATABASE_URL` or `DATABASE_URL` (whose account may create
 * databases), else on a private one that is started here and stopped afterward.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE !== 'postgresql') {
    await embeddedSnapshot()
    console.log('The tests of the server run on the embedded database.')
    return undefined
  }
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  const server = given ? givenPostgres(given) : await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_RUN = randomUUID().slice(0, 8)
  console.log(`The tests of the server run on PostgreSQL: ${server.about}.`)
  await onServer(server.url, `drop database if exists ${TEMPLATE} with (force)`)
  await onServer(server.url, `create database ${TEMPLATE}`)
  const template = await openPostgres(databaseAt(server.url, TEMPLATE), noLog)
  await migrate(template)
  await template.close()
  return server.stop
}

interface TestServer {
  readonly url: string
  readonly about: string
  readonly stop: () => Promise<void>
}

function givenPostgres(url: string): TestServer {
  const stop = async () => {
    for (const name of [...(await keptDatabases(url)), TEMPLATE]) {
      await onServer(url, `drop database if exists ${name} with (force)`)
    }
  }
  return { url, about: `the given one at ${new URL(url).host}`, stop }
}

/** The databases that the workers of this run have handed on from test file to test file. */
async function keptDatabases(url: string): Promise<string[]> {
  const db = await openPostgres(url, noLog)
  try {
    const rows = await db.query<{ name: string }>(
      'test.kept',
      'select datname as name from pg_database where starts_with(datname, $1)',
      [testDatabasePrefix()],
    )
    return rows.map(({ name }) => name)
  } finally {
    await db.close()
  }
}

/** A PostgreSQL of one's own in a temporary folder, on a free port of this machine. */
async function startPostgres(): Promise<TestServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL is installed, and neither TEST_DATABASE_URL nor DATABASE_URL names one')
  const owner = ownerOfServer()
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: 'pipe' },
  )
  const port = await freePort()
  const settings = {
    fsync: 'off',
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: '200',
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...given], { ...options, stdio: 'ignore' })
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  // A run that is broken off leaves nothing either.
  onEndSignal((signal) => process.exit(128 + constants.signals[signal]))
  process.once('exit', () => {
    if (!existsSync(folder)) return
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], options)
    rmSync(folder, { recursive: true, force: true })
  })
  await untilReady(url, child)
  return {
    url,
    about: `a private one from ${programs}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as an account that has nothing else to do. */
function ownerOfServer(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const known = ['postgres', 'nobody'].find((name) => idOf('-u', name) !== null) ?? 'nobody'
  return { uid: idOf('-u', known) ?? 65_534, gid: idOf('-g', known) ?? 65_534 }
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
  } catch {
    return null
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('No free port')
  return address.port
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await onServer(url, 'select 1')
    } catch (error) {
      if (Date.now() > until || child.exitCode !== null) throw new Error('PostgreSQL did not start', { cause: error })
      await pause(50)
    }
  }
}
