import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'
import { listenAs } from '#tests/support/server/event-client.ts'

const ME = '/api/users/users/me/'
const ALL = { body: { sessions: 'all_but_own' } }
let site: TestApp
let ruth: number
let omar: number
let admin: Caller

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { first_name: 'Ruth', last_name: 'Callahan', role: 'administrator' })
  omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.script(null, 'truncate sessions')
  await emptySecurityLog(site.db)
  admin = await site.as(ruth)
})

const sessionsOf = (user: number | string) => `/api/users/users/${user}/sessions/`
const statuses = (callers: readonly Caller[]) =>
  Promise.all(callers.map(async (caller) => (await caller('GET', ME)).status))
const events = async () => (await admin('GET', '/api/security/events/')).body.results
const loggedEvents = async () =>
  (await events()).map(({ kind, actor, subject, detail }: Record<string, never>) => ({ kind, actor, subject, detail }))
const RUTH = () => ({ id: ruth, name: 'Ruth Callahan' })
const OMAR = () => ({ id: omar, name: 'Omar Haddad' })

test('an administrator ends all sessions of a user immediately, access tokens included', async () => {
  const [tablet, phone, other] = [await site.as(omar), await site.as(omar), await site.as(await hire(site.db))]
  expect(await statuses([tablet, phone, other])).toEqual([200, 200, 200])
  const answer = await admin('POST', `/api/users/users/${omar}/end_sessions/`)
  expect(answer).toMatchObject({ status: 204, text: '' })
  expect(await statuses([tablet, phone, other, admin])).toEqual([401, 401, 200, 200])
  expect(await loggedEvents()).toEqual([
    { kind: 'sessions_ended', actor: RUTH(), subject: OMAR(), detail: { sessions: 2 } },
  ])
})

test('an event stream ends with its session', async () => {
  const client = await listenAs(site.app, await site.accessFor(omar))
  await expect.poll(client.lastEventId).not.toBeNull()
  await admin('POST', `/api/users/users/${omar}/end_sessions/`)
  await client.ended
})

test('an event stream also ends with a session that ends because the user has too many', async () => {
  const [email, password] = ['omar@haulyard.example', 'gravel-and-diesel']
  const omar = await hire(site.db, { email, password_hash: await hashPassword(password) })
  const client = await listenAs(site.app, await site.accessFor(omar))
  await expect.poll(client.lastEventId).not.toBeNull()
  await site.db.query('test.used', `update sessions set last_seen_at = '2026-11-01' where user_id = $1`, [omar])
  const others = await Promise.all(Array.from({ length: 99 }, () => site.as(omar)))
  expect((await site.signedOut('POST', '/api/auth/jwt/create/', { body: { email, password } })).status).toBe(200)
  await client.ended
  expect(new Set(await statuses(others))).toEqual(new Set([200]))
})

test('a user can be named by client id, and an unknown user is a 404', async () => {
  const name = randomUUID()
  await site.db.query('test.name', 'update users set client_id = $1::uuid where id = $2', [name, omar])
  const tablet = await site.as(omar)
  expect((await admin('POST', `/api/users/users/${name}/end_sessions/`)).status).toBe(204)
  expect(await statuses([tablet])).toEqual([401])
  expect((await admin('POST', `/api/users/users/999999/end_sessions/`)).status).toBe(404)
  expect((await admin('GET', sessionsOf(999_999))).status).toBe(404)
})

test('an administrator who ends all sessions of their own account keeps the current one', async () => {
  const other = await site.as(ruth)
  expect((await admin('POST', `/api/users/users/${ruth}/end_sessions/`)).status).toBe(204)
  expect(await statuses([admin, other])).toEqual([200, 401])
})

test('an administrator who ends the sessions of all users keeps the current one', async () => {
  const others = [await site.as(omar), await site.as(ruth), await site.as(await hire(site.db))]
  expect(await admin('POST', '/api/auth/end_all/', ALL)).toMatchObject({ status: 204, text: '' })
  expect(await statuses([...others, admin])).toEqual([401, 401, 401, 200])
  expect(await loggedEvents()).toEqual([
    { kind: 'sessions_ended', actor: RUTH(), subject: null, detail: { sessions: 3, own_stays: true } },
  ])
})

test('the current session ends too if the request says so; a request without that choice ends nothing', async () => {
  expect((await admin('POST', '/api/auth/end_all/', { body: {} })).status).toBe(400)
  expect(await statuses([admin])).toEqual([200])
  expect((await admin('POST', '/api/auth/end_all/', { body: { sessions: 'all' } })).status).toBe(204)
  expect(await statuses([admin])).toEqual([401])
})

test('an administrator sees the sessions of a user and ends one of them', async () => {
  const [tablet, phone] = [await site.as(omar), await site.as(omar)]
  const { status, body } = await admin('GET', sessionsOf(omar))
  expect(status).toBe(200)
  expect(body.count).toBe(2)
  expect(body.results.map((row: { is_current: boolean }) => row.is_current)).toEqual([false, false])
  const [first, second] = body.results
  expect((await admin('DELETE', `${sessionsOf(ruth)}${first.id}/`)).status).toBe(404)
  expect((await admin('DELETE', `${sessionsOf(omar)}${first.id}/`)).status).toBe(204)
  expect((await admin('DELETE', `${sessionsOf(omar)}${first.id}/`)).status).toBe(404)
  expect((await statuses([tablet, phone])).toSorted()).toEqual([200, 401])
  expect((await admin('GET', sessionsOf(omar))).body.results).toMatchObject([{ id: second.id }])
  expect(await loggedEvents()).toMatchObject([{ kind: 'session_ended', actor: RUTH(), subject: OMAR() }])
})

test('sessions that users end themselves are in the log too', async () => {
  const [mine, other] = [await site.as(omar), await site.as(omar)]
  const { results } = (await mine('GET', '/api/auth/sessions/', { headers: { 'user-agent': 'A phone' } })).body
  const { id } = results.find((row: { is_current: boolean }) => !row.is_current)
  await site.db.query('test.agent', `update sessions set user_agent = 'A tablet' where id = $1::uuid`, [id])
  expect((await mine('DELETE', `/api/auth/sessions/${id}/`)).status).toBe(204)
  expect(await statuses([other])).toEqual([401])
  expect((await mine('DELETE', '/api/auth/sessions/')).status).toBe(204)
  expect(await loggedEvents()).toEqual([
    { kind: 'sessions_ended', actor: OMAR(), subject: OMAR(), detail: { sessions: 0, own_stays: true } },
    { kind: 'session_ended', actor: OMAR(), subject: OMAR(), detail: { browser: 'A tablet' } },
  ])
})
