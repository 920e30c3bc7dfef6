import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHashingQueue, type HashCaller } from '#server/modules/session/guessing/hashing-queue.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { signIn } from '#server/modules/session/session-service.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const FLOODING = '198.51.100.1'
const YARD = '203.0.113.7'
const device = randomUUID()
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp({ trustedProxies: ['loopback'] })
  ruth = await hire(site.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) })
  expect((await overHttp(EMAIL, '192.0.2.1', { 'device-id': device })).status).toBe(200)
})
afterAll(() => site.close())
beforeEach(() => site.db.script(null, 'truncate throttles'))

const overHttp = (email: string, from: string, headers: Readonly<Record<string, string>> = {}) =>
  site.signedOut('POST', '/api/auth/jwt/create/', {
    body: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': from, ...headers },
  })
const madeUp = () => `${randomUUID()}@haulyard.example`

test('three hundred junk sign-ins at the same time get 401 or 429, and no user is refused meanwhile', async () => {
  const junk = Array.from({ length: 300 }, () => overHttp(madeUp(), FLOODING, { 'device-id': randomUUID() }))
  const users = [overHttp(EMAIL, YARD), overHttp(EMAIL, FLOODING, { 'device-id': device })]
  expect((await Promise.all(users)).map(({ status }) => status)).toEqual([200, 200])
  const answers = await Promise.all(junk)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(200)
  expect(refused.every(({ headers }) => /^\d+$/.test(String(headers['retry-after'])))).toBe(true)
})

/** A hashing queue whose hashes end when the test ends them. */
function heldHashes() {
  const line = createHashingQueue({ maxParallel: 2, perNetwork: 3, strangers: 200 })
  const arrived: HashCaller[] = []
  const started: HashCaller[] = []
  const ends: (() => void)[] = []
  const hash = (waiting: HashCaller) =>
    new Promise<void>((resolve) => {
      started.push(waiting)
      ends.push(resolve)
    })
  const matches = async (_: string | null, password: string, waiting: HashCaller) => {
    arrived.push(waiting)
    await line(waiting, () => hash(waiting))
    return password === PASSWORD
  }
  return {
    passwords: { matches },
    arrived,
    started,
    endOne: () => ends.shift()?.(),
    endAll: () => ends.splice(0),
  }
}

test.each([
  ['on a known device is hashed next', FLOODING, device, 1],
  ['on a new device in another network waits for one sign-in of the flood', YARD, '', 2],
])('during a flood from one address, a user %s', async (_, network, own, turns) => {
  const held = heldHashes()
  const keys = { secrets: { current: SECRET, former: [] }, passwords: held.passwords }
  const attempt = (email: string, password: string, from: string, by: string) =>
    signIn(site.db, keys, { email, password, device: by, source: aSource({ network: from }), now: NOW })
  const refused: unknown[] = []
  const junk = Array.from({ length: 300 }, () =>
    attempt(madeUp(), 'guess', FLOODING, randomUUID()).catch((error: unknown) => refused.push(error)),
  )
  await expect.poll(() => refused.length).toBe(295)
  const waiting = own === '' ? { network } : { account: ruth }
  const signedIn = attempt(EMAIL, PASSWORD, network, own)
  await expect.poll(() => held.arrived.at(-1)).toEqual(waiting)
  for (let n = 0; n < turns; n++) {
    held.endOne()
    await expect.poll(() => held.started.length).toBe(3 + n)
  }
  expect(held.started.at(-1)).toEqual(waiting)
  // The user's hash started last. All others end too.
  const isOver = Promise.all([signedIn, ...junk])
  await expect
    .poll(() => {
      for (const end of held.endAll()) end()
      return held.started.length
    })
    .toBe(6)
  for (const end of held.endAll()) end()
  expect((await isOver)[0]).toMatchObject({ access: expect.any(String) })
})
