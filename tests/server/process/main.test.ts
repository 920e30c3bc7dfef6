import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { noLog } from '#tests/support/server/no-log.ts'
import { portOf, startServer } from '#tests/support/server/server-process.ts'

let folder = ''
let dataDir = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-main-'))
  dataDir = join(folder, 'data')
  await placeEmbedded(dataDir)
  const server = startServer({ PORT: '0', DATA_DIR: dataDir, DEMO_DRIVERS: '6' })
  await portOf(server)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('Demo accounts, all with the password demo-haulyard:\n  admin@haulyard.example')
  expect(server.errors()).toBe('')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server, which must refuse to start with exit code 1 and one line. Returns the line. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const server = startServer({ PORT: '0', DATA_DIR: dataDir, ...env })
  expect(await server.ended).toBe(1)
  const lines = server.errors().split('\n')
  expect(lines).toHaveLength(2)
  expect(server.output()).toBe('')
  return lines[0] ?? ''
}

/** Resolves when the server accepts no new connections. On a busy machine a signal can take a while to arrive. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const outcome = await once(socket, 'connect').then(
      () => 'taken',
      () => 'refused',
    )
    socket.destroy()
    if (outcome === 'refused') return
  }
}

async function withDatabase(work: () => Promise<void>, script = 'select 1'): Promise<void> {
  const db = await openEmbedded(dataDir, noLog)
  await migrate(db)
  await db.script(null, script)
  await work().finally(() => db.close())
}

test('a request under way is answered before the server stops with exit code 0', async () => {
  const server = startServer({ PORT: '0', DATA_DIR: dataDir })
  const port = await portOf(server)
  const socket = connect(port, '127.0.0.1')
  const body = JSON.stringify({ email: 'admin@haulyard.example', password: 'demo-haulyard' })
  const head = `POST /api/auth/jwt/create/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 10))
  // When the server answers a later request, it has received this one.
  await fetch(`http://127.0.0.1:${port}/api/health/`)
  server.process.kill('SIGTERM')
  await untilRefused(port)
  socket.write(body.slice(10))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(answer).toContain('"access":"')
  expect(await server.ended).toBe(0)
  expect(server.errors()).toBe('')
})

test('an event stream does not delay the stop', async () => {
  const server = startServer({ PORT: '0', DATA_DIR: dataDir })
  const url = `http://127.0.0.1:${await portOf(server)}`
  const body = JSON.stringify({ email: 'admin@haulyard.example', password: 'demo-haulyard' })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/api/auth/jwt/create/`, { method: 'POST', headers, body })
  const { access } = (await signedIn.json()) as { access: string }
  const stream = await fetch(`${url}/api/events/`, { headers: { authorization: `Bearer ${access}` } })
  const stoppedAt = Date.now()
  server.process.kill('SIGTERM')
  expect(await stream.text()).toMatch(/^retry: /)
  expect(await server.ended).toBe(0)
  // The server waits up to ten seconds for requests under way.
  expect(Date.now() - stoppedAt).toBeLessThan(8_000)
  expect(server.errors()).toBe('')
})

test('a second start announces PUBLIC_URL, and SIGINT stops it with code 0 and leaves the database usable', async () => {
  const server = startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://fleet.example.com',
    LOG_LEVEL: 'warn',
  })
  await expect.poll(server.output, { timeout: 20_000 }).toContain('Haulyard is ready: https://fleet.example.com\n')
  server.process.kill('SIGINT')
  expect(await server.ended).toBe(0)
  await withDatabase(async () => {})
})

test('the server does not start on a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  expect(await refusalOf({ PORT: port })).toBe(
    `Address 127.0.0.1, port ${port} is taken by another program: stop that one, or set PORT to a free one.`,
  )
  other.close()
})

test('the server does not start with a data folder that it cannot write', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await refusalOf({ DATA_DIR: join(file, 'data') })).toBe(
    `The data folder ${join(file, 'data')} can't be written to (ENOTDIR): set DATA_DIR to one that can.`,
  )
})

test('the server does not start with invalid settings', async () => {
  expect(await refusalOf({ PORT: 'abc', DEMO: 'perhaps' })).toBe(
    'Bad configuration: PORT must be a whole number from 0 to 65535; DEMO must be one of on, off.',
  )
})

test('the server does not start without its secret until the secret is put back, and starts after a rotation', async () => {
  const file = join(dataDir, 'token-secret')
  const secret = readFileSync(file, 'utf8')
  rmSync(file)
  const refusal = await refusalOf({})
  expect(refusal).toMatch(
    /^This database was served with a secret that is not here \([0-9a-f]{8}\)\. .*changes that wait there/,
  )
  expect(refusal).not.toContain(secret)
  writeFileSync(file, secret)
  const rotate = () =>
    spawnSync(process.execPath, ['server/start/rotate-secret.ts'], { env: { DATA_DIR: dataDir }, encoding: 'utf8' })
  expect(rotate()).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Restart every server now.'),
  })
  expect(readFileSync(file, 'utf8')).not.toBe(secret)
  const server = startServer({ PORT: '0', DATA_DIR: dataDir })
  await portOf(server)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('the server does not start on a database that another process uses', () =>
  withDatabase(async () => {
    expect(await refusalOf({})).toBe(
      `Another process has the database in use (${join(dataDir, 'database.lock')}): stop it first, or set another DATA_DIR.`,
    )
  }))

test('the server does not start if PostgreSQL does not respond', async () => {
  expect(await refusalOf({ DATABASE_URL: 'postgresql://haulyard:secret@127.0.0.1:1/fleet' })).toMatch(
    /^The database at 127\.0\.0\.1:1\/fleet can't be used: .*ECONNREFUSED/,
  )
})

test('the server does not start on a database of a newer version', async () => {
  await withDatabase(async () => {}, 'update schema_version set version = version + 1000')
  expect(await refusalOf({})).toMatch(/^The database is of version 10\d\d, newer than this Haulyard knows/)
})
