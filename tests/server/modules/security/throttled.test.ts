import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { signAccess } from '#server/modules/session/token.ts'
import { aForm } from '#tests/support/builders/a-form.ts'
import { type Caller, NOW, type ReceivedResponse, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const EMAIL = 'ruth@haulyard.example'
let site: TestApp
let ruth: number
let token: string

beforeAll(async () => {
  const pace = (burst: number, perSecond: number) => ({ burst, perSecond })
  const sessionLimits = { reads: pace(5, 1), changes: pace(14, 1), uploads: pace(4, 1), downloads: pace(2, 1) }
  site = await testApp({ sessionLimits, trustedProxies: ['loopback'] })
  const password_hash = await hashPassword('gravel-and-diesel')
  ruth = await hire(site.db, { first_name: 'Ruth', email: EMAIL, view: ['maintenance'], password_hash })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate throttles')
  await emptySecurityLog(site.db)
  token = await site.accessFor(ruth)
})

/** Calls as Ruth, in the session of `token`. */
const hers: Caller = (method, path, sent = {}) =>
  site.signedOut(method, path, { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } })
const sessionOf = (access: string): string =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sid
const loggedThrottles = () =>
  site.db.query(
    'test.throttled',
    `select actor_id as actor, session is not null as has_session, network, detail ->> 'limit' as "limit"
     from security_events where kind = 'throttled' order by id`,
  )
async function countRefused(many: number, ask: () => Promise<ReceivedResponse>): Promise<number> {
  let refused = 0
  for (let n = 0; n < many; n++) if ((await ask()).status === 429) refused++
  return refused
}
const me = () => hers('GET', '/api/users/users/me/')
const upload = () =>
  hers('PATCH', `/api/uploads/${randomUUID()}/`, {
    body: Buffer.from('x'),
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'upload-length': '1' },
  })
const exported = () => hers('GET', '/api/maintenance/export_inspections/?ids=1&file_format=csv')
const ownPassword = () => hers('POST', '/api/auth/confirm_password/', { body: { password: 'wrong' } })
const from = (address: string) => ({ 'x-forwarded-for': address })
const resets = (email: string, address = '2001:db8:0:7::1') =>
  site.signedOut('POST', '/api/users/users/reset_password/', { body: { email }, headers: from(address) })
const undo = () =>
  site.signedOut('POST', '/api/auth/undo_email/', { body: { token: 'made-up' }, headers: from('203.0.113.9') })

test.each([
  ['reads of a session', 5, me],
  ['uploads of a session', 4, upload],
  ['downloads of a session', 2, exported],
  ['own passwords', 10, ownPassword],
] as const)(
  'a session that reaches the limit of %s is logged once per quarter of an hour',
  async (limit, most, ask) => {
    expect(await countRefused(most + 3, ask)).toBe(3)
    const once = { actor: ruth, has_session: true, network: '127.0.0.1', limit }
    expect(await loggedThrottles()).toEqual([once])
    const reachLimitAt = async (minutes: number) => {
      site.clock.now = new Date(NOW.getTime() + minutes * 60_000)
      // The session continues with a new access token: the first one expires after a quarter of an hour.
      token = await signAccess(SECRET, { user: ruth, session: sessionOf(token) }, site.clock.now)
      expect(await countRefused(most + 3, ask)).toBeGreaterThan(0)
    }
    await reachLimitAt(14)
    expect(await loggedThrottles()).toEqual([once])
    await reachLimitAt(15)
    expect(await loggedThrottles()).toEqual([once, once])
  },
)

test('each session is logged separately', async () => {
  await countRefused(9, me)
  token = await site.accessFor(ruth)
  await countRefused(9, me)
  expect(await loggedThrottles()).toHaveLength(2)
})

test('an export by a link counts for the session that created the link', async () => {
  const path = '/api/maintenance/export_inspections/?ids=1&file_format=csv'
  const link = site.app.serving.links.signPath(path, sessionOf(token), NOW)
  expect(await countRefused(5, () => site.signedOut('GET', link))).toBe(3)
  expect(await loggedThrottles()).toMatchObject([{ actor: ruth, has_session: true, limit: 'downloads of a session' }])
})

test('too many password resets and too many undo links are logged by network, once per quarter of an hour', async () => {
  expect(await countRefused(8, () => resets(EMAIL))).toBe(3)
  expect(await countRefused(33, undo)).toBe(3)
  const nobody = { actor: null, has_session: false }
  const links = { ...nobody, network: '203.0.113.9', limit: 'links that undo' }
  expect(await loggedThrottles()).toEqual([
    { ...nobody, network: '2001:db8:0:7::/64', limit: 'password resets' },
    links,
  ])
  site.clock.now = new Date(NOW.getTime() + 15 * 60_000)
  expect(await countRefused(33, undo)).toBe(3)
  expect((await loggedThrottles()).slice(2)).toEqual([links])
})

test('a flood of password resets of invented accounts is logged once, for its network', async () => {
  let n = 0
  expect(await countRefused(40, () => resets(`made-up-${n++}@haulyard.example`))).toBe(10)
  expect(await loggedThrottles()).toMatchObject([{ limit: 'password resets of a network' }])
})

test('an upload beyond the user’s limit of waiting files is refused and logged', async () => {
  await site.db.query(
    'test.waiting',
    `insert into uploads (user_id, id, length, received, parts, touched_at, file_id)
     select $1, gen_random_uuid(), 1, 1, array['x'], now(), gen_random_uuid() from generate_series(1, 200)`,
    [ruth],
  )
  expect(await countRefused(2, upload)).toBe(2)
  expect(await loggedThrottles()).toMatchObject([{ actor: ruth, limit: 'files that wait' }])
})

test('a user who may edit but not view is logged like any other', async () => {
  const editor = await hire(site.db, { edit: ['drivers'] })
  const driver = await hireDriver(site.db)
  await site.db.query(
    'test.waiting',
    `insert into uploads (user_id, id, length, received, parts, touched_at, file_id)
     select $1, gen_random_uuid(), 1, 1, array['x'], now(), gen_random_uuid() from generate_series(1, 200)`,
    [editor],
  )
  const body = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex')
  const photo = { name: 'photo', fileName: 'a.jpg', type: 'image/jpeg', body }
  const form = aForm([{ name: 'data', body: '{}' }, photo])
  expect((await (await site.as(editor))('PATCH', `/api/drivers/${driver}/`, form)).status).toBe(429)
  expect(await loggedThrottles()).toMatchObject([{ actor: editor, limit: 'files that wait' }])
})

test('a refusal is returned even if it cannot be logged', async () => {
  await site.db.script(null, 'alter table security_events rename to away')
  try {
    expect(await countRefused(7, me)).toBe(2)
  } finally {
    await site.db.script(null, 'alter table away rename to security_events')
  }
})
