import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { freePort, portOf, startServer } from '#tests/support/server/server-process.ts'
import { documentedService, startUnit } from '#tests/support/server/service-unit.ts'

let folder = ''
/** What the operator sets beside the unit. The embedded database stands in for PostgreSQL. */
const settings = (port: number) => ({
  PORT: `${port}`,
  DATA_DIR: join(folder, 'data'),
  EMBEDDED_DATABASE: 'allow',
  // And the demo company for one of its own.
  DEMO: 'on',
  MAIL: 'folder',
  LOG_LEVEL: 'error',
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-unit-'))
  await placeEmbedded(join(folder, 'data'))
  const first = startServer({ PORT: '0', DATA_DIR: join(folder, 'data'), DEMO_DRIVERS: '6' })
  await portOf(first)
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function untilServing(site: string): Promise<void> {
  for (;;) {
    const isServing = await fetch(`${site}/api/health/`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isServing) return
    await pause(20)
  }
}

/** Resolves once the server has what came before: it answers on a connection that it accepted after all of that. */
async function untilAccepted(port: number): Promise<void> {
  const asked = get({ host: '127.0.0.1', port, path: '/api/health/', agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
}

async function signIn(site: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'admin@haulyard.example', password: 'demo-haulyard' })
  const answer = await fetch(`${site}/api/auth/jwt/create/`, { method: 'POST', headers, body })
  return ((await answer.json()) as { access: string }).access
}

interface HalfSent {
  readonly socket: Socket
  readonly rest: string
}

/** Sends all of a department that is added but for the last bytes. */
function halfSent(port: number, token: string, name: string): HalfSent {
  const fields = { email: 'desk@yard.example', location: 'Office', phones: [{ phone: '(773) 555-0148' }] }
  const body = JSON.stringify({ department_name: name, ...fields })
  const head = [
    'POST /api/dashboard/contacts/ HTTP/1.1',
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\n\r\n${body.slice(0, 20)}`)
  return { socket, rest: body.slice(20) }
}

/** How long a phone with little signal takes for the rest: longer than any starter needs to hand a signal on. */
const SLOW_MS = 1_000

/** Sends the rest, slowly; answers the first line of what comes back, or why nothing does. */
async function statusOf({ socket, rest }: HalfSent): Promise<string> {
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const closed = once(socket, 'close').then(
    () => '',
    (error: unknown) => String(error),
  )
  await pause(SLOW_MS)
  socket.write(rest)
  const failed = await closed
  return failed || (answer.split('\r\n')[0] ?? '')
}

async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isTaken = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!isTaken) return
  }
}

test('a stop of the documented service answers three requests on their way', async () => {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const unit = startUnit(documentedService(), settings(port))
  onTestFinished(unit.kill)
  await untilServing(site)
  const token = await signIn(site)
  const onTheirWay = ['Payroll', 'Claims', 'Safety'].map((name) => halfSent(port, token, name))
  await untilAccepted(port)
  const stopped = unit.stop()
  await untilRefused(port)
  expect(await Promise.all(onTheirWay.map(statusOf))).toEqual(Array(3).fill('HTTP/1.1 201 Created'))
  expect(await stopped).toBe(0)
  expect(unit.errors()).toBe('')
})

test('systemd waits for a stop as long as the server may take, and starts a server again that met no database', () => {
  const service = documentedService()
  expect(Number(service.get('TimeoutStopSec')?.[0])).toBeGreaterThan(30)
  expect(service.get('Restart')).toEqual(['on-failure'])
  // Five starts within ten seconds are systemd's limit, after which the service stays down.
  expect(Number(service.get('RestartSec')?.[0])).toBeGreaterThan(2)
})

test('a server that hears of one stop twice, from a starter that hands signals on, still answers', async () => {
  const server = startServer({ ...settings(0), DEMO: 'off' })
  const port = await portOf(server)
  const token = await signIn(`http://127.0.0.1:${port}`)
  const onItsWay = halfSent(port, token, 'Recruiting')
  await untilAccepted(port)
  server.process.kill('SIGTERM')
  await untilRefused(port)
  server.process.kill('SIGTERM')
  expect(await statusOf(onItsWay)).toBe('HTTP/1.1 201 Created')
  expect(await server.ended).toBe(0)
})
