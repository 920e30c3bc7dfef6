import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '#server/modules/mail/mail-sender.ts'
import { queueDigests, queueMail } from '#server/modules/mail/mail-service.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver, type NewUser, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { type Mailbox, mailbox, mailNotSent } from '#tests/support/server/mailbox.ts'

/** Monday, 06:00 in Chicago. */
const SIX = '2026-11-23T12:00:00Z'
let site: TestApp
let box: Mailbox
let ruth: Caller
let logged: { level: string; message: string }[]

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = new Date(SIX)
  box = mailbox()
  logged = []
  await parkUnit(site.db, '1042', { status: 'on_service' })
  ruth = await hireReader('ruth')
})

/** Hires a user who may view trucks and switches the digest on. */
async function hireReader(name: string, over: NewUser = {}): Promise<Caller> {
  const email = `${name}@haulyard.example`
  const as = await site.as(await hire(site.db, { first_name: name, email, view: ['trucks'], ...over }))
  await setDigest(as, true)
  return as
}
const setDigest = async (as: Caller, wants_digest: boolean) =>
  expect((await as('PATCH', '/api/users/users/me/', { body: { wants_digest } })).status).toBe(200)
const updateUser = (name: string, columns: string) =>
  site.db.query(`test.${columns}`, `update users set ${columns} where email = $1`, [`${name}@haulyard.example`])

const queueAt = (instant: string) => {
  site.clock.now = new Date(instant)
  return queueDigests(site.db, site.clock.now)
}
const log = (level: string) => (_: object, message: string) => void logged.push({ level, message })
const send = () =>
  sendDue({
    db: site.db,
    mail: box,
    address: 'https://yard.example',
    clock: () => site.clock.now,
    log: { warn: log('warn'), error: log('error') },
  })
const queueAndSend = async (instant: string) => {
  await queueAt(instant)
  await send()
}
const recipients = () => box.sent.map(({ to }) => to.address.split('@')[0]).sort()
const queuedKinds = async () =>
  (await site.db.query<{ kind: string }>('test.waiting', 'select kind from outgoing_mail')).map(({ kind }) => kind)

describe('the morning digest', () => {
  test('is sent once, at 06:00 Central, to every user who wants it', async () => {
    await hireReader('greg')
    await hireReader('nora', { is_active: true })
    await hire(site.db, { email: 'omar@haulyard.example', view: ['trucks'] })
    await queueAndSend('2026-11-23T11:59:59Z')
    expect(recipients()).toEqual([])
    for (const instant of [SIX, SIX, '2026-11-23T12:00:15Z', '2026-11-23T17:59:59Z']) await queueAndSend(instant)
    expect(recipients()).toEqual(['greg', 'nora', 'ruth'])
    expect(await queuedKinds()).toEqual([])
    await queueAndSend('2026-11-24T12:00:00Z')
    expect(recipients()).toHaveLength(6)
  })

  test('is not sent on Saturdays and Sundays', async () => {
    for (const instant of ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-22T17:00:00Z'])
      await queueAndSend(instant)
    expect(recipients()).toEqual([])
    await queueAndSend('2026-11-20T12:00:00Z')
    expect(recipients()).toEqual(['ruth'])
  })

  test.each([
    ['2026-03-06', '2026-03-06T12:00:00Z'],
    ['2026-03-09', '2026-03-09T11:00:00Z'],
    ['2026-10-30', '2026-10-30T11:00:00Z'],
    ['2026-11-02', '2026-11-02T12:00:00Z'],
  ])('is sent at 06:00 local time before and after daylight saving changes: %s', async (_, six) => {
    await queueAndSend(new Date(Date.parse(six) - 1).toISOString())
    expect(recipients()).toEqual([])
    await queueAndSend(six)
    expect(recipients()).toEqual(['ruth'])
  })

  test('is sent late, until noon, if no server was running at 06:00, and not after noon', async () => {
    await queueAndSend('2026-11-23T17:30:00Z')
    expect(recipients()).toEqual(['ruth'])
    await queueAndSend('2026-11-24T18:00:00Z')
    await queueAndSend('2026-11-24T18:30:00Z')
    expect(recipients()).toHaveLength(1)
  })

  test('is first sent on the next weekday to a user who switches it on at 09:00', async () => {
    await queueAndSend(SIX)
    site.clock.now = new Date('2026-11-23T15:00:00Z')
    await hireReader('greg')
    await queueAndSend('2026-11-23T15:00:15Z')
    expect(recipients()).toEqual(['ruth'])
    await queueAndSend('2026-11-24T12:00:00Z')
    expect(recipients()).toEqual(['greg', 'ruth', 'ruth'])
  })

  test.each([
    ['switched it off', () => setDigest(ruth, false)],
    ['was deactivated', () => updateUser('ruth', 'is_active = false')],
    ['lost every permission', () => updateUser('ruth', `permissions = '{}'`)],
    ['has nothing left that needs attention', () => site.db.query('test.sold', 'delete from units')],
  ])('is not sent to a user who meanwhile %s', async (_, happens) => {
    await queueAt(SIX)
    expect(await queuedKinds()).toEqual(['digest'])
    await happens()
    await send()
    expect(recipients()).toEqual([])
    expect(await queuedKinds()).toEqual([])
    expect(logged).toEqual([])
  })

  test('goes to the user’s current address and describes the state at the time of sending', async () => {
    await queueAt(SIX)
    await parkUnit(site.db, '1043', { status: 'on_service' })
    await updateUser('ruth', `email = 'rc@haulyard.example'`)
    await send()
    expect(box.sent).toMatchObject([
      { to: { address: 'rc@haulyard.example' }, subject: 'Needs attention today: 2 records · Monday, November 23' },
    ])
    expect(box.sent[0]?.text).toContain('Truck 1043: on service\n  https://yard.example/trucks?find=1043')
    expect(box.sent[0]?.link).toBe('https://yard.example/')
  })

  test('names drivers’ own papers without a link to a list that they may not view', async () => {
    const driver = await hireDriver(site.db, { email: 'terrence@haulyard.example', status: 'on_vacation' })
    await site.db.query('test.papers', `update drivers set med_expire = '2026-11-25' where id = $1`, [driver])
    await updateUser('terrence', 'wants_digest = true')
    await updateUser('ruth', 'wants_digest = false')
    await queueAndSend(SIX)
    expect(box.sent[0]?.text).toContain('- Terrence Boone: expires in 2 days (Nov 25, 2026)\n\nOpen Haulyard')
    expect(box.sent[0]?.text).not.toContain('/drivers')
  })
})

describe('a digest that cannot be sent', () => {
  test('is retried through the morning, and never in the afternoon', async () => {
    await queueAt(SIX)
    box.failures.push(...Array.from({ length: 200 }, () => mailNotSent()))
    for (let minutes = 0; minutes < 8 * 60; minutes++) {
      site.clock.now = new Date(Date.parse(SIX) + minutes * 60_000)
      await send()
    }
    expect(await queuedKinds()).toEqual([])
    // At 06:00, 06:01 and 06:06, then every 15 minutes from 06:21 to 11:51.
    expect(200 - box.failures.length).toBe(26)
    expect(logged.at(-1)).toEqual({ level: 'error', message: 'a mail could not be sent, and is given up' })
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  test('is given up immediately if the address does not exist, because another digest follows on the next weekday', async () => {
    await queueAt(SIX)
    box.failures.push(mailNotSent('EENVELOPE 550', { isAddress: true }))
    await send()
    expect([recipients(), await queuedKinds()]).toEqual([[], []])
    expect(logged).toEqual([{ level: 'error', message: 'a mail could not be sent, and is given up' }])
  })

  test('is dropped by a server that resumes sending at noon', async () => {
    await queueAt('2026-11-23T17:59:59Z')
    site.clock.now = new Date('2026-11-23T18:00:00Z')
    await send()
    expect([recipients(), await queuedKinds()]).toEqual([[], []])
    expect(logged).toHaveLength(1)
  })

  test('is dropped before 06:00 on the next morning, which has its own digest', async () => {
    await queueAt('2026-11-23T17:00:00Z')
    await queueAndSend('2026-11-24T11:00:00Z')
    expect([recipients(), await queuedKinds()]).toEqual([[], []])
    await queueAndSend('2026-11-24T12:00:00Z')
    expect(recipients()).toEqual(['ruth'])
  })

  test('is replaced by the next morning’s digest if it still waits then', async () => {
    await queueAt('2026-11-23T17:00:00Z')
    await queueAndSend('2026-11-24T12:00:00Z')
    expect(recipients()).toEqual(['ruth'])
    expect(box.sent[0]?.subject).toContain('Tuesday, November 24')
  })
})

test('password links are sent before waiting digests', async () => {
  await queueAt(SIX)
  site.clock.now = new Date('2026-11-23T12:01:00Z')
  await queueMail(site.db, await hire(site.db), 'reset', site.clock.now)
  await send()
  expect(box.sent.map(({ subject }) => subject)).toEqual([
    'Set a new Haulyard password',
    'Needs attention today: 1 record · Monday, November 23',
  ])
})

describe('the digest setting', () => {
  test('is visible to its user and administrators, and only its user can change it', async () => {
    const me = (await ruth('GET', '/api/users/users/me/')).body
    const own = `/api/users/users/${me.id}/`
    expect((await ruth('GET', own)).body).toMatchObject({ wants_digest: true, version: 2 })
    const colleague = await hireReader('greg')
    expect((await colleague('GET', own)).body).not.toHaveProperty('wants_digest')
    const admin = await hireReader('ada', { role: 'administrator' })
    expect((await admin('GET', own)).body.wants_digest).toBe(true)
    await admin('PATCH', own, { body: { wants_digest: false, phone: '1' } })
    expect((await admin('GET', own)).body).toMatchObject({ wants_digest: true, phone: '1' })
  })

  test('is off for a user who never changed it, and its changes are in the history', async () => {
    const greg = await hire(site.db)
    expect((await (await site.as(greg))('GET', `/api/users/users/${greg}/`)).body.wants_digest).toBe(false)
    const rows = await site.db.query(
      'test.history',
      `select field, from_value, to_value from history where area = 'users'`,
    )
    expect(rows).toEqual([{ field: 'wants_digest', from_value: false, to_value: true }])
  })

  test('can be changed by its user without an administrator’s permission, but not together with other fields', async () => {
    const refusal = await ruth('PATCH', '/api/users/users/me/', { body: { wants_digest: false, phone: '1' } })
    expect(refusal.status).toBe(403)
    expect((await ruth('PATCH', '/api/users/users/me/', { body: { wants_digest: 'no' } })).status).toBe(400)
  })
})
