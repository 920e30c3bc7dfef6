import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '#server/modules/mail/mail-sender.ts'
import { queueDigests, queueMail } from '#server/modules/mail/mail-service.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver, type NewPerson, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { type Mailbox, mailbox, refused } from '#tests/support/server/mailbox.ts'

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
  ruth = await reader('ruth')
})

/** Somebody who may view trucks and wants the digest. */
async function reader(name: string, over: NewPerson = {}): Promise<Caller> {
  const email = `${name}@haulyard.example`
  const as = await site.as(await hire(site.db, { first_name: name, email, view: ['trucks'], ...over }))
  await want(as, true)
  return as
}
const want = async (as: Caller, wants_digest: boolean) =>
  expect((await as('PATCH', '/api/users/users/me/', { body: { wants_digest } })).status).toBe(200)
const change = (name: string, columns: string) =>
  site.db.query(`test.${columns}`, `update users set ${columns} where email = $1`, [`${name}@haulyard.example`])

const look = (instant: string) => {
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
const lookAndSend = async (instant: string) => {
  await look(instant)
  await send()
}
const readers = () => box.sent.map(({ to }) => to.address.split('@')[0]).sort()
const waiting = async () =>
  (await site.db.query<{ kind: string }>('test.waiting', 'select kind from outgoing_mail')).map(({ kind }) => kind)

describe('the morning digest', () => {
  test('goes at 06:00 Central to all who want it, once', async () => {
    await reader('greg')
    await reader('nora', { is_active: true })
    await hire(site.db, { email: 'omar@haulyard.example', view: ['trucks'] })
    await lookAndSend('2026-11-23T11:59:59Z')
    expect(readers()).toEqual([])
    for (const instant of [SIX, SIX, '2026-11-23T12:00:15Z', '2026-11-23T17:59:59Z']) await lookAndSend(instant)
    expect(readers()).toEqual(['greg', 'nora', 'ruth'])
    expect(await waiting()).toEqual([])
    await lookAndSend('2026-11-24T12:00:00Z')
    expect(readers()).toHaveLength(6)
  })

  test('goes on no Saturday and no Sunday', async () => {
    for (const instant of ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-22T17:00:00Z'])
      await lookAndSend(instant)
    expect(readers()).toEqual([])
    await lookAndSend('2026-11-20T12:00:00Z')
    expect(readers()).toEqual(['ruth'])
  })

  test.each([
    ['2026-03-06', '2026-03-06T12:00:00Z'],
    ['2026-03-09', '2026-03-09T11:00:00Z'],
    ['2026-10-30', '2026-10-30T11:00:00Z'],
    ['2026-11-02', '2026-11-02T12:00:00Z'],
  ])('goes at 06:00 by the clock on the wall before and after clocks change: %s', async (_, six) => {
    await lookAndSend(new Date(Date.parse(six) - 1).toISOString())
    expect(readers()).toEqual([])
    await lookAndSend(six)
    expect(readers()).toEqual(['ruth'])
  })

  test('is caught up with until noon when no server ran, and not after', async () => {
    await lookAndSend('2026-11-23T17:30:00Z')
    expect(readers()).toEqual(['ruth'])
    await lookAndSend('2026-11-24T18:00:00Z')
    await lookAndSend('2026-11-24T18:30:00Z')
    expect(readers()).toHaveLength(1)
  })

  test('comes first on the next weekday to who switches it on at nine', async () => {
    await lookAndSend(SIX)
    site.clock.now = new Date('2026-11-23T15:00:00Z')
    await reader('greg')
    await lookAndSend('2026-11-23T15:00:15Z')
    expect(readers()).toEqual(['ruth'])
    await lookAndSend('2026-11-24T12:00:00Z')
    expect(readers()).toEqual(['greg', 'ruth', 'ruth'])
  })

  test.each([
    ['switched it off', () => want(ruth, false)],
    ['was deactivated', () => change('ruth', 'is_active = false')],
    ['may view nothing any more', () => change('ruth', `permissions = '{}'`)],
    ['has nothing that needs attention any more', () => site.db.query('test.sold', 'delete from units')],
  ])('is not sent to who meanwhile %s', async (_, happens) => {
    await look(SIX)
    expect(await waiting()).toEqual(['digest'])
    await happens()
    await send()
    expect(readers()).toEqual([])
    expect(await waiting()).toEqual([])
    expect(logged).toEqual([])
  })

  test('goes to the address of the moment and tells what is true when it is sent', async () => {
    await look(SIX)
    await parkUnit(site.db, '1043', { status: 'on_service' })
    await change('ruth', `email = 'rc@haulyard.example'`)
    await send()
    expect(box.sent).toMatchObject([
      { to: { address: 'rc@haulyard.example' }, subject: 'Needs attention today: 2 records · Monday, November 23' },
    ])
    expect(box.sent[0]?.text).toContain('Truck 1043: on service\n  https://yard.example/trucks?find=1043')
    expect(box.sent[0]?.link).toBe('https://yard.example/')
  })

  test('tells drivers their own papers, without a way into a list that they may not see', async () => {
    const driver = await hireDriver(site.db, { email: 'terrence@haulyard.example', status: 'on_vacation' })
    await site.db.query('test.papers', `update drivers set med_expire = '2026-11-25' where id = $1`, [driver])
    await change('terrence', 'wants_digest = true')
    await change('ruth', 'wants_digest = false')
    await lookAndSend(SIX)
    expect(box.sent[0]?.text).toContain('- Terrence Boone: expires in 2 days (Nov 25, 2026)\n\nOpen Haulyard')
    expect(box.sent[0]?.text).not.toContain('/drivers')
  })
})

describe('a digest that can not be sent', () => {
  test('is tried again through the morning, and never in the afternoon', async () => {
    await look(SIX)
    box.failures.push(...Array.from({ length: 200 }, () => refused()))
    for (let minutes = 0; minutes < 8 * 60; minutes++) {
      site.clock.now = new Date(Date.parse(SIX) + minutes * 60_000)
      await send()
    }
    expect(await waiting()).toEqual([])
    // At 06:00, 06:01, 06:06, and from 06:21 on each quarter of an hour, the last at 11:51.
    expect(200 - box.failures.length).toBe(26)
    expect(logged.at(-1)).toEqual({ level: 'error', message: 'a mail could not be sent, and is given up' })
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  test('because there is no such address is given up at once: on each weekday comes another', async () => {
    await look(SIX)
    box.failures.push(refused('EENVELOPE 550', { isAddress: true }))
    await send()
    expect([readers(), await waiting()]).toEqual([[], []])
    expect(logged).toEqual([{ level: 'error', message: 'a mail could not be sent, and is given up' }])
  })

  test('is dropped at noon by a server that comes back then', async () => {
    await look('2026-11-23T17:59:59Z')
    site.clock.now = new Date('2026-11-23T18:00:00Z')
    await send()
    expect([readers(), await waiting()]).toEqual([[], []])
    expect(logged).toHaveLength(1)
  })

  test('is dropped on the next morning too, for that one has its own', async () => {
    await look('2026-11-23T17:00:00Z')
    await lookAndSend('2026-11-24T11:00:00Z')
    expect([readers(), await waiting()]).toEqual([[], []])
    await lookAndSend('2026-11-24T12:00:00Z')
    expect(readers()).toEqual(['ruth'])
  })

  test('that still waits is the next morning’s', async () => {
    await look('2026-11-23T17:00:00Z')
    await lookAndSend('2026-11-24T12:00:00Z')
    expect(readers()).toEqual(['ruth'])
    expect(box.sent[0]?.subject).toContain('Tuesday, November 24')
  })
})

test('nobody who waits for a link waits for everybody’s digest', async () => {
  await look(SIX)
  site.clock.now = new Date('2026-11-23T12:01:00Z')
  await queueMail(site.db, await hire(site.db), 'reset', site.clock.now)
  await send()
  expect(box.sent.map(({ subject }) => subject)).toEqual([
    'Set a new Haulyard password',
    'Needs attention today: 1 record · Monday, November 23',
  ])
})

describe('the switch', () => {
  test('is everybody’s own: told to them and to administrators, changed by nobody else', async () => {
    const me = (await ruth('GET', '/api/users/users/me/')).body
    const own = `/api/users/users/${me.id}/`
    expect((await ruth('GET', own)).body).toMatchObject({ wants_digest: true, version: 2 })
    const colleague = await reader('greg')
    expect((await colleague('GET', own)).body).not.toHaveProperty('wants_digest')
    const admin = await reader('ada', { role: 'administrator' })
    expect((await admin('GET', own)).body.wants_digest).toBe(true)
    await admin('PATCH', own, { body: { wants_digest: false, phone: '1' } })
    expect((await admin('GET', own)).body).toMatchObject({ wants_digest: true, phone: '1' })
  })

  test('is off for whoever has never touched it, and its changes are in the history', async () => {
    const greg = await hire(site.db)
    expect((await (await site.as(greg))('GET', `/api/users/users/${greg}/`)).body.wants_digest).toBe(false)
    const rows = await site.db.query(
      'test.history',
      `select field, from_value, to_value from history where area = 'users'`,
    )
    expect(rows).toEqual([{ field: 'wants_digest', from_value: false, to_value: true }])
  })

  test('is set without an administrator’s permission, what is beside it is not', async () => {
    const refusal = await ruth('PATCH', '/api/users/users/me/', { body: { wants_digest: false, phone: '1' } })
    expect(refusal.status).toBe(403)
    expect((await ruth('PATCH', '/api/users/users/me/', { body: { wants_digest: 'no' } })).status).toBe(400)
  })
})
