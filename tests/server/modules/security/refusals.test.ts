import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signAccess } from '#server/modules/session/token.ts'
import { type Caller, NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

let site: TestApp
let ruth: number
let omar: number
let omarCaller: Caller

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { role: 'administrator' })
  omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await emptySecurityLog(site.db)
  omarCaller = await site.as(omar)
})

const events = async () => (await (await site.as(ruth))('GET', '/api/security/events/')).body.results
const calls = async () => (await events()).map(({ detail }: { detail: { call: string } }) => detail.call)
/** A session of a new user that signs a fresh access token for each call. */
async function longSession(): Promise<(path: string) => Promise<unknown>> {
  const user = await hire(site.db)
  await site.as(user)
  const [row] = await site.db.query<{ id: string }>('test.session_of', 'select id from sessions where user_id = $1', [
    user,
  ])
  return async (path) => {
    const access = await signAccess(SECRET, { user, session: row!.id }, site.clock.now)
    return site.signedOut('GET', path, { headers: { authorization: `Bearer ${access}` } })
  }
}

test('a call without permission is logged, with the call', async () => {
  expect(
    (await omarCaller('PATCH', '/api/trucks/1042/', { body: {}, headers: { 'user-agent': 'A phone' } })).status,
  ).toBe(403)
  expect(await events()).toMatchObject([
    {
      kind: 'access_refused',
      at: NOW.toISOString(),
      actor: { id: omar, name: 'Omar Haddad' },
      subject: null,
      network: '127.0.0.1',
      user_agent: 'A phone',
      detail: { call: 'PATCH /api/trucks/:id/' },
    },
  ])
})

test('the log stores at most three hundred characters of a browser’s name', async () => {
  await omarCaller('PATCH', '/api/trucks/1042/', { body: {}, headers: { 'user-agent': 'x'.repeat(5_000) } })
  expect((await events())[0].user_agent).toBe('x'.repeat(300))
})

test('a refused call is logged once an hour per session, whichever record it names', async () => {
  const [one, other] = [await longSession(), await longSession()]
  for (const id of ['1', '2', '3']) await one(`/api/trucks/${id}/`)
  expect(await calls()).toEqual(['GET /api/trucks/:id/'])
  await one('/api/trucks')
  await other('/api/trucks/1/')
  expect(await calls()).toEqual(['GET /api/trucks/:id/', 'GET /api/trucks/', 'GET /api/trucks/:id/'])
  site.clock.now = new Date(NOW.getTime() + 59 * 60_000)
  await one('/api/trucks/1/')
  expect(await calls()).toHaveLength(3)
  site.clock.now = new Date(NOW.getTime() + 60 * 60_000)
  await one('/api/trucks/1/')
  expect(await calls()).toHaveLength(4)
})

test('a refusal inside a call is logged too; a missing session, a missing record and an invalid body are not', async () => {
  await site.signedOut('GET', '/api/trucks/1/')
  await omarCaller('PATCH', '/api/users/users/me/', { body: { wants_digest: 'x' } })
  await omarCaller('GET', '/api/users/users/999999/')
  expect(await calls()).toEqual([])
  expect((await omarCaller('PATCH', '/api/users/users/me/', { body: { first_name: 'Omar' } })).status).toBe(403)
  expect(await calls()).toEqual(['PATCH /api/users/users/me/'])
})

test('account changes without a recent password are logged once an hour, whatever else the user tries', async () => {
  const user = await hire(site.db, { role: 'administrator' })
  const admin = await site.as(user)
  await site.db.query('test.former', `update sessions set password_at = $2::timestamptz where user_id = $1`, [
    user,
    new Date(NOW.getTime() - 3_600_000).toISOString(),
  ])
  for (let n = 0; n < 5; n++) {
    const answer = await admin('PATCH', `/api/users/users/${omar}/`, { body: { email: `evil${n}@evil.example` } })
    expect([answer.status, answer.body.code]).toEqual([403, 'password_needed'])
  }
  expect(await events()).toMatchObject([
    { kind: 'password_needed', actor: { id: user }, detail: { call: 'PATCH /api/users/users/:id/' } },
  ])
})
