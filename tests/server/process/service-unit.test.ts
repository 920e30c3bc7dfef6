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
/** The operator's settings in addition to the unit's. The embedded database stands in for PostgreSQL. */
const settings = (port: number) => ({
  PORT: `${port}`,
  DATA_DIR: join(folder, 'data'),
  EMBEDDED_DATABASE: 'allow',
  // The demo company stands in for the operator's company.
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

/** Resolves when the server has received all earlier requests: it answers on a connection accepted after them. */
async function untilAccepted(port: number): Promise<void> {
  const request = get({ host: '127.0.0.1', port, path: '/api/health/', agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
}

async function signIn(site: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'admin@haulyard.example', password: 'demo-haulyard' })
  const answer = await fetch(`${site}/api/auth/jwt/create/`, { method: 'POST', headers, body })
  return ((await answer.json()) as { access: string }).access
}

interface PartialRequest {
  readonly socket: Socket
  readonly rest: string
}

/** Starts a request that adds a department, and sends only the first bytes of its body. */
function sendFirstPart(port: number, token: string, name: string): PartialRequest {
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

/** How long a weakly connected phone takes to send the rest: longer than a parent process needs to pass a signal on. */
const SLOW_MS = 1_000

/** Sends the rest slowly. Returns the first line of the response, or the error if there is no response. */
async function sendRest({ socket, rest }: PartialRequest): Promise<string> {
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
    const isAccepted = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!isAccepted) return
  }
}

test('a stop of the documented service answers three requests under way', async () => {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const unit = startUnit(documentedService(), settings(port))
  onTestFinished(unit.kill)
  await untilServing(site)
  const token = await signIn(site)
  const requests = ['Payroll', 'Claims', 'Safety'].map((name) => sendFirstPart(port, token, name))
  await untilAccepted(port)
  const stopped = unit.stop()
  await untilRefused(port)
  expect(await Promise.all(requests.map(sendRest))).toEqual(Array(3).fill('HTTP/1.1 201 Created'))
  expect(await stopped).toBe(0)
  expect(unit.errors()).toBe('')
})

test('systemd waits as long as a stop can take, and restarts a failed server within systemd’s start limit', () => {
  const service = documentedService()
  expect(Number(service.get('TimeoutStopSec')?.[0])).toBeGreaterThan(30)
  expect(service.get('Restart')).toEqual(['on-failure'])
  // After five starts within ten seconds, systemd leaves the service down.
  expect(Number(service.get('RestartSec')?.[0])).toBeGreaterThan(2)
})

test('a server that gets the stop signal twice still answers a request under way', async () => {
  const server = startServer({ ...settings(0), DEMO: 'off' })
  const port = await portOf(server)
  const token = await signIn(`http://127.0.0.1:${port}`)
  const request = sendFirstPart(port, token, 'Recruiting')
  await untilAccepted(port)
  server.process.kill('SIGTERM')
  await untilRefused(port)
  server.process.kill('SIGTERM')
  expect(await sendRest(request)).toBe('HTTP/1.1 201 Created')
  expect(await server.ended).toBe(0)
})
