import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { NOW, type TestApp, testApp } from '#tests/support/app.ts'
import { hire } from '#tests/support/company.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const device = randomUUID()
let site: TestApp

beforeAll(async () => {
  site = await testApp({ trustedProxies: ['loopback'] })
  await hire(site.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) })
  expect((await signIn(EMAIL, PASSWORD, '192.0.2.1', { 'device-id': device })).status).toBe(200)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate throttles')
})

const signIn = (email: string, password: string, from: string, headers: Readonly<Record<string, string>> = {}) =>
  site.anybody('POST', '/api/auth/jwt/create/', {
    body: { email, password },
    headers: { 'x-forwarded-for': from, ...headers },
  })
const junk = (from: string) =>
  Array.from({ length: 300 }, (_, n) =>
    signIn(`made-up-${n}@haulyard.example`, 'guess', from, { 'device-id': randomUUID() }),
  )

test('while one address sends three hundred junk sign-ins at once, a user signs in before most of them are answered', async () => {
  const answered: string[] = []
  const flood = junk('198.51.100.1').map((one) =>
    one.then(({ status, headers }) => {
      answered.push(`${status}`)
      if (status === 429) expect(headers['retry-after']).toMatch(/^\d+$/)
    }),
  )
  expect((await signIn(EMAIL, PASSWORD, '203.0.113.7')).status).toBe(200)
  // Two were being hashed, and others were refused at once: no hash of the flood but those came before.
  expect(answered.filter((status) => status === '401').length).toBeLessThanOrEqual(5)
  await Promise.all(flood)
  expect(new Set(answered)).toEqual(new Set(['401', '429']))
})

test('a user of the very network that floods signs in on a device that the server knows', async () => {
  const flood = junk('203.0.113.7')
  expect((await signIn(EMAIL, PASSWORD, '203.0.113.7', { 'device-id': device })).status).toBe(200)
  await Promise.all(flood)
})
