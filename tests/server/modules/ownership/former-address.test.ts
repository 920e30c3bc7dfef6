import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { deliver } from '#tests/support/server/due-mail.ts'
import { linkOf, type Mailbox, mailbox } from '#tests/support/server/mailbox.ts'

const USERS = '/api/users/users/'
const ME = '/api/users/users/me/'
const PASSWORD = 'gravel-and-diesel'
const OWN = 'ruth@haulyard.example'
const EVIL = 'attacker@evil.example'
const HOURS = 60 * 60_000
let site: TestApp
let box: Mailbox
let boss: number
let ruth: number
let admin: Caller
let passwordHash: string

beforeAll(async () => {
  site = await testApp({ trustedProxies: ['loopback'] })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  box = mailbox()
  boss = await hire(site.db, { first_name: 'Ana', role: 'administrator', email: 'boss@haulyard.example' })
  ruth = await hire(site.db, {
    first_name: 'Ruth',
    last_name: 'Callahan',
    role: 'administrator',
    email: OWN,
    password_hash: passwordHash,
  })
  admin = await site.as(boss)
})

const hours = (count: number) => new Date(NOW.getTime() + count * HOURS)
/** Delivers the due mail. Returns all mails that an address has received. */
async function mailTo(address: string): Promise<Message[]> {
  await deliver(site, box)
  return box.sent.filter(({ to }) => to.address === address)
}
const tokenIn = (mail: Message | undefined) => linkOf(mail).token
const undo = (token: string, from = '203.0.113.9') =>
  site.signedOut('POST', '/api/auth/undo_email/', { body: { token }, headers: { 'x-forwarded-for': from } })
const look = (token: string, from = '203.0.113.9') =>
  site.signedOut('POST', '/api/auth/undo_email/look/', { body: { token }, headers: { 'x-forwarded-for': from } })
const DEAD = { status: 400, body: { token: [expect.stringContaining('used already')] } }
const emailOf = async (user: number) => (await admin('GET', `${USERS}${user}/`)).body.email
/** An attacker at an open tablet changes the address of its account. Returns the attacker's session. */
async function stealAccount(): Promise<Caller> {
  const tablet = await site.as(ruth)
  expect((await tablet('PATCH', ME, { body: { email: EVIL } })).status).toBe(200)
  return tablet
}

test('the former address is notified of the change, with the new address masked and a link for three days', async () => {
  await stealAccount()
  const [mail] = await mailTo(OWN)
  expect(mail?.subject).toBe('The email address of your Haulyard account was changed')
  expect(mail?.text).toContain('changed to a…@evil.example')
  expect(mail?.text).not.toContain(EVIL)
  expect(mail?.text).toContain('https://yard.example/undo-email#token=')
  expect(mail?.text).toContain('until Tuesday, November 24, 2026, 9:00 AM Central')
  expect(await mailTo(EVIL)).toEqual([])
})

test('the mail names another user who changed the address, so that a correction does not look like an attack', async () => {
  await stealAccount()
  expect((await mailTo(OWN))[0]?.text).toMatch(/was changed to a…@evil\.example on [^.]+ Central\./)
  const omar = await hire(site.db, { first_name: 'Omar', email: 'omar@haulyard.example' })
  await admin('PATCH', `${USERS}${omar}/`, { body: { email: 'o.haddad@haulyard.example' } })
  const [mail] = await mailTo('omar@haulyard.example')
  expect(mail?.text).toMatch(/was changed to o…@haulyard\.example on [^.]+ Central by Ana \w+\./)
  expect(mail?.text).not.toContain('If it was you')
})

test('the link shows which address it restores, as often as it is opened; a used or unknown link is refused', async () => {
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  for (const _ of [1, 2]) expect(await look(token)).toMatchObject({ status: 200, body: { email: OWN } })
  expect(await emailOf(ruth)).toBe(EVIL)
  expect((await undo(token)).status).toBe(200)
  expect(await look(token)).toMatchObject(DEAD)
  expect(await look('made-up')).toMatchObject(DEAD)
})

test('the link restores the address, and leaves the thief no access to the account', async () => {
  const tablet = await stealAccount()
  const [mail] = await mailTo(OWN)
  await site.signedOut('POST', `${USERS}reset_password/`, { body: { email: EVIL } })
  site.clock.now = hours(0.1)
  const stolen = linkOf((await mailTo(EVIL))[0]).token
  expect(stolen).not.toBe('')

  const answer = await undo(tokenIn(mail))
  expect(answer).toMatchObject({ status: 200, body: { uid: `${ruth}`, token: expect.any(String) } })
  expect(await emailOf(ruth)).toBe(OWN)
  expect((await tablet('GET', ME)).status).toBe(401)
  const signIn = (email: string) =>
    site.signedOut('POST', '/api/auth/jwt/create/', { body: { email, password: PASSWORD } })
  expect((await signIn(OWN)).status).toBe(401)
  const setPassword = (token: string) => {
    const password = 'a-new-password'
    const body = { uid: `${ruth}`, token, new_password: password, re_new_password: password }
    return site.signedOut('POST', `${USERS}reset_password_confirm/`, { body })
  }
  expect((await setPassword(stolen)).status).toBe(400)
  expect((await setPassword(answer.body.token)).status).toBe(204)
})

test('a link works once, and not after three days', async () => {
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  site.clock.now = hours(72)
  expect(await undo(token)).toMatchObject(DEAD)
  site.clock.now = hours(71.9)
  expect((await undo(token)).status).toBe(200)
  expect(await undo(token)).toMatchObject(DEAD)
  expect(await undo('made-up')).toMatchObject(DEAD)
})

test('a link used twice tells the owner that the address is restored, and a new password can be requested there', async () => {
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  await undo(token)
  const again = 'If you have used it, your email address is restored: ask for a new password at the login.'
  expect(await undo(token)).toMatchObject({ status: 400, body: { token: [expect.stringContaining(again)] } })
  await site.signedOut('POST', `${USERS}reset_password/`, { body: { email: OWN } })
  site.clock.now = hours(0.1)
  const { uid, token: reset } = linkOf((await mailTo(OWN)).at(-1))
  const body = { uid, token: reset, new_password: 'a-new-password', re_new_password: 'a-new-password' }
  expect((await site.signedOut('POST', `${USERS}reset_password_confirm/`, { body })).status).toBe(204)
})

test('of two changes the first one can be undone, and the address in between gets no link', async () => {
  const tablet = await stealAccount()
  await tablet('PATCH', ME, { body: { email: 'second@evil.example' } })
  const token = tokenIn((await mailTo(OWN))[0])
  const [between] = await mailTo(EVIL)
  expect(between?.text).toContain('was changed to s…@evil.example')
  expect(between?.text).not.toContain('undo-email')
  expect((await undo(token)).status).toBe(200)
  expect(await emailOf(ruth)).toBe(OWN)
})

test('an administrator who corrects an address sends the wrong address no link', async () => {
  await stealAccount()
  await admin('PATCH', `${USERS}${ruth}/`, { body: { email: OWN } })
  expect((await mailTo(EVIL))[0]?.text).not.toContain('undo-email')
})

test('the mistyped address of a new account gets no link either', async () => {
  const made = await admin('POST', USERS, {
    body: {
      role: 'fleet_manager',
      first_name: 'Greg',
      last_name: 'Novak',
      email: 'gerg@haulyard.example',
      phone: '(312) 555-0117',
      password: PASSWORD,
    },
  })
  await admin('PATCH', `${USERS}${made.body.id}/`, { body: { email: 'greg@haulyard.example' } })
  expect((await mailTo('gerg@haulyard.example'))[0]?.text).not.toContain('undo-email')
})

test('an address that another account has now is not taken from it; the link works once the address is free', async () => {
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  const other = await hire(site.db, { email: OWN.toUpperCase() })
  expect(await undo(token)).toMatchObject({
    status: 400,
    body: { token: [expect.stringContaining('Another account')] },
  })
  await site.db.query('test.gone', 'delete from users where id = $1', [other])
  expect((await undo(token)).status).toBe(200)
})

test('the link of a deleted user is refused, and that of an inactive user says why', async () => {
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  await admin('PATCH', `${USERS}${ruth}/`, { body: { is_active: false } })
  const inactive = { status: 400, body: { token: [expect.stringContaining('not active')] } }
  expect(await undo(token)).toMatchObject(inactive)
  expect(await look(token)).toMatchObject(inactive)
  await site.db.query('test.gone', 'delete from users where id = $1', [ruth])
  expect(await undo(token)).toMatchObject(DEAD)
})

test('attempts to use and to view a link share one limit for each network', async () => {
  const [flooder, neighbor, other] = ['2001:db8:0:7::1', '2001:db8:0:7::2', '2001:db8:0:8::1']
  for (let n = 0; n < 15; n++) expect((await undo('made-up', flooder)).status).toBe(400)
  for (let n = 0; n < 15; n++) expect((await look('made-up', flooder)).status).toBe(400)
  for (const address of [flooder, neighbor]) {
    const refused = { status: 429, headers: { 'retry-after': expect.any(String) } }
    expect(await look('made-up', address)).toMatchObject(refused)
    expect(await undo('made-up', address)).toMatchObject(refused)
  }
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  expect((await undo(token, neighbor)).status).toBe(429)
  expect((await look(token, other)).status).toBe(200)
  expect((await undo(token, other)).status).toBe(200)
})

test('only the hash of a link is stored', async () => {
  await stealAccount()
  const token = tokenIn((await mailTo(OWN))[0])
  const rows = await site.db.query('test.rows', 'select row_to_json(f)::text as row from former_addresses f')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a user is notified of a changed password, whether it was changed in a session or by a mailed link', async () => {
  const changed = 'Your Haulyard password was changed'
  const noticesTo = async (address: string) => (await mailTo(address)).filter(({ subject }) => subject === changed)
  const tablet = await site.as(ruth)
  await tablet('PATCH', ME, { body: { current_password: PASSWORD, new_password: 'another-password' } })
  expect(await noticesTo(OWN)).toHaveLength(1)
  await site.signedOut('POST', `${USERS}reset_password/`, { body: { email: OWN } })
  site.clock.now = hours(0.1)
  const { uid, token } = linkOf((await mailTo(OWN)).at(-1))
  expect(await noticesTo(OWN)).toHaveLength(1)
  const body = { uid, token, new_password: 'a-new-password', re_new_password: 'a-new-password' }
  expect((await site.signedOut('POST', `${USERS}reset_password_confirm/`, { body })).status).toBe(204)
  expect(await noticesTo(OWN)).toHaveLength(2)
})

test('each address is notified of what happened while it was the account’s, even when the mails wait for one another', async () => {
  const tablet = await site.as(ruth)
  const changes = async (email: string) => expect((await tablet('PATCH', ME, { body: { email } })).status).toBe(200)
  const setPassword = (current_password: string, new_password: string) =>
    tablet('PATCH', ME, { body: { current_password, new_password } })
  await setPassword(PASSWORD, 'another-password')
  for (const email of ['b@y.example', 'c1@x.example', 'd@y.example', 'c2@x.example']) await changes(email)
  await setPassword('another-password', 'a-third-password')
  await deliver(site, box)
  const addressesToldOf = (subject: string) =>
    box.sent.filter((mail) => mail.subject.includes(subject)).map(({ to }) => to.address)
  expect(addressesToldOf('address').sort()).toEqual(['b@y.example', 'c1@x.example', 'd@y.example', OWN])
  expect(addressesToldOf('password').sort()).toEqual(['c2@x.example', OWN])
})

test('all administrators are notified of a new one, by whatever change', async () => {
  const omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad', role: 'fleet_manager' })
  await admin('PATCH', `${USERS}${omar}/`, { body: { role: 'administrator' } })
  const body = {
    role: 'administrator',
    first_name: 'Mallory',
    last_name: 'Byrne',
    email: `${randomUUID()}@haulyard.example`,
    phone: '(312) 555-0117',
    password: PASSWORD,
  }
  expect((await admin('POST', USERS, { body })).status).toBe(201)
  const texts = (await mailTo(OWN)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('Omar Haddad became an administrator'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('Mallory Byrne became an administrator'))).toHaveLength(1)
  expect(await mailTo('boss@haulyard.example')).toHaveLength(2)
})

test('the mail names the administrator who made the change, and has its own text for each reader', async () => {
  const address = 'omar@haulyard.example'
  const omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad', role: 'fleet_manager', email: address })
  await admin('PATCH', `${USERS}${boss}/`, { body: { last_name: 'Lane' } })
  await admin('PATCH', `${USERS}${omar}/`, { body: { role: 'administrator' } })
  const [notice] = await mailTo(OWN)
  expect(notice?.text).toMatch(
    /Omar Haddad became an administrator of Haulyard on [^.]+ Central, by a change that Ana Lane made, and can see and change everything\./,
  )
  expect((await mailTo('boss@haulyard.example'))[0]?.text).toMatch(/Omar Haddad became .+, by a change that you made,/)
  const [own] = await mailTo(address)
  expect(own?.subject).toBe('You are an administrator of Haulyard')
  expect(own?.text).toMatch(/You became an administrator of Haulyard on .+, by a change that Ana Lane made,/)
  expect(own?.text).toContain('tell another administrator')
  expect(own?.text).not.toContain('deactivate')
})

test('administrators are also notified when an inactive administrator becomes active again', async () => {
  const omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad', role: 'administrator', is_active: false })
  const greg = await hire(site.db, { first_name: 'Greg', last_name: 'Novak', role: 'fleet_manager', is_active: false })
  for (const user of [omar, greg])
    expect((await admin('PATCH', `${USERS}${user}/`, { body: { is_active: true } })).status).toBe(200)
  const texts = (await mailTo(OWN)).map(({ text }) => text)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('Omar Haddad became an administrator')
  expect(texts[0]).toContain('by a change that Ana ')
})
