import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signAccess } from '#server/modules/session/token.ts'
import { type Caller, NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

let site: TestApp
let ruth: number
let omar: number
let mine: Caller

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { role: 'administrator' })
  omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await emptySecurityLog(site.db)
  mine = await site.as(omar)
})

const events = async () => (await (await site.as(ruth))('GET', '/api/security/events/')).body.results
const calls = async () => (await events()).map(({ detail }: { detail: { call: string } }) => detail.call)
/** One session, which has a new token by and by. */
async function lasting(): Promise<(path: string) => Promise<unknown>> {
  const user = await hire(site.db)
  await site.as(user)
  const [row] = await site.db.query<{ id: string }>('test.session_of', 'select id from sessions where user_id = $1', [
    user,
  ])
  return async (path) => {
    const access = await signAccess(SECRET, { user, session: row!.id }, site.clock.now)
    return site.anybody('GET', path, { headers: { authorization: `Bearer ${access}` } })
  }
}

test('who lacks the permission for a call is in the log, with the call', async () => {
  expect((await mine('PATCH', '/api/trucks/1042/', { body: {}, headers: { 'user-agent': 'A phone' } })).status).toBe(
    403,
  )
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

test('of what a browser calls itself the log keeps three hundred letters', async () => {
  await mine('PATCH', '/api/trucks/1042/', { body: {}, headers: { 'user-agent': 'x'.repeat(5_000) } })
  expect((await events())[0].user_agent).toBe('x'.repeat(300))
})

test('the same call of the same session is told of once an hour, whatever it is about', async () => {
  const [one, other] = [await lasting(), await lasting()]
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

test('a refusal inside a call is told of as well; no session, no record and a refused body are not', async () => {
  await site.anybody('GET', '/api/trucks/1/')
  await mine('PATCH', '/api/users/users/me/', { body: { wants_digest: 'x' } })
  await mine('GET', '/api/users/users/999999/')
  expect(await calls()).toEqual([])
  expect((await mine('PATCH', '/api/users/users/me/', { body: { first_name: 'Omar' } })).status).toBe(403)
  expect(await calls()).toEqual(['PATCH /api/users/users/me/'])
})

test('a change of an account that lacks a recent password is told of once an hour, whatever else it tries', async () => {
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
