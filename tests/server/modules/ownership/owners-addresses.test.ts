import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownersAddresses } from '#server/modules/passwords/owners-addresses.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { deliver } from '#tests/support/server/due-mail.ts'
import { linkOf, type Mailbox, mailbox } from '#tests/support/server/mailbox.ts'

const USERS = '/api/users/users/'
const ME = '/api/users/users/me/'
const OWN = 'ruth@haulyard.example'
const EVIL = 'attacker@evil.example'
const NEW = 'ruth.callahan@haulyard.example'
const DAY = 86_400_000
let site: TestApp
let box: Mailbox
let boss: number
let ruth: number

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  box = mailbox()
  boss = await hire(site.db, { first_name: 'Ana', role: 'administrator', email: 'boss@haulyard.example' })
  ruth = await hire(site.db, { first_name: 'Ruth', role: 'administrator', email: OWN })
})

const days = (count: number) => new Date(NOW.getTime() + count * DAY)
/** A session in which the password was just entered. */
async function signInWithPassword(user: number): Promise<Caller> {
  const caller = await site.as(user)
  await site.db.query('test.given', 'update sessions set password_at = $2::timestamptz where user_id = $1', [
    user,
    site.clock.now.toISOString(),
  ])
  return caller
}
/** Changes the address in the account's own session, as its owner or a thief would. */
const changeOwnAddress = async (email: string, day: number) => {
  site.clock.now = days(day)
  expect((await (await signInWithPassword(ruth))('PATCH', ME, { body: { email } })).status).toBe(200)
  await deliver(site, box)
}
/** Changes the account as an administrator. */
const changeAsAdministrator = async (body: object, day: number) => {
  site.clock.now = days(day)
  expect((await (await signInWithPassword(boss))('PATCH', `${USERS}${ruth}/`, { body })).status).toBe(200)
  await deliver(site, box)
}
const signOutEverywhere = async () =>
  expect((await (await signInWithPassword(boss))('POST', `${USERS}${ruth}/end_sessions/`)).status).toBe(204)
const undo = (token: string) => site.signedOut('POST', '/api/auth/undo_email/', { body: { token } })
/** The token of the link in the last mail to an address; empty if that mail has none. */
const linkTo = (address: string) => linkOf(box.sent.findLast(({ to }) => to.address === address)).token
const isNotified = (address: string) => box.sent.some(({ to }) => to.address === address)

describe('an administrator corrects the address of a stolen account', () => {
  test.each([1, 4, 29, 45])(
    '%i days after the theft: the thief’s address is notified, and gets no link',
    async (day) => {
      await changeOwnAddress(EVIL, 0)
      await changeAsAdministrator({ email: OWN }, day)
      expect(isNotified(EVIL)).toBe(true)
      expect(linkTo(EVIL)).toBe('')
    },
  )

  test('with an address that is new: the thief’s address gets no link either', async () => {
    await changeOwnAddress(EVIL, 0)
    await changeAsAdministrator({ email: NEW }, 29)
    expect(linkTo(EVIL)).toBe('')
  })

  test('with the owner’s address: an earlier link of the thief’s address stops working', async () => {
    await changeOwnAddress(EVIL, 0)
    await changeOwnAddress('second@evil.example', 40)
    const token = linkTo(EVIL)
    expect(token).not.toBe('')
    await changeAsAdministrator({ email: OWN }, 41)
    expect((await undo(token)).status).toBe(400)
    // An address that was identified as a thief's does not become the owner's when it is set again.
    await changeOwnAddress(EVIL, 42)
    await changeOwnAddress('second@evil.example', 43)
    expect(linkTo(EVIL)).toBe('')
  })

  test.each([
    ['signs the user out everywhere', signOutEverywhere],
    [
      'deactivates and reactivates the account',
      async () => {
        await changeAsAdministrator({ is_active: false }, 40)
        await changeAsAdministrator({ is_active: true }, 40)
      },
    ],
  ])(
    'with a new address, so late that the thief’s address gets a link: the link stops working when an administrator %s',
    async (_, act) => {
      await changeOwnAddress(EVIL, 0)
      await changeAsAdministrator({ email: NEW }, 40)
      const token = linkTo(EVIL)
      expect(token).not.toBe('')
      await act()
      expect((await undo(token)).status).toBe(400)
    },
  )
})

test('an address whose link ends before its mail is sent is still notified, without a link', async () => {
  await changeOwnAddress(EVIL, 0)
  site.clock.now = days(40)
  const body = { email: NEW, is_active: false }
  expect((await (await signInWithPassword(boss))('PATCH', `${USERS}${ruth}/`, { body })).status).toBe(200)
  await deliver(site, box)
  expect(isNotified(EVIL)).toBe(true)
  expect(linkTo(EVIL)).toBe('')
})

describe('the owner’s address has a link that works', () => {
  test('when it is stolen again after it was restored', async () => {
    await changeOwnAddress(EVIL, 0)
    await changeAsAdministrator({ email: OWN }, 3)
    box.sent.length = 0
    await changeOwnAddress(EVIL, 4)
    site.clock.now = days(6.9)
    expect((await undo(linkTo(OWN))).status).toBe(200)
  })

  test('when it is the owner’s second address, in use for a month', async () => {
    await changeOwnAddress(NEW, 0)
    await changeOwnAddress(EVIL, 30)
    expect((await undo(linkTo(NEW))).status).toBe(200)
  })

  test.each([
    ['by a thief in the owner’s session', changeOwnAddress],
    ['by a thief in an administrator’s session', (email: string, day: number) => changeAsAdministrator({ email }, day)],
  ])('when it is stolen %s, whatever sessions are ended after the theft', async (_, take) => {
    await take(EVIL, 0)
    await signOutEverywhere()
    await changeAsAdministrator({ is_active: false }, 1)
    await changeAsAdministrator({ is_active: true }, 1)
    expect((await undo(linkTo(OWN))).status).toBe(200)
  })

  test('until one link is used: then all links to the address are spent', async () => {
    await changeOwnAddress(EVIL, 0)
    const first = linkTo(OWN)
    await changeAsAdministrator({ email: OWN }, 1)
    await changeOwnAddress(EVIL, 2)
    expect(linkTo(OWN)).not.toBe(first)
    expect((await undo(linkTo(OWN))).status).toBe(200)
    expect((await undo(first)).status).toBe(400)
  })
})

describe('the addresses of the owner', () => {
  const change = (from: string, to: string, day: number, isOwn = true) => ({ from, to, at: days(day), isOwn })
  const LONG_AGO = { madeAt: null, signedInAt: null }
  const owners = (log: Parameters<typeof ownersAddresses>[0]) => [...ownersAddresses(log).keys()]

  test('include the first one once the user has signed in, or after a month', () => {
    const changes = [change('a', 'b', 5)]
    const made = days(0)
    expect(owners({ madeAt: made, signedInAt: null, changes })).toEqual([])
    expect(owners({ madeAt: made, signedInAt: days(6), changes })).toEqual([])
    expect(owners({ madeAt: made, signedInAt: days(4), changes })).toEqual(['a'])
    expect(owners({ madeAt: days(-25), signedInAt: null, changes })).toEqual(['a'])
    expect(owners({ ...LONG_AGO, changes })).toEqual(['a'])
  })

  test('include a later one that was in use for a month, however its letters were written meanwhile', () => {
    const until = (day: number) => owners({ ...LONG_AGO, changes: [change('a', 'b', 0), change('b', 'c', day)] })
    expect(until(29.9)).toEqual(['a'])
    expect(until(30)).toEqual(['a', 'b'])
    const changes = [change('a', 'b', 0), change('b', 'B', 20), change('B', 'c', 30)]
    expect(owners({ ...LONG_AGO, changes })).toEqual(['a', 'b'])
  })

  test('do not include addresses in between once another user restores an earlier one', () => {
    const changes = [change('a', 'b', 0), change('b', 'c', 40)]
    expect(owners({ ...LONG_AGO, changes: [...changes, change('c', 'A', 80, false)] })).toEqual(['a'])
    expect(owners({ ...LONG_AGO, changes: [...changes, change('c', 'A', 80)] })).toEqual(['a', 'b', 'c'])
  })
})

test.each([
  ['directly', [{ from: 'b@x.example', to: 'a@x.example', day: 800, isOwn: false }]],
  [
    'after setting another one',
    [
      { from: 'b@x.example', to: 'evil@x.example', day: 800, isOwn: false },
      { from: 'evil@x.example', to: 'a@x.example', day: 801, isOwn: false },
    ],
  ],
])('an address in use for half a year stays the owner’s when another user restores an older one %s', (_, thefts) => {
  const own = { from: 'a@x.example', to: 'b@x.example', day: 400, isOwn: true }
  const changes = [own, ...thefts].map(({ day, ...change }) => ({ ...change, at: days(day) }))
  const owners = ownersAddresses({ madeAt: days(0), signedInAt: days(1), changes })
  expect([...owners.keys()]).toEqual(['a@x.example', 'b@x.example'])
})
