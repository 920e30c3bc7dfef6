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
/** A session in which the password was given just now. */
async function freshly(user: number): Promise<Caller> {
  const caller = await site.as(user)
  await site.db.query('test.given', 'update sessions set password_at = $2::timestamptz where user_id = $1', [
    user,
    site.clock.now.toISOString(),
  ])
  return caller
}
/** The account itself changes its address, or who has its session does. */
const changesOwn = async (email: string, day: number) => {
  site.clock.now = days(day)
  expect((await (await freshly(ruth))('PATCH', ME, { body: { email } })).status).toBe(200)
  await deliver(site, box)
}
/** An administrator changes something of the account. */
const administratorSays = async (body: object, day: number) => {
  site.clock.now = days(day)
  expect((await (await freshly(boss))('PATCH', `${USERS}${ruth}/`, { body })).status).toBe(200)
  await deliver(site, box)
}
const signsOutEverywhere = async () =>
  expect((await (await freshly(boss))('POST', `${USERS}${ruth}/end_sessions/`)).status).toBe(204)
const undo = (token: string) => site.anybody('POST', '/api/auth/undo_email/', { body: { token } })
/** The link in the last mail to an address; empty where that has none. */
const linkTo = (address: string) => linkOf(box.sent.findLast(({ to }) => to.address === address)).token
const isTold = (address: string) => box.sent.some(({ to }) => to.address === address)

describe('an administrator puts a taken address right', () => {
  test.each([1, 4, 29, 45])(
    '%i days after the theft: the thief’s address hears of it, and gets no link',
    async (day) => {
      await changesOwn(EVIL, 0)
      await administratorSays({ email: OWN }, day)
      expect(isTold(EVIL)).toBe(true)
      expect(linkTo(EVIL)).toBe('')
    },
  )

  test('with another address than the former one: the thief’s gets no link either', async () => {
    await changesOwn(EVIL, 0)
    await administratorSays({ email: NEW }, 29)
    expect(linkTo(EVIL)).toBe('')
  })

  test('what the thief’s address had by then ends when the owner’s is put back', async () => {
    await changesOwn(EVIL, 0)
    await changesOwn('second@evil.example', 40)
    const token = linkTo(EVIL)
    expect(token).not.toBe('')
    await administratorSays({ email: OWN }, 41)
    expect((await undo(token)).status).toBe(400)
    // An address that was found to be a thief's is not the owner's, however often it comes again.
    await changesOwn(EVIL, 42)
    await changesOwn('second@evil.example', 43)
    expect(linkTo(EVIL)).toBe('')
  })

  test.each([
    ['signs the user out everywhere', signsOutEverywhere],
    [
      'makes the account inactive, and active again',
      async () => {
        await administratorSays({ is_active: false }, 40)
        await administratorSays({ is_active: true }, 40)
      },
    ],
  ])(
    'with another one, after so long that the thief’s has a link: it ends when an administrator %s',
    async (_, act) => {
      await changesOwn(EVIL, 0)
      await administratorSays({ email: NEW }, 40)
      const token = linkTo(EVIL)
      expect(token).not.toBe('')
      await act()
      expect((await undo(token)).status).toBe(400)
    },
  )
})

test('an address whose link ends before its mail is sent is told all the same, without one', async () => {
  await changesOwn(EVIL, 0)
  site.clock.now = days(40)
  const body = { email: NEW, is_active: false }
  expect((await (await freshly(boss))('PATCH', `${USERS}${ruth}/`, { body })).status).toBe(200)
  await deliver(site, box)
  expect(isTold(EVIL)).toBe(true)
  expect(linkTo(EVIL)).toBe('')
})

describe('the owner’s address has its link', () => {
  test('when it is taken once more after it was put back', async () => {
    await changesOwn(EVIL, 0)
    await administratorSays({ email: OWN }, 3)
    box.sent.length = 0
    await changesOwn(EVIL, 4)
    site.clock.now = days(6.9)
    expect((await undo(linkTo(OWN))).status).toBe(200)
  })

  test('when it is a second one, which has stood for a month', async () => {
    await changesOwn(NEW, 0)
    await changesOwn(EVIL, 30)
    expect((await undo(linkTo(NEW))).status).toBe(200)
  })

  test.each([
    ['by a thief in its session', changesOwn],
    ['by a thief in an administrator’s', (email: string, day: number) => administratorSays({ email }, day)],
  ])('when it is taken %s, whatever sessions are ended then', async (_, take) => {
    await take(EVIL, 0)
    await signsOutEverywhere()
    await administratorSays({ is_active: false }, 1)
    await administratorSays({ is_active: true }, 1)
    expect((await undo(linkTo(OWN))).status).toBe(200)
  })

  test('when it was used, all links to it are spent', async () => {
    await changesOwn(EVIL, 0)
    const first = linkTo(OWN)
    await administratorSays({ email: OWN }, 1)
    await changesOwn(EVIL, 2)
    expect(linkTo(OWN)).not.toBe(first)
    expect((await undo(linkTo(OWN))).status).toBe(200)
    expect((await undo(first)).status).toBe(400)
  })
})

describe('which addresses are the owner’s', () => {
  const change = (from: string, to: string, day: number, isOwn = true) => ({ from, to, at: days(day), isOwn })
  const LONG_AGO = { madeAt: null, signedInAt: null }
  const owners = (log: Parameters<typeof ownersAddresses>[0]) => [...ownersAddresses(log).keys()]

  test('the first one, once the user has signed in, or after a month', () => {
    const changes = [change('a', 'b', 5)]
    const made = days(0)
    expect(owners({ madeAt: made, signedInAt: null, changes })).toEqual([])
    expect(owners({ madeAt: made, signedInAt: days(6), changes })).toEqual([])
    expect(owners({ madeAt: made, signedInAt: days(4), changes })).toEqual(['a'])
    expect(owners({ madeAt: days(-25), signedInAt: null, changes })).toEqual(['a'])
    expect(owners({ ...LONG_AGO, changes })).toEqual(['a'])
  })

  test('a later one that stood for a month, however its letters were written meanwhile', () => {
    const until = (day: number) => owners({ ...LONG_AGO, changes: [change('a', 'b', 0), change('b', 'c', day)] })
    expect(until(29.9)).toEqual(['a'])
    expect(until(30)).toEqual(['a', 'b'])
    const changes = [change('a', 'b', 0), change('b', 'B', 20), change('B', 'c', 30)]
    expect(owners({ ...LONG_AGO, changes })).toEqual(['a', 'b'])
  })

  test('not one that stood between, once the account did not itself go back', () => {
    const changes = [change('a', 'b', 0), change('b', 'c', 40)]
    expect(owners({ ...LONG_AGO, changes: [...changes, change('c', 'A', 80, false)] })).toEqual(['a'])
    expect(owners({ ...LONG_AGO, changes: [...changes, change('c', 'A', 80)] })).toEqual(['a', 'b', 'c'])
  })
})

test.each([
  ['at once', [{ from: 'b@x.example', to: 'a@x.example', day: 800, isOwn: false }]],
  [
    'after another one',
    [
      { from: 'b@x.example', to: 'evil@x.example', day: 800, isOwn: false },
      { from: 'evil@x.example', to: 'a@x.example', day: 801, isOwn: false },
    ],
  ],
])('one that has stood for half a year stays the owner’s when another user puts an older one back %s', (_, thefts) => {
  const own = { from: 'a@x.example', to: 'b@x.example', day: 400, isOwn: true }
  const changes = [own, ...thefts].map(({ day, ...change }) => ({ ...change, at: days(day) }))
  const owners = ownersAddresses({ madeAt: days(0), signedInAt: days(1), changes })
  expect([...owners.keys()]).toEqual(['a@x.example', 'b@x.example'])
})
