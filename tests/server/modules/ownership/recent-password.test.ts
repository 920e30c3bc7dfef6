import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { needsPassword } from '#server/modules/users/needs-password.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const USERS = '/api/users/users/'
const ME = '/api/users/users/me/'
const CONFIRM = '/api/auth/confirm_password/'
const PASSWORD = 'gravel-and-diesel'
const NEEDED = { status: 403, body: { detail: expect.any(String), code: 'password_needed' } }
let site: TestApp
let boss: number
let greg: number
let admin: Caller
let passwordHash: string

beforeAll(async () => {
  site = await testApp()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  boss = await hire(site.db, { role: 'administrator', password_hash: passwordHash })
  greg = await hire(site.db, { role: 'fleet_manager', view: ['trucks'] })
  admin = await site.as(boss)
  await setPasswordAge(15)
})

/** Sets when the password was entered in the sessions of the administrator. */
const setPasswordAge = (minutesAgo: number) =>
  site.db.query('test.given', 'update sessions set password_at = $2::timestamptz where user_id = $1', [
    boss,
    new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
  ])
const newAddress = () => `${randomUUID()}@haulyard.example`
const changeGreg = (body: object, headers = {}) => admin('PATCH', `${USERS}${greg}/`, { body, headers })
const confirm = (password: string) => admin('POST', CONFIRM, { body: { password } })
const aUser = (role: string) => ({
  role,
  first_name: 'Greg',
  last_name: 'Novak',
  email: newAddress(),
  phone: '(312) 555-0117',
  password: PASSWORD,
})

describe('15 minutes after the password was entered, with a token alone,', () => {
  test('the address of the account cannot be changed', async () => {
    expect(await admin('PATCH', ME, { body: { email: 'attacker@evil.example' } })).toMatchObject(NEEDED)
    expect(await admin('PATCH', `${USERS}${boss}/`, { body: { email: 'attacker@evil.example' } })).toMatchObject(NEEDED)
    expect((await admin('GET', ME)).body.email).not.toBe('attacker@evil.example')
  })

  test.each([
    { email: 'attacker@evil.example' },
    { role: 'administrator' },
    { user_permissions: [1, 2] },
    { is_active: false },
  ])('another user cannot be changed with %j', async (body) => {
    expect(await changeGreg(body)).toMatchObject(NEEDED)
    expect((await admin('GET', `${USERS}${greg}/`)).body).toMatchObject({ role: 'fleet_manager', version: 1 })
  })

  test('no administrator and no user with permissions can be created, but users without permissions can', async () => {
    expect(await admin('POST', USERS, { body: aUser('administrator') })).toMatchObject(NEEDED)
    const withRights = { ...aUser('dispatcher'), dispatcher: { status: 'working' }, user_permissions: [1] }
    expect(await admin('POST', USERS, { body: withRights })).toMatchObject(NEEDED)
    expect((await admin('POST', USERS, { body: aUser('fleet_manager') })).status).toBe(201)
  })

  test('unchanged values and other fields need no password', async () => {
    const { email } = (await admin('GET', `${USERS}${greg}/`)).body
    const same = { email, role: 'fleet_manager', is_active: true, user_permissions: [11], phone: '(312) 555-0118' }
    expect(await changeGreg(same)).toMatchObject({ status: 200, body: { phone: '(312) 555-0118' } })
    expect((await admin('PATCH', ME, { body: { phone: '(312) 555-0119' } })).status).toBe(200)
  })
})

test('a password entered while the clock was an hour fast does not count once the clock is corrected', async () => {
  await setPasswordAge(-60)
  expect(await changeGreg({ is_active: false })).toMatchObject(NEEDED)
})

test('a session without a time of the password has no recent password', async () => {
  await site.db.query(
    'test.unsaid',
    `insert into sessions (id, user_id, refresh_hash, expires_at)
     select gen_random_uuid(), user_id, '', expires_at from sessions where user_id = $1`,
    [boss],
  )
  const known = await site.db.query(
    'test.known',
    `select 1 from sessions where user_id = $1 and refresh_hash = '' and password_at > '-infinity'`,
    [boss],
  )
  expect(known).toEqual([])
})

test('a password time slightly in the future counts, because the clocks of two servers differ', async () => {
  await setPasswordAge(-0.5)
  expect((await changeGreg({ is_active: false })).status).toBe(200)
})

test('a sign-in counts from the server’s time, whatever the time of the database is', async () => {
  site.clock.now = new Date('2099-01-01T00:00:00Z')
  const session = await site.as(boss)
  expect((await session('PATCH', ME, { body: { email: newAddress() } })).status).toBe(200)
})

test('right after a sign-in these calls need no password', async () => {
  await setPasswordAge(14)
  expect((await changeGreg({ role: 'dispatcher', dispatcher: { status: 'working' } })).status).toBe(200)
  expect((await admin('POST', USERS, { body: aUser('administrator') })).status).toBe(201)
  const withRights = { ...aUser('fleet_manager'), user_permissions: [11, 12] }
  expect((await admin('POST', USERS, { body: withRights })).status).toBe(201)
  expect((await admin('PATCH', ME, { body: { email: newAddress() } })).status).toBe(200)
})

test('a password entered again counts for 15 minutes, in its session alone', async () => {
  const other = await site.as(boss)
  await setPasswordAge(15)
  expect((await confirm(PASSWORD)).status).toBe(204)
  expect((await changeGreg({ is_active: false })).status).toBe(200)
  expect(await other('PATCH', `${USERS}${greg}/`, { body: { is_active: true } })).toMatchObject(NEEDED)
  site.clock.now = new Date(NOW.getTime() + 15 * 60_000)
  admin = await site.as(boss)
  await setPasswordAge(0)
  expect(await changeGreg({ is_active: true })).toMatchObject(NEEDED)
})

test('the current password in a request counts for that request and for later ones', async () => {
  const passwords = { current_password: PASSWORD, new_password: 'another-password' }
  const wrong = { email: newAddress(), ...passwords, current_password: 'wrong' }
  expect((await admin('PATCH', ME, { body: wrong })).status).toBe(400)
  expect(await changeGreg({ role: 'driver' })).toMatchObject(NEEDED)
  const email = newAddress()
  expect((await admin('PATCH', ME, { body: { email, ...passwords } })).body).toMatchObject({ email })
  expect((await changeGreg({ is_active: false })).status).toBe(200)
  await setPasswordAge(15)
  const body = { current_password: 'another-password' }
  expect((await admin('DELETE', `${USERS}${await hire(site.db)}/`, { body })).status).toBe(204)
  expect((await changeGreg({ is_active: true })).status).toBe(200)
})

test('a wrong password is refused, changes nothing, and can be tried ten times', async () => {
  for (let n = 0; n < 10; n++)
    expect(await confirm('wrong')).toMatchObject({ status: 400, body: { current_password: ['Invalid password.'] } })
  expect((await confirm(PASSWORD)).status).toBe(429)
  expect(await changeGreg({ is_active: false })).toMatchObject(NEEDED)
})

test('guesses with a stolen token block that session alone, and none of the user’s own', async () => {
  const thief = await site.as(boss)
  for (let n = 0; n < 10; n++)
    expect((await thief('POST', CONFIRM, { body: { password: `guess-${n}` } })).status).toBe(400)
  expect((await thief('POST', CONFIRM, { body: { password: PASSWORD } })).status).toBe(429)
  expect((await confirm(PASSWORD)).status).toBe(204)
  const body = { current_password: PASSWORD }
  expect((await admin('DELETE', `${USERS}${greg}/`, { body })).status).toBe(204)
  expect((await admin('PATCH', ME, { body: { ...body, new_password: 'another-password' } })).status).toBe(200)
})

test('the refusal is not stored: the same change succeeds once the password is entered', async () => {
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  expect(await changeGreg({ is_active: false }, headers)).toMatchObject(NEEDED)
  await confirm(PASSWORD)
  expect(await changeGreg({ is_active: false }, headers)).toMatchObject({ status: 200, body: { version: 2 } })
  const again = await changeGreg({ is_active: false }, headers)
  expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
})

test('a change in a batch needs a recent password too', async () => {
  const change = {
    call: 'users.update',
    params: { id: greg },
    headers: { 'Idempotency-Key': `"${randomUUID()}"` },
    body: JSON.stringify({ role: 'administrator' }),
  }
  const { body } = await admin('POST', '/api/changes/', { body: { changes: [change] } })
  expect(body.answers).toMatchObject([NEEDED])
  await confirm(PASSWORD)
  const after = await admin('POST', '/api/changes/', { body: { changes: [change] } })
  expect(after.body.answers).toMatchObject([{ status: 200, body: { role: 'administrator' } }])
})

test('whether a password is needed depends on whose account it is and on what really changes', () => {
  expect(needsPassword('own', { email: 'a@b.example' })).toBe(true)
  expect(needsPassword('own', { phone: '1', first_name: 'A' })).toBe(false)
  for (const differs of [
    { email: 'a@b.example' },
    { role: 'driver' },
    { user_permissions: [] },
    { is_active: true },
  ] as const)
    expect(needsPassword('other', differs)).toBe(true)
  expect(needsPassword('other', { phone: '1', photo: null })).toBe(false)
  expect(needsPassword('new', { role: 'administrator' })).toBe(true)
  expect(needsPassword('new', { role: 'dispatcher', user_permissions: [1] })).toBe(true)
  expect(needsPassword('new', { role: 'dispatcher', user_permissions: [] })).toBe(false)
})
