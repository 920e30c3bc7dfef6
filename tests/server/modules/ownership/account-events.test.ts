import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLink } from '#server/modules/passwords/link-service.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const USERS = '/api/users/users/'
const ME = '/api/users/users/me/'
const PASSWORD = 'gravel-and-diesel'
let site: TestApp
let boss: number
let omar: number
let admin: Caller
let passwordHash: string

beforeAll(async () => {
  site = await testApp()
  passwordHash = await hashPassword(PASSWORD)
  boss = await hire(site.db, {
    first_name: 'Ruth',
    last_name: 'Callahan',
    role: 'administrator',
    password_hash: passwordHash,
  })
  admin = await site.as(boss)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.script(null, 'truncate throttles')
  await emptySecurityLog(site.db)
  omar = await hire(site.db, {
    first_name: 'Omar',
    last_name: 'Haddad',
    role: 'fleet_manager',
    password_hash: passwordHash,
  })
})

const changeOmar = (body: object) => admin('PATCH', `${USERS}${omar}/`, { body })
const events = async () =>
  (await admin('GET', `/api/security/events/?user=${omar}`)).body.results as { kind: string; detail: object }[]
const event = (person: number | null) => ({ actor: person === null ? null : { id: person }, subject: { id: omar } })

test('an administrator’s changes of an account are logged with the administrator', async () => {
  await changeOmar({ email: `${randomUUID()}@haulyard.example` })
  await changeOmar({ role: 'dispatcher', dispatcher: { status: 'working' } })
  await changeOmar({ user_permissions: [3, 4] })
  await changeOmar({ user_permissions: [4, 5] })
  await changeOmar({ is_active: false })
  await changeOmar({ is_active: true })
  await changeOmar({ is_active: true, phone: '(312) 555-0118' })
  expect(await events()).toMatchObject([
    { kind: 'activated', ...event(boss) },
    { kind: 'deactivated', ...event(boss) },
    { kind: 'permissions_changed', ...event(boss), detail: { given: 'view schedule', taken: 'view drivers' } },
    { kind: 'permissions_changed', ...event(boss), detail: { given: 'view drivers, edit drivers', taken: '' } },
    { kind: 'role_changed', ...event(boss), detail: { from: 'fleet_manager', to: 'dispatcher' } },
    { kind: 'email_changed', ...event(boss), detail: {} },
  ])
})

test('a refused change logs no event', async () => {
  const other = await hire(site.db, { email: `${randomUUID()}@haulyard.example` })
  const { email } = (await admin('GET', `${USERS}${other}/`)).body
  expect((await changeOmar({ email })).status).toBe(400)
  expect(await events()).toEqual([])
})

test('created and deleted users stay in the log by name', async () => {
  const made = await admin('POST', USERS, {
    body: {
      role: 'fleet_manager',
      first_name: 'Greg',
      last_name: 'Novak',
      email: `${randomUUID()}@haulyard.example`,
      phone: '(312) 555-0117',
      password: PASSWORD,
    },
  })
  omar = made.body.id
  await admin('DELETE', `${USERS}${omar}/`, { body: { current_password: PASSWORD } })
  const named = { subject: { id: omar, name: 'Greg Novak' }, actor: { id: boss, name: 'Ruth Callahan' } }
  expect(await events()).toMatchObject([
    { kind: 'user_deleted', ...named, detail: { role: 'fleet_manager' } },
    { kind: 'user_created', ...named, detail: { role: 'fleet_manager' } },
  ])
})

test('a changed password is logged, by the user and by a link', async () => {
  const own = await site.as(omar)
  await own('PATCH', ME, { body: { current_password: PASSWORD, new_password: 'another-password' } })
  const link = await createLink(site.db, omar, NOW)
  const body = {
    uid: `${omar}`,
    token: link?.token,
    new_password: 'a-third-password',
    re_new_password: 'a-third-password',
  }
  expect((await site.signedOut('POST', `${USERS}reset_password_confirm/`, { body })).status).toBe(204)
  expect(await events()).toMatchObject([
    { kind: 'password_changed', ...event(null), detail: { by: 'link' } },
    { kind: 'password_changed', ...event(omar), detail: { by: 'password' } },
  ])
})

test('a requested reset is logged if the account exists, with the requesting user', async () => {
  const { email } = (await admin('GET', `${USERS}${omar}/`)).body
  await site.signedOut('POST', `${USERS}reset_password/`, { body: { email: email.toUpperCase() } })
  await site.signedOut('POST', `${USERS}reset_password/`, { body: { email: 'nobody@haulyard.example' } })
  await admin('POST', `${USERS}send_reset_link/`, { body: { email } })
  expect(await events()).toMatchObject([
    { kind: 'reset_asked', ...event(boss) },
    { kind: 'reset_asked', ...event(null) },
  ])
  expect((await admin('GET', '/api/security/events/?kind=reset_asked')).body.count).toBe(2)
})

test('the history of a deleted user stays, and includes who deleted the user', async () => {
  await changeOmar({ phone: '(312) 555-0118' })
  await admin('DELETE', `${USERS}${omar}/`, { body: { current_password: PASSWORD } })
  const history = await admin('GET', `/api/history/users/${omar}/`)
  expect(history).toMatchObject({ status: 200, body: { count: 2 } })
  expect(history.body.results).toMatchObject([
    { field: 'is_deleted', to: true, user: { id: boss, last_name: 'Callahan' } },
    { field: 'phone', to: '(312) 555-0118' },
  ])
  const other = await site.as(await hire(site.db, { view: ['drivers'] }))
  expect((await other('GET', `/api/history/users/${omar}/`)).status).toBe(403)
  expect((await admin('GET', '/api/history/users/999999/')).status).toBe(404)
})
