import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { prepareCompany } from '#server/start/first-start.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const RUTH = { first_name: ' Ruth ', last_name: 'Callahan', email: 'ruth@yard.example', password: 'gravel-and-diesel' }
const DEAD = { status: 410, body: { detail: expect.stringContaining('link') } }
let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await emptyTables(site.db)
})

const OFF = { demo: { isOn: false, drivers: 1 }, isProduction: true }

/** The token of the setup link that a server start prints. */
async function newToken(): Promise<string> {
  const setupLines = await prepareCompany(site.db, site.files, OFF, site.clock.now)
  return /^ {2}https:\/\/yard\.example\/setup#([\w-]{43})$/.exec(setupLines('https://yard.example')[1] ?? '')?.[1] ?? ''
}
const setUp = (token: string, more: object = {}) =>
  site.signedOut('POST', '/api/setup/', { body: { token, ...RUTH, ...more } })
const users = () => site.db.query('test.users', 'select first_name, last_name, sort_name, role, email from users')

test('the link of an empty database creates the first administrator, who can sign in', async () => {
  expect(await setUp(await newToken())).toMatchObject({ status: 204, text: '' })
  const { email, password } = RUTH
  const login = await site.signedOut('POST', '/api/auth/jwt/create/', { body: { email, password } })
  const headers = { authorization: `Bearer ${login.body.access}` }
  const me = await site.signedOut('GET', '/api/users/users/me/', { headers })
  expect(me.body).toMatchObject({ first_name: 'Ruth', last_name: 'Callahan', role: 'administrator' })
  const history = await site.signedOut('GET', `/api/history/users/${me.body.id}/`, { headers })
  expect(history.body.results).toContainEqual(
    expect.objectContaining({ field: 'role', to: 'administrator', user: null }),
  )
  expect(history.text).not.toContain('password')
})

test('the creation of the first administrator is in the security log; refused uses of the link are not', async () => {
  const token = await newToken()
  await Promise.all([setUp(token), setUp(token), setUp('guessed')])
  const [person] = await site.db.query<{ id: number }>('test.person', 'select id from users')
  const events = await site.db.query(
    'test.told',
    'select kind, actor_id, subject_id, subject_name, network, detail from security_events',
  )
  expect(events).toEqual([
    {
      kind: 'user_created',
      actor_id: null,
      subject_id: person?.id,
      subject_name: 'Ruth Callahan',
      network: '127.0.0.1',
      detail: { role: 'administrator', by: 'link' },
    },
  ])
})

test('a link works once, even if it is used many times at the same time, and voids all others', async () => {
  const [token, other] = [await newToken(), await newToken()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => setUp(token)))
  expect(answers.map((one) => one.status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 410)])
  expect(await users()).toHaveLength(1)
  expect(await setUp(other)).toMatchObject(DEAD)
  expect(await site.db.query('test.links', 'select 1 from setup_links')).toEqual([])
})

test('a link lasts a day, and is void once a user exists', async () => {
  const old = await newToken()
  site.clock.now = new Date(NOW.getTime() + 24 * 60 * 60_000)
  expect(await setUp(old)).toMatchObject(DEAD)
  const token = await newToken()
  await hire(site.db)
  expect(await setUp(token)).toMatchObject(DEAD)
  expect(await setUp('guessed')).toMatchObject(DEAD)
  expect((await prepareCompany(site.db, site.files, OFF, NOW))('x')).toEqual([])
})

test.each([
  [{ password: 'Password123' }, 'password'],
  [{ password: 'Ruth@yard.example' }, 'password'],
  [{ password: 'x'.repeat(33) }, 'password'],
  [{ first_name: '  ' }, 'first_name'],
  [{ last_name: undefined }, 'last_name'],
  [{ email: 'ruth' }, 'email'],
])('%o is refused at its field, and the link still works', async (wrong, field) => {
  const token = await newToken()
  expect(await setUp(token, wrong)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  expect((await setUp(token)).status).toBe(204)
})

test('the token itself is not stored', async () => {
  const token = await newToken()
  const [row] = await site.db.query<{ text: string }>('test.link', 'select l::text as text from setup_links l')
  expect(row?.text).not.toContain(token)
})

test('a production server does not start while a demo account has the well-known password', async () => {
  const start = (more: object = {}) => prepareCompany(site.db, site.files, { ...OFF, ...more }, NOW)
  await hire(site.db, { email: 'manager@haulyard.example', password_hash: await hashPassword('another-password') })
  await start()
  const email = 'Admin@haulyard.example'
  const admin = await hire(site.db, { email, password_hash: await hashPassword('demo-haulyard') })
  await expect(start()).rejects.toThrow(`The demo account ${email} still opens with the password that everyone knows.`)
  await start({ demo: { isOn: true, drivers: 1 } })
  await start({ isProduction: false })
  await site.db.query('test.inactive', 'update users set is_active = false where id = $1', [admin])
  await start()
})

test('a production server does not start while a demo account with another address has the well-known password', async () => {
  const start = (isOn: boolean) => prepareCompany(site.db, site.files, { ...OFF, demo: { isOn, drivers: 1 } }, NOW)
  await start(true)
  await site.db.query('test.all_inactive', `update users set is_active = false where email like '%@haulyard.example'`)
  await start(false)
  await site.db.query(
    'test.boss',
    `update users set email = 'boss@yard.example', is_active = true where email = 'admin@haulyard.example'`,
  )
  await expect(start(false)).rejects.toThrow('The demo account boss@yard.example still opens with the password')
  const password_hash = await hashPassword('another-password')
  await site.db.query('test.password', `update users set password_hash = $1 where email = 'boss@yard.example'`, [
    password_hash,
  ])
  await start(false)
})
