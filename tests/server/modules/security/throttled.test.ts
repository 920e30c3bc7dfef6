import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aForm } from '#tests/support/builders/a-form.ts'
import { type Caller, NOW, type Received, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const EMAIL = 'ruth@haulyard.example'
let site: TestApp
let ruth: number
let hers: Caller

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
  hers = await site.as(ruth)
})

const told = () =>
  site.db.query(
    'test.throttled',
    `select actor_id as actor, session is not null as has_session, network, detail ->> 'limit' as "limit"
     from security_events where kind = 'throttled' order by id`,
  )
async function refusedOf(many: number, ask: () => Promise<Received>): Promise<number> {
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
  site.anybody('POST', '/api/users/users/reset_password/', { body: { email }, headers: from(address) })
const undo = () =>
  site.anybody('POST', '/api/auth/undo_email/', { body: { token: 'made-up' }, headers: from('203.0.113.9') })

test.each([
  ['reads of a session', 5, me],
  ['uploads of a session', 4, upload],
  ['downloads of a session', 2, exported],
  ['own passwords', 10, ownPassword],
] as const)(
  'that a session has reached the limit of %s is in the log, once in a quarter of an hour',
  async (limit, most, ask) => {
    expect(await refusedOf(most + 3, ask)).toBe(3)
    const once = { actor: ruth, has_session: true, network: '127.0.0.1', limit }
    expect(await told()).toEqual([once])
  },
)

test('each session is told of by itself', async () => {
  await refusedOf(9, me)
  hers = await site.as(ruth)
  await refusedOf(9, me)
  expect(await told()).toHaveLength(2)
})

test('an export by a link is the session’s that made it', async () => {
  const token = await site.accessFor(ruth)
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const link = site.app.serving.links.signPath('/api/maintenance/export_inspections/?ids=1&file_format=csv', sid, NOW)
  expect(await refusedOf(5, () => site.anybody('GET', link))).toBe(3)
  expect(await told()).toMatchObject([{ actor: ruth, has_session: true, limit: 'downloads of a session' }])
})

test('who asks for too many links to set a password is in the log by the network, and so is who tries links that undo', async () => {
  expect(await refusedOf(8, () => resets(EMAIL))).toBe(3)
  expect(await refusedOf(33, undo)).toBe(3)
  const nobody = { actor: null, has_session: false }
  const links = { ...nobody, network: '203.0.113.9', limit: 'links that undo' }
  expect(await told()).toEqual([{ ...nobody, network: '2001:db8:0:7::/64', limit: 'password resets' }, links])
  site.clock.now = new Date(NOW.getTime() + 15 * 60_000)
  expect(await refusedOf(33, undo)).toBe(3)
  expect((await told()).slice(2)).toEqual([links])
})

test('a flood of resets of made-up accounts is told of once for its network', async () => {
  let n = 0
  expect(await refusedOf(40, () => resets(`made-up-${n++}@haulyard.example`))).toBe(10)
  expect(await told()).toMatchObject([{ limit: 'password resets of a network' }])
})

test('files that wait for a change fill a place of their user, and that is in the log', async () => {
  await site.db.query(
    'test.waiting',
    `insert into uploads (user_id, id, length, received, parts, touched_at, file_id)
     select $1, gen_random_uuid(), 1, 1, array['x'], now(), gen_random_uuid() from generate_series(1, 200)`,
    [ruth],
  )
  expect(await refusedOf(2, upload)).toBe(2)
  expect(await told()).toMatchObject([{ actor: ruth, limit: 'files that wait' }])
})

test('a user who may edit and not view is told of as any other', async () => {
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
  expect(await told()).toMatchObject([{ actor: editor, limit: 'files that wait' }])
})

test('a refusal is answered also where it can not be written down', async () => {
  await site.db.script(null, 'alter table security_events rename to away')
  try {
    expect(await refusedOf(7, me)).toBe(2)
  } finally {
    await site.db.script(null, 'alter table away rename to security_events')
  }
})
