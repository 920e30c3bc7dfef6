import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSessionThrottle, SESSION_LIMITS } from '#server/http/call/session-throttle.ts'
import { type Caller, NOW, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

let site: TestApp
let user: number
let ruth: Caller

beforeAll(async () => {
  const pace = (burst: number, perSecond: number) => ({ burst, perSecond })
  const sessionLimits = { reads: pace(20, 5), changes: pace(10, 2), uploads: pace(8, 1), downloads: pace(3, 1) }
  site = await testApp({ sessionLimits })
  user = await hire(site.db, { view: ['maintenance'] })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  ruth = await site.as(user)
})

const me = (caller: Caller) => caller('GET', '/api/users/users/me/')
const setDigest = () => ruth('PATCH', '/api/users/users/me/', { body: { wants_digest: true } })
const upload = () =>
  ruth('PATCH', `/api/uploads/${randomUUID()}/`, {
    body: Buffer.from('x'),
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'upload-length': '1' },
  })
const exportInspections = () => ruth('GET', '/api/maintenance/export_inspections/?ids=1&file_format=csv')
async function callMany(many: number, ask: () => Promise<ReceivedResponse>) {
  const all = await Promise.all(Array.from({ length: many }, ask))
  // Any of them can be the refused ones: they reach the server's database at the same time.
  const [refused, ...others] = all.filter(({ status }) => status === 429)
  return { allowed: many - others.length - (refused ? 1 : 0), refused }
}

test.each([
  ['reads', () => me(ruth), 20, '1'],
  ['changes', setDigest, 10, '1'],
  ['uploads', upload, 8, '1'],
  ['downloads', exportInspections, 3, '1'],
] as const)(
  'a session with too many %s is told to wait, and may continue after the wait',
  async (_, ask, burst, seconds) => {
    const { allowed, refused } = await callMany(burst + 5, ask)
    expect(allowed).toBe(burst)
    expect(refused).toMatchObject({ headers: { 'retry-after': seconds }, body: { detail: expect.any(String) } })
    site.clock.now = new Date(NOW.getTime() + 1000)
    expect((await ask()).status).not.toBe(429)
  },
)

test('each activity has its own limit, and no session slows down another session of the same user', async () => {
  await callMany(15, setDigest)
  expect((await me(ruth)).status).toBe(200)
  await callMany(25, () => me(ruth))
  expect((await me(ruth)).status).toBe(429)
  expect((await me(await site.as(user))).status).toBe(200)
})

test('a download by link counts for the session that created the link', async () => {
  const token = await site.accessFor(user)
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const link = site.app.serving.links.signPath('/api/maintenance/export_inspections/?ids=1&file_format=csv', sid, NOW)
  expect((await callMany(6, () => site.signedOut('GET', link))).allowed).toBe(3)
})

test('a throttled change is not made, and its response is not stored', async () => {
  await callMany(10, setDigest)
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  const change = () => ruth('PATCH', '/api/users/users/me/', { body: { wants_digest: false }, headers })
  expect((await change()).status).toBe(429)
  site.clock.now = new Date(NOW.getTime() + 1000)
  expect(await change()).toMatchObject({ status: 200 })
})

test('a device that fills its storage for the first time and one that returns with 500 changes are not throttled', () => {
  const pace = createSessionThrottle(SESSION_LIMITS)
  for (let n = 0; n < 700; n++) pace('a session', 'reads', NOW)
  for (let n = 0; n < 500; n++) pace('a session', 'changes', NOW)
  for (let n = 0; n < 60; n++) pace('a session', 'uploads', NOW)
})
