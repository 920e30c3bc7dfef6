import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostgres } from '#scripts/find-program.mjs'
import { onEndSignal } from '#scripts/on-end-signal.mjs'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { embeddedSnapshot } from '#tests/support/embedded-snapshot.ts'
import { databaseAt, runOnServer, TEMPLATE, testDatabasePrefix } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

const MAX_WAIT_MS = 20_000

/**
 * Runs before the server's tests and prepares what the database of each test file is copied from. For the embedded
 * database that is a snapshot. With `TEST_DATABASE=postgresql` it is a template database: on the server at
 * `TEST_DATABASE_URL` or `DATABASE_URL`, whose account must be allowed to create databases; if neither is set, on a
 * private server that is started here and stopped after the tests.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE !== 'postgresql') {
    await embeddedSnapshot()
    console.log('The tests of the server run on the embedded database.')
    return undefined
  }
  const externalUrl = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  const server = externalUrl ? externalPostgres(externalUrl) : await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_RUN = randomUUID().slice(0, 8)
  console.log(`The tests of the server run on PostgreSQL: ${server.description}.`)
  await runOnServer(server.url, `drop database if exists ${TEMPLATE} with (force)`)
  await runOnServer(server.url, `create database ${TEMPLATE}`)
  const template = await openPostgres(databaseAt(server.url, TEMPLATE), noLog)
  await migrate(template)
  await template.close()
  return server.stop
}

interface TestServer {
  readonly url: string
  readonly description: string
  readonly stop: () => Promise<void>
}

function externalPostgres(url: string): TestServer {
  const stop = async () => {
    for (const name of [...(await databasesOfRun(url)), TEMPLATE]) {
      await runOnServer(url, `drop database if exists ${name} with (force)`)
    }
  }
  return { url, description: `the given one at ${new URL(url).host}`, stop }
}

/** The names of the databases that this run's workers created and reused from test file to test file. */
async function databasesOfRun(url: string): Promise<string[]> {
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

/** Starts a private PostgreSQL in a temporary folder, on a free port of this machine. */
async function startPostgres(): Promise<TestServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL is installed, and neither TEST_DATABASE_URL nor DATABASE_URL names one')
  const owner = serverAccount()
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
  const settingOptions = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settingOptions], { ...options, stdio: 'ignore' })
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  // An interrupted run must not leave a server or files behind either.
  onEndSignal((signal) => process.exit(128 + constants.signals[signal]))
  process.once('exit', () => {
    if (!existsSync(folder)) return
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], options)
    rmSync(folder, { recursive: true, force: true })
  })
  await untilReady(url, child)
  return {
    url,
    description: `a private one from ${programs}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The account to run PostgreSQL as, which refuses to run as root; null if the tests do not run as root. */
function serverAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const account = ['postgres', 'nobody'].find((name) => idOf('-u', name) !== null) ?? 'nobody'
  return { uid: idOf('-u', account) ?? 65_534, gid: idOf('-g', account) ?? 65_534 }
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
      return await runOnServer(url, 'select 1')
    } catch (error) {
      if (Date.now() > until || child.exitCode !== null) throw new Error('PostgreSQL did not start', { cause: error })
      await pause(50)
    }
  }
}
