import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendDue } from '#server/modules/mail/mail-sender.ts'
import { queueMail } from '#server/modules/mail/mail-service.ts'
import { changePassword, endLinks } from '#server/modules/passwords/password-change-service.ts'
import { requestReset } from '#server/modules/passwords/reset-service.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { SOURCE } from '#tests/support/builders/a-source.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { linkOf, type Mailbox, mailbox } from '#tests/support/server/mailbox.ts'

const EMAIL = 'ruth@haulyard.example'
const OLD = 'gravel-and-diesel'
const NEW = 'asphalt-and-chrome'
const DEAD = { status: 400, body: { token: [expect.stringContaining('used already')] } }
let site: TestApp
let box: Mailbox
let ruth: number
let admin: Caller
let oldHash: string

beforeAll(async () => {
  site = await testApp()
  oldHash = await hashPassword(OLD)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  box = mailbox()
  await emptyTables(site.db)
  ruth = await hire(site.db, { first_name: 'Ruth', email: EMAIL, password_hash: oldHash })
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
})

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const ask = (email: string) => site.signedOut('POST', '/api/users/users/reset_password/', { body: { email } })
const confirm = (link: object, password = NEW, again = password) =>
  site.signedOut('POST', '/api/users/users/reset_password_confirm/', {
    body: { ...link, new_password: password, re_new_password: again },
  })
const login = (password: string) =>
  site.signedOut('POST', '/api/auth/jwt/create/', { body: { email: EMAIL, password } })
const log = { warn: () => expect.unreachable(), error: () => expect.unreachable() }
const send = (seconds = 0) => {
  const clock = () => new Date(site.clock.now.getTime() + seconds * 1000)
  return sendDue({ db: site.db, mail: box, address: 'https://yard.example', clock, log })
}
/** Sends the mail that `ask` requested, after its short delay. */
const sendAsked = () => send(2)
async function newLink() {
  await queueMail(site.db, ruth, 'reset', site.clock.now)
  await send()
  return linkOf(box.sent.at(-1))
}

test('a requested link is mailed, sets a new password once, and ends all sessions', async () => {
  const { access, refresh } = (await login(OLD)).body
  expect(await ask(' Ruth@Haulyard.example ')).toMatchObject({ status: 204, text: '' })
  await sendAsked()
  expect(box.sent).toHaveLength(1)
  expect(box.sent[0]).toMatchObject({ to: { name: 'Ruth Lopez', address: EMAIL } })
  const link = linkOf(box.sent[0])
  expect(link.uid).toBe(String(ruth))
  expect(await confirm(link)).toMatchObject({ status: 204, text: '' })
  expect((await login(NEW)).status).toBe(200)
  expect((await login(OLD)).status).toBe(401)
  const headers = { authorization: `Bearer ${access}` }
  expect((await site.signedOut('GET', '/api/users/users/me/', { headers })).status).toBe(401)
  expect((await site.signedOut('POST', '/api/auth/jwt/refresh/', { body: { refresh } })).status).toBe(401)
  expect(await confirm(link, 'another-one-altogether')).toMatchObject(DEAD)
  expect((await login(NEW)).status).toBe(200)
})

test('the history shows that the password was changed, but nothing of it, and the version rises', async () => {
  await confirm(await newLink())
  const history = await admin('GET', `/api/history/users/${ruth}/`)
  const [entry] = history.body.results
  expect(entry).toMatchObject({ field: 'password', from: null, to: null, user: null, version: 2 })
  expect(history.text).not.toContain('argon2')
})

test('the last three links work, and using one ends the others', async () => {
  const links: Awaited<ReturnType<typeof newLink>>[] = []
  for (let minute = 0; minute < 4; minute++) {
    site.clock.now = later(minute)
    links.push(await newLink())
  }
  const [first, second, third, fourth] = links
  expect(await confirm(first!)).toMatchObject(DEAD)
  expect((await confirm(second!)).status).toBe(204)
  for (const link of [third, fourth]) expect(await confirm(link!)).toMatchObject(DEAD)
})

test('a link lasts 24 hours', async () => {
  const link = await newLink()
  site.clock.now = later(24 * 60)
  expect(await confirm(link)).toMatchObject(DEAD)
  site.clock.now = later(24 * 60 - 1)
  expect((await confirm(link)).status).toBe(204)
})

test('a link does not work for another user, for an inactive one, or after the password was changed', async () => {
  const link = await newLink()
  const other = await hire(site.db)
  expect(await confirm({ ...link, uid: String(other) })).toMatchObject(DEAD)
  await site.db.query('test.deactivate', 'update users set is_active = false where id = $1', [ruth])
  expect(await confirm(link)).toMatchObject(DEAD)
  await site.db.query('test.activate', 'update users set is_active = true where id = $1', [ruth])
  const author = { user: ruth, device: null, now: NOW }
  await site.db.tx((sql) =>
    changePassword(sql, { user: ruth, passwordHash: oldHash, author, source: SOURCE, by: 'password' }),
  )
  expect(await confirm(link)).toMatchObject(DEAD)
})

test('links can be ended without a change of the password', async () => {
  const link = await newLink()
  await site.db.tx((sql) => endLinks(sql, ruth))
  expect(await confirm(link)).toMatchObject(DEAD)
  expect((await confirm(await newLink())).status).toBe(204)
})

test('of many uses of one link at the same time, one sets the password', async () => {
  const link = await newLink()
  const passwords = Array.from({ length: 12 }, (_, n) => `${NEW}-${n}`)
  const answers = await Promise.all(passwords.map((password) => confirm(link, password)))
  const statuses = answers.map((one) => one.status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(11)
  const winner = passwords[answers.findIndex((one) => one.status === 204)] ?? ''
  expect((await login(winner)).status).toBe(200)
})

test.each([
  ['new_password', 'short', undefined],
  ['new_password', 'x'.repeat(33), undefined],
  ['new_password', 'Password123', undefined],
  ['new_password', EMAIL.toUpperCase(), undefined],
  ['re_new_password', NEW, 'something-else'],
])('%s is refused at its field when it is %s, and the link still works', async (field, password, again) => {
  const link = await newLink()
  expect(await confirm(link, password, again)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  expect((await confirm(link)).status).toBe(204)
})

test.each(['', 'x', '0', '1.5', '-1', '99999999999', '2147483648', '1; drop table users'])(
  'a link for the user id %o is refused at its field',
  async (uid) => {
    const answer = await confirm({ uid, token: 'guessed' })
    expect(answer.status).toBe(400)
    expect(['uid', 'token']).toContain(Object.keys(answer.body)[0])
  },
)

test('the response does not reveal whether an account exists; only an active account gets a mail', async () => {
  await hire(site.db, { email: 'left@haulyard.example', is_active: false })
  const known = await ask(EMAIL)
  for (const email of ['nobody@haulyard.example', 'left@haulyard.example']) {
    const answer = await ask(email)
    expect([answer.status, answer.text]).toEqual([known.status, known.text])
    expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(known.headers).sort())
  }
  await sendAsked()
  expect(box.sent.map(({ to }) => to.address)).toEqual([EMAIL])
})

test('the next call does not reveal whether an account exists: its mail waits, and no process is notified', async () => {
  const announce = vi.spyOn(site.db, 'announce')
  for (const email of [EMAIL, 'nobody@haulyard.example']) await ask(email)
  expect(announce).not.toHaveBeenCalled()
  announce.mockRestore()
  await send(0.499)
  expect(box.sent).toEqual([])
  await send(2)
  expect(box.sent).toHaveLength(1)
})

test('repeated requests do not delay the mail', async () => {
  const request = { email: EMAIL, waitMs: 2000 }
  await requestReset(site.db, { ...request, source: SOURCE, address: '::1', now: NOW })
  await requestReset(site.db, { ...request, source: SOURCE, address: '::2', now: new Date(NOW.getTime() + 1900) })
  await send(2)
  expect(box.sent).toHaveLength(1)
})

test('an address can request five links in a quarter of an hour, with an account or without', async () => {
  for (const email of [EMAIL, 'nobody@haulyard.example']) {
    for (let n = 0; n < 5; n++) expect((await ask(email)).status).toBe(204)
    const limited = await ask(email.toUpperCase())
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
  }
  site.clock.now = later(15)
  expect((await ask(EMAIL)).status).toBe(204)
})

test('an account gets five mails an hour, from however many networks they are requested', async () => {
  const askAt = async (minute: number, network: string) => {
    const now = later(minute)
    await requestReset(site.db, { email: EMAIL, waitMs: 0, source: SOURCE, address: network, now })
    await send(minute * 60)
  }
  for (let n = 0; n < 40; n++) await askAt(n, `2001:db8:0:${n}::1`)
  expect(box.sent).toHaveLength(5)
  await askAt(61, '203.0.113.9')
  expect(box.sent).toHaveLength(6)
})

test('one network can request thirty links in a quarter of an hour, for all accounts together', async () => {
  for (let n = 0; n < 30; n++) expect((await ask(`person-${n}@haulyard.example`)).status).toBe(204)
  expect((await ask('person-30@haulyard.example')).status).toBe(429)
  site.clock.now = later(15)
  expect((await ask('person-30@haulyard.example')).status).toBe(204)
})

test('a second request while a mail waits adds no second mail', async () => {
  await ask(EMAIL)
  await ask(EMAIL)
  await sendAsked()
  expect(box.sent).toHaveLength(1)
})

test('neither the token nor an unknown address is in the stored links and throttles', async () => {
  await ask(EMAIL)
  await ask('nobody@haulyard.example')
  await sendAsked()
  const [row] = await site.db.query<{ text: string }>(
    'test.all',
    `select (select string_agg(l::text, '') from password_links l) || (select string_agg(t::text, '') from throttles t) as text`,
  )
  expect(row?.text).not.toContain(linkOf(box.sent[0]).token)
  expect(row?.text).not.toContain('nobody@')
})

test('an administrator can send a link and is told when it cannot be used; another user cannot send one', async () => {
  const path = '/api/users/users/send_reset_link/'
  await hire(site.db, { email: 'left@haulyard.example', is_active: false })
  expect(await admin('POST', path, { body: { email: 'RUTH@haulyard.example' } })).toMatchObject({ status: 204 })
  await send()
  expect((await confirm(linkOf(box.sent[0]))).status).toBe(204)
  for (const email of ['nobody@haulyard.example', 'left@haulyard.example']) {
    const answer = await admin('POST', path, { body: { email } })
    expect(answer).toMatchObject({ status: 400, body: { email: [expect.any(String)] } })
  }
  const dispatcher = await site.as(ruth)
  expect((await dispatcher('POST', path, { body: { email: EMAIL } })).status).toBe(403)
})
