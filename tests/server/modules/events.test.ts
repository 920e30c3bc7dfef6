import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { aVehicle } from '#tests/support/builders/a-telematics.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { type EventClient, type Listening, listenAs } from '#tests/support/server/event-client.ts'

let site: TestApp
let admin: Caller
let boss: number
let driver: number
const open = new Set<EventClient>()

// Only what is announced comes through: nothing here waits for the look that is taken now and then.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  site = await testApp()
  boss = await hire(site.db, { role: 'administrator' })
  admin = await site.as(boss)
})
beforeEach(async () => {
  driver = await hireDriver(site.db)
})
afterEach(() => {
  for (const client of open) client.close()
  open.clear()
})
afterAll(async () => {
  vi.useRealTimers()
  await site.close()
})

async function listen(access: string, how: Listening = {}): Promise<EventClient> {
  const client = await listenAs(site.app, access, how)
  open.add(client)
  // The first mark: the stream has begun.
  await expect.poll(client.lastEventId).not.toBeNull()
  return client
}
const accessOf = async (person: Parameters<typeof hire>[1]) => site.accessFor(await hire(site.db, person))
const setRate = async (rate: string, id = driver) =>
  expect(await admin('PATCH', `/api/drivers/${id}/`, { body: { rate } })).toMatchObject({ status: 200 })
const plan = (date: string) =>
  admin('POST', '/api/schedule/', { body: { date, status: 'on_the_road', driver, client_id: randomUUID() } })
const driverIs = (version: number) => ({ event: 'change', data: { area: 'drivers', id: driver, version } })

test('a change is told once, however many fields it has, and the answer can be kept from being held up', async () => {
  const client = await listen(await accessOf({ view: ['drivers'] }))
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(client.headers).not.toHaveProperty('content-encoding')
  expect(client.text()).toMatch(/^retry: \d+\n/)
  await admin('PATCH', `/api/drivers/${driver}/`, { body: { rate: '1', position: 'lease' } })
  await expect.poll(() => client.heard).toEqual([driverIs(2)])
})

test('each person hears of what that person may view, and of nothing else', async () => {
  const [drivers, dispatchers, schedule, neither, all] = await Promise.all([
    accessOf({ view: ['drivers'] }).then((access) => listen(access)),
    accessOf({ view: ['dispatchers'] }).then((access) => listen(access)),
    accessOf({ view: ['schedule'], edit: ['drivers'] }).then((access) => listen(access)),
    accessOf({ role: 'driver' }).then((access) => listen(access)),
    site.accessFor(boss).then((access) => listen(access)),
  ])
  await setRate('2')
  const { body: day } = await plan('2026-12-01')
  const dayIs = { event: 'change', data: { area: 'schedule', id: day.id, version: 1 } }
  await expect.poll(() => all.heard).toEqual([driverIs(2), dayIs])
  expect(drivers.heard).toEqual([driverIs(2)])
  // A dispatcher is shown with the drivers.
  expect(dispatchers.heard).toEqual([driverIs(2)])
  // The drivers stand in the schedule too.
  expect(schedule.heard).toEqual([driverIs(2), dayIs])
  expect(neither.heard).toEqual([])
})

test('a client that comes back hears what it missed, and begins where it stopped', async () => {
  const access = await accessOf({ view: ['drivers'] })
  const first = await listen(access)
  await setRate('3')
  await expect.poll(() => first.heard).toEqual([driverIs(2)])
  await expect.poll(() => first.text().endsWith(`id: ${first.lastEventId()}\n\n`)).toBe(true)
  first.close()
  await setRate('4')
  await setRate('5')
  const again = await listen(access, { lastEventId: first.lastEventId() ?? '' })
  expect(again.heard.slice(0, 2)).toEqual([driverIs(3), driverIs(4)])
  await setRate('6')
  await expect.poll(() => again.heard.at(-1)).toEqual(driverIs(5))
  // What was on its way while it came back may be told twice, but nothing that it had heard before.
  expect(again.heard).not.toContainEqual(driverIs(2))
})

test('a client without a position hears what was changed in the seconds before, as far as it asks', async () => {
  const access = await accessOf({ view: ['drivers'] })
  const other = await listen(access)
  await setRate('7')
  site.clock.now = new Date(site.clock.now.getTime() + 60_000)
  await setRate('8')
  // What is being told just now would be heard by whoever comes.
  await expect.poll(() => other.heard).toEqual([driverIs(2), driverIs(3)])
  expect((await listen(access)).heard).toEqual([])
  expect((await listen(access, { past: 5 })).heard).toEqual([driverIs(3)])
  expect(
    (await listen(access, { past: 120 })).heard.filter(({ data }) => (data as { id: number }).id === driver),
  ).toEqual([driverIs(2), driverIs(3)])
})

test.each([
  ['never given', '999999999'],
  ['that is none', 'x'],
])('a client with a position %s is told to begin anew', async (_, lastEventId) => {
  const client = await listen(await accessOf({ view: ['drivers'] }), { lastEventId })
  expect(client.heard).toEqual([{ event: 'reset', data: {} }])
})

test('a client that missed too much is told to begin anew, and hears what follows', async () => {
  const access = await accessOf({ view: ['drivers'] })
  const before = await listen(access)
  await site.db.query(
    'test.many',
    `insert into history (area, record_id, version, field) select 'drivers', '1', n, 'rate' from generate_series(1, 1001) n`,
  )
  const client = await listen(access, { lastEventId: before.lastEventId() ?? '' })
  expect(client.heard).toEqual([{ event: 'reset', data: {} }])
  await setRate('9')
  await expect.poll(() => client.heard.at(-1)).toEqual(driverIs(2))
})

test('a stream gives a sign of life', async () => {
  const client = await listen(await accessOf({}))
  const before = client.text()
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.poll(() => client.text()).toBe(`${before}id: ${client.lastEventId()}\n\n`)
})

test('a change that nobody announced is found all the same', async () => {
  const client = await listen(await accessOf({ view: ['drivers'] }))
  await site.db.query(
    'test.unannounced',
    `insert into history (area, record_id, version, field) values ('drivers', '77', 5, 'rate')`,
  )
  await vi.advanceTimersByTimeAsync(3_000)
  const found = { event: 'change', data: { area: 'drivers', id: 77, version: 5 } }
  await expect.poll(() => client.heard).toEqual([found])
})

test('signing out ends the stream at once', async () => {
  const [person, other] = [await hire(site.db, {}), await listen(await accessOf({}))]
  const access = await site.accessFor(person)
  const client = await listen(access)
  await site.db.query('test.end', 'update sessions set revoked_at = now() where user_id = $1', [person])
  await setRate('10')
  await client.ended
  expect(client.heard).toEqual([])
  expect(other.text()).not.toContain('event')
})

test('a session that ends without any news is noticed within a minute', async () => {
  const person = await hire(site.db, { view: ['drivers'] })
  const client = await listen(await site.accessFor(person))
  await site.db.query('test.leave', 'update users set is_active = false where id = $1', [person])
  const left = performance.now()
  let isOver = false
  void client.ended.then(() => {
    isOver = true
  })
  await expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(3_000)
        return isOver
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  // The look that finds it due, and those that fell into its rounds.
  expect(performance.now() - left).toBeLessThan(75_000)
})

test('whoever loses a permission hears nothing more, and is told to come back anew', async () => {
  const person = await hire(site.db, { view: ['drivers'] })
  const client = await listen(await site.accessFor(person))
  await site.db.query('test.demote', `update users set permissions = '{}' where id = $1`, [person])
  await setRate('11')
  await client.ended
  expect(client.heard).toEqual([{ event: 'access', data: {} }])
})

test('one account has fifty streams; the oldest makes room', async () => {
  const access = await accessOf({})
  const oldest = await listen(access)
  const others: EventClient[] = []
  for (let n = 0; n < 49; n++) others.push(await listen(access))
  let isOver = false
  void oldest.ended.then(() => {
    isOver = true
  })
  await setRate('12')
  expect(isOver).toBe(false)
  await listen(access)
  await oldest.ended
  expect(others.every((one) => one.status === 200)).toBe(true)
})

test('the head alone can be asked for, and opens nothing', async () => {
  const access = await accessOf({})
  const head = await site.app.inject({
    method: 'HEAD',
    url: '/api/events/',
    headers: { authorization: `Bearer ${access}` },
  })
  expect(head).toMatchObject({ statusCode: 200, payload: '' })
  expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8')
})

test('that something on the map has moved is told to who may see any of it, with the next look', async () => {
  const [yard, office] = await Promise.all([
    listen(await accessOf({ view: ['trailers'] })),
    listen(await accessOf({ view: ['schedule', 'dispatchers', 'maintenance'] })),
  ])
  await site.db.script(null, `insert into telematics_feed (vendor) values ('somebody')`)
  await setRate('2')
  await vi.advanceTimersByTimeAsync(3_000)
  await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
  await setRate('3')
  await expect.poll(() => yard.heard).toContainEqual({ event: 'positions', data: {} })
  expect(office.heard.filter(({ event }) => event === 'positions')).toEqual([])
})
