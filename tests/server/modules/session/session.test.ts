import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '#server/base/problem.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { endSessions, signIn } from '#server/modules/session/session-service.ts'
import { signAccess } from '#server/modules/session/token.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const PASSWORD = 'demo-haulyard'
const EMAIL = 'ruth@haulyard.example'
let site: TestApp
let ruth: number
let passwordHash: string

beforeAll(async () => {
  site = await testApp()
  passwordHash = await hashPassword(PASSWORD)
  const person = { first_name: 'Ruth', last_name: 'Callahan', view: ['drivers'], edit: ['trucks'] } as const
  ruth = await hire(site.db, { ...person, email: EMAIL, password_hash: passwordHash })
  await hire(site.db, { email: 'left@haulyard.example', password_hash: passwordHash, is_active: false })
  await hire(site.db, { email: 'invited@haulyard.example' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate throttles')
})

const login = (email: string, password: string = PASSWORD) =>
  site.signedOut('POST', '/api/auth/jwt/create/', { body: { email, password } })
const refresh = (token: string) => site.signedOut('POST', '/api/auth/jwt/refresh', { body: { refresh: token } })
const me = (access: string) =>
  site.signedOut('GET', '/api/users/users/me/', { headers: { authorization: `Bearer ${access}` } })
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

test('a user signs in, whatever the case of the address, and gets their permissions', async () => {
  const { status, body, headers } = await login(' Ruth@Haulyard.Example')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('private, no-store')
  const answer = await me(body.access)
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } })
  expect(answer.body).toMatchObject({ id: ruth, first_name: 'Ruth', role: 'dispatcher', version: 1 })
  expect(Object.keys(answer.body)).not.toContain('permissions')
  const flagsOf = (list: { user_has_permission: boolean }[]) => list.map((one) => one.user_has_permission)
  expect(flagsOf(answer.body.view_permissions)).toEqual([false, true, false, false, false, false])
  expect(flagsOf(answer.body.edit_permissions)).toEqual([false, false, false, false, false, true])
  expect(answer.body.edit_permissions[5]).toEqual({ id: 12, area: 5, user_has_permission: true })
})

test('every failed sign-in has the same response', async () => {
  const tries = [
    login(EMAIL, 'wrong-password'),
    login('nobody@haulyard.example'),
    login('left@haulyard.example'),
    login('invited@haulyard.example'),
  ]
  for (const answer of await Promise.all(tries)) {
    expect(answer).toMatchObject({ status: 401 })
    expect(answer.body).toEqual({ detail: 'No active account found with the given credentials' })
  }
})

test('every failed sign-in costs one password check, with an account or without', async () => {
  const checks: (string | null)[] = []
  const passwords = {
    matches: async (hash: string | null) => {
      checks.push(hash)
      return false
    },
  }
  for (const email of [EMAIL, 'nobody@haulyard.example', 'left@haulyard.example']) {
    const attempt = { email, password: 'x', address: '::1', device: '', source: aSource(), now: NOW }
    await expect(
      signIn(site.db, { secrets: { current: SECRET, former: [] }, passwords }, attempt),
    ).rejects.toMatchObject({ status: 401 })
  }
  expect(checks).toEqual([passwordHash, null, null])
})

test('after ten failures within a quarter of an hour the account must wait at that address', async () => {
  for (let n = 0; n < 10; n++) {
    site.clock.now = later(n)
    expect((await login(EMAIL, `wrong-${n}`)).status).toBe(401)
  }
  const limited = await login(EMAIL)
  expect(limited).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { detail: expect.any(String) },
  })
  expect((await login('nobody@haulyard.example')).status).toBe(401)
  site.clock.now = new Date(later(9).getTime() + 1000)
  expect((await login(EMAIL)).status).toBe(200)
  expect((await login(EMAIL, 'wrong-again')).status).toBe(401)
})

test('behind a trusted proxy the address of the user must wait, not that of the proxy', async () => {
  const guess = (app: TestApp, from: string, password = 'wrong') =>
    app.signedOut('POST', '/api/auth/jwt/create/', {
      body: { email: EMAIL, password },
      headers: { 'x-forwarded-for': from },
    })
  const behind = await testApp({ trustedProxies: ['loopback'] })
  await hire(behind.db, { email: EMAIL, password_hash: passwordHash })
  for (const app of [behind, site]) for (let n = 0; n < 10; n++) await guess(app, '203.0.113.9')
  expect((await guess(behind, '203.0.113.9', PASSWORD)).status).toBe(429)
  expect((await guess(behind, '203.0.113.10', PASSWORD)).status).toBe(200)
  // Without trusted proxies, the server ignores X-Forwarded-For.
  expect((await guess(site, '203.0.113.10', PASSWORD)).status).toBe(429)
  await behind.close()
})

test('a burst of guesses does not get past the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => login(EMAIL, `guess-${n}`)))
  expect(answers.filter((one) => one.status === 401)).toHaveLength(10)
  expect(answers.filter((one) => one.status === 429)).toHaveLength(15)
  expect((await login(EMAIL)).status).toBe(429)
})

test('a sign-in whose password could not be checked does not count as a failure', async () => {
  const attempt = { email: EMAIL, password: PASSWORD, address: '::1', device: '', source: aSource(), now: NOW }
  const signInWith = (matches: () => Promise<boolean>) =>
    signIn(site.db, { secrets: { current: SECRET, former: [] }, passwords: { matches } }, attempt)
  for (let n = 0; n < 12; n++) {
    const error = n % 2 ? new Problem(503, { detail: 'The line is full.' }) : new Error('the database is away')
    await expect(signInWith(() => Promise.reject(error))).rejects.toBe(error)
  }
  for (let n = 0; n < 10; n++) await expect(signInWith(async () => false)).rejects.toMatchObject({ status: 401 })
  await expect(signInWith(async () => true)).rejects.toMatchObject({ status: 429 })
})

test('thirty successful sign-ins at the same moment do not count as failures', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(EMAIL)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
})

test('an access token lasts 15 minutes; the refresh token gives a new one for 60 days', async () => {
  const { body } = await login(EMAIL)
  site.clock.now = later(16)
  expect(await me(body.access)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  const renewed = await refresh(body.refresh)
  expect((await me(renewed.body.access)).status).toBe(200)
  site.clock.now = later(60 * 24 * 60 + 1)
  expect(await refresh(body.refresh)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
})

test('signing out ends the session immediately, and no other session', async () => {
  const [mine, other] = [(await login(EMAIL)).body, (await login(EMAIL)).body]
  const stranger = await site.as(await hire(site.db))
  const end = { body: { refresh: mine.refresh } }
  expect((await stranger('POST', '/api/auth/logout/', end)).status).toBe(204)
  expect((await me(mine.access)).status).toBe(200)
  const headers = { authorization: `Bearer ${mine.access}` }
  expect(await site.signedOut('POST', '/api/auth/logout/', { ...end, headers })).toMatchObject({
    status: 204,
    text: '',
  })
  expect((await me(mine.access)).status).toBe(401)
  expect((await refresh(mine.refresh)).status).toBe(401)
  expect((await me(other.access)).status).toBe(200)
})

test('a user who becomes inactive is signed out at the next request', async () => {
  const id = await hire(site.db, { email: 'soon@haulyard.example', password_hash: passwordHash })
  const { body } = await login('soon@haulyard.example')
  await site.db.query('test.deactivate', 'update users set is_active = false where id = $1', [id])
  expect((await me(body.access)).status).toBe(401)
  expect((await refresh(body.refresh)).status).toBe(401)
})

test('a user who is deleted is signed out at the next request', async () => {
  const id = await hire(site.db, { email: 'gone@haulyard.example', password_hash: passwordHash })
  const { body } = await login('gone@haulyard.example')
  expect((await me(body.access)).status).toBe(200)
  await site.db.query('test.delete', 'delete from users where id = $1', [id])
  expect(await me(body.access)).toMatchObject({ status: 401, body: { code: 'account_inactive' } })
  expect((await refresh(body.refresh)).status).toBe(401)
})

test('all sessions of a user end in one step, except an excluded one', async () => {
  const [mine, other] = [(await login(EMAIL)).body, (await login(EMAIL)).body]
  const stranger = await site.as(await hire(site.db))
  const { sid } = JSON.parse(Buffer.from(mine.access.split('.')[1], 'base64url').toString())
  await endSessions(site.db, ruth, NOW, { except: sid })
  expect((await me(mine.access)).status).toBe(200)
  expect((await me(other.access)).status).toBe(401)
  expect((await refresh(other.refresh)).status).toBe(401)
  await endSessions(site.db, ruth, NOW)
  expect((await me(mine.access)).status).toBe(401)
  expect((await stranger('GET', '/api/users/users/me/')).status).toBe(200)
})

test('a password that changes while it is being checked opens no session', async () => {
  const id = await hire(site.db, { email: 'race@haulyard.example', password_hash: passwordHash })
  const passwords = {
    matches: async () => {
      await site.db.query('test.change', `update users set password_hash = 'another' where id = $1`, [id])
      return true
    },
  }
  const attempt = { email: 'race@haulyard.example', password: PASSWORD, address: '::1', device: '', source: aSource() }
  const signedIn = signIn(site.db, { secrets: { current: SECRET, former: [] }, passwords }, { ...attempt, now: NOW })
  await expect(signedIn).rejects.toMatchObject({ status: 401 })
})

test('a token that was signed for another purpose, or without naming one, is not an access token', async () => {
  const { body } = await login(EMAIL)
  const claims = JSON.parse(Buffer.from(body.access.split('.')[1], 'base64url').toString())
  for (const [typ, status] of [
    ['JWT', 200],
    ['reset+jwt', 401],
    [undefined, 401],
  ] as const) {
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...(typ && { typ }) }).sign(SECRET)
    expect((await me(token)).status).toBe(status)
  }
})

test('a token that the server did not sign, or for another session, gives no access', async () => {
  const { body } = await login(EMAIL)
  const [head, claims, signature] = body.access.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const session = crypto.randomUUID()
  const loud = Buffer.from('{"alg":"NONE","typ":"JWT"}').toString('base64url')
  const other = Buffer.from('{"alg":"HS512","typ":"JWT"}').toString('base64url')
  for (const forged of [
    `${none}.${claims}.`,
    `${none}.${claims}`,
    `${none}.${claims}.${signature}`,
    `${loud}.${claims}.`,
    `${other}.${claims}.${signature}`,
    `${head}.${Buffer.from(`{"sub":"${ruth}"}`).toString('base64url')}.${signature}`,
    `${head}.${claims}.${signature.replace(/^./, (c: string) => (c === 'A' ? 'B' : 'A'))}`,
    await signAccess(new TextEncoder().encode('another secret of thirty-two bytes'), { user: ruth, session }, NOW),
    await signAccess(SECRET, { user: ruth, session }, NOW),
    body.refresh,
  ]) {
    expect(await me(forged)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  }
})
