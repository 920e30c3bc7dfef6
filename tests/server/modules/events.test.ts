import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { aVehicle } from '#tests/support/builders/a-telematics.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { type EventClient, type ListenOptions, listenAs } from '#tests/support/server/event-client.ts'

let site: TestApp
let admin: Caller
let boss: number
let driver: number
const open = new Set<EventClient>()

// With fake intervals only announced changes arrive: nothing polls unless a test advances the time.
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

async function listen(access: string, options: ListenOptions = {}): Promise<EventClient> {
  const client = await listenAs(site.app, access, options)
  open.add(client)
  // The first position shows that the stream has begun.
  await expect.poll(client.lastEventId).not.toBeNull()
  return client
}
const accessOf = async (person: Parameters<typeof hire>[1]) => site.accessFor(await hire(site.db, person))
const setRate = async (rate: string, id = driver) =>
  expect(await admin('PATCH', `/api/drivers/${id}/`, { body: { rate } })).toMatchObject({ status: 200 })
const plan = (date: string) =>
  admin('POST', '/api/schedule/', { body: { date, status: 'on_the_road', driver, client_id: randomUUID() } })
const driverChange = (version: number) => ({ event: 'change', data: { area: 'drivers', id: driver, version } })

test('a change of several fields is sent as one event at once, on a stream that is compressed, not cached or buffered', async () => {
  const client = await listen(await accessOf({ view: ['drivers'] }), { encodings: 'br, gzip' })
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
    'content-encoding': 'gzip',
  })
  expect(client.text()).toMatch(/^retry: \d+\n/)
  await admin('PATCH', `/api/drivers/${driver}/`, { body: { rate: '1', position: 'lease' } })
  await expect.poll(() => client.received).toEqual([driverChange(2)])
})

test('each user receives events only about records that the user may view', async () => {
  const [drivers, dispatchers, schedule, neither, all] = await Promise.all([
    accessOf({ view: ['drivers'] }).then((access) => listen(access)),
    accessOf({ view: ['dispatchers'] }).then((access) => listen(access)),
    accessOf({ view: ['schedule'], edit: ['drivers'] }).then((access) => listen(access)),
    accessOf({ role: 'driver' }).then((access) => listen(access)),
    site.accessFor(boss).then((access) => listen(access)),
  ])
  await setRate('2')
  const { body: day } = await plan('2026-12-01')
  const dayChange = { event: 'change', data: { area: 'schedule', id: day.id, version: 1 } }
  await expect.poll(() => all.received).toEqual([driverChange(2), dayChange])
  expect(drivers.received).toEqual([driverChange(2)])
  // A dispatcher’s page shows drivers.
  expect(dispatchers.received).toEqual([driverChange(2)])
  // The schedule shows drivers too.
  expect(schedule.received).toEqual([driverChange(2), dayChange])
  expect(neither.received).toEqual([])
})

test('a client that asks for rows receives them with the change, of the lists that its user may see', async () => {
  const [drivers, planner, plain] = await Promise.all([
    accessOf({ view: ['drivers'] }).then((access) => listen(access, { rows: true })),
    accessOf({ view: ['schedule'] }).then((access) => listen(access, { rows: true })),
    accessOf({ view: ['drivers'] }).then((access) => listen(access)),
  ])
  await setRate('9')
  await expect.poll(() => plain.received).toEqual([driverChange(2)])
  const { data: change } = driverChange(2)
  const listed = await admin('GET', '/api/drivers/?limit=1000')
  const row = listed.body.results.find(({ id }: { id: number }) => id === driver)
  const list = { list: 'drivers.list', rows: [row], gone: [] }
  const rowsEvent = {
    changes: [change],
    order: expect.any(Number),
    position: expect.any(String),
    at: site.clock.now.getTime(),
  }
  await expect
    .poll(() => drivers.received)
    .toEqual([{ event: 'rows', data: { ...rowsEvent, lists: expect.arrayContaining([list]) } }])
  // The schedule shows drivers, but its users see no list of drivers with their rates.
  await expect.poll(() => planner.received).toHaveLength(1)
  expect(planner.received).toEqual([{ event: 'rows', data: { ...rowsEvent, lists: expect.any(Array) } }])
  expect(planner.text()).not.toContain('drivers.list')
})

test('a client that reconnects receives what it missed, from the position where it stopped', async () => {
  const access = await accessOf({ view: ['drivers'] })
  const first = await listen(access)
  await setRate('3')
  await expect.poll(() => first.received).toEqual([driverChange(2)])
  await expect.poll(() => first.text().endsWith(`id: ${first.lastEventId()}\n\n`)).toBe(true)
  first.close()
  await setRate('4')
  await setRate('5')
  const resumed = await listen(access, { lastEventId: first.lastEventId() ?? '' })
  expect(resumed.received.slice(0, 2)).toEqual([driverChange(3), driverChange(4)])
  await setRate('6')
  await expect.poll(() => resumed.received.at(-1)).toEqual(driverChange(5))
  // Changes that were sent during the reconnect may arrive twice, but none from before it.
  expect(resumed.received).not.toContainEqual(driverChange(2))
})

test('a client without a position receives the changes of as many past seconds as it requests', async () => {
  const access = await accessOf({ view: ['drivers'] })
  const other = await listen(access)
  await setRate('7')
  site.clock.now = new Date(site.clock.now.getTime() + 60_000)
  await setRate('8')
  // A new client would also receive changes that are still being sent: wait until these have arrived.
  await expect.poll(() => other.received).toEqual([driverChange(2), driverChange(3)])
  expect((await listen(access)).received).toEqual([])
  expect((await listen(access, { past: 5 })).received).toEqual([driverChange(3)])
  expect(
    (await listen(access, { past: 120 })).received.filter(({ data }) => (data as { id: number }).id === driver),
  ).toEqual([driverChange(2), driverChange(3)])
})

test.each([
  ['a position that was never assigned', '999999999'],
  ['a malformed position', 'x'],
])('a client with %s receives a reset', async (_, lastEventId) => {
  const client = await listen(await accessOf({ view: ['drivers'] }), { lastEventId })
  expect(client.received).toEqual([{ event: 'reset', data: {} }])
})

test('a client that missed the change of a record that it may not see, and that its lists show, receives a reset', async () => {
  const missed = async () => (await listen(await accessOf({ view: ['drivers'] }), { past: 5 })).received
  const chief = await hireDispatcher(site.db)
  await hireDriver(site.db, { dispatcher: chief })
  const stranger = await hire(site.db, { role: 'administrator' })
  const [{ user_id } = {}] = await site.db.query('test.chief', 'select user_id from dispatchers where id = $1', [chief])
  site.clock.now = new Date(site.clock.now.getTime() + 60_000)
  const change = async (path: string, body: object) =>
    expect(await admin('PATCH', path, { body })).toMatchObject({ status: 200 })
  await change(`/api/users/users/${stranger}/`, { first_name: 'Renamed' })
  expect(await missed()).toEqual([])
  // The rows of drivers have the name of their dispatcher.
  await change(`/api/users/users/${user_id}/`, { first_name: 'Renamed' })
  expect(await missed()).toEqual([{ event: 'reset', data: {} }])
})

test('a client that missed too many changes receives a reset, and then new changes', async () => {
  const access = await accessOf({ view: ['drivers'] })
  const before = await listen(access)
  await site.db.query(
    'test.many',
    `insert into history (area, record_id, version, field) select 'drivers', '1', n, 'rate' from generate_series(1, 1001) n`,
  )
  const client = await listen(access, { lastEventId: before.lastEventId() ?? '' })
  expect(client.received).toEqual([{ event: 'reset', data: {} }])
  await setRate('9')
  await expect.poll(() => client.received.at(-1)).toEqual(driverChange(2))
})

test('a stream sends heartbeats', async () => {
  const client = await listen(await accessOf({}))
  const before = client.text()
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.poll(() => client.text()).toBe(`${before}id: ${client.lastEventId()}\n\n`)
})

test('a change without a notification is found by polling', async () => {
  const client = await listen(await accessOf({ view: ['drivers'] }))
  await site.db.query(
    'test.unannounced',
    `insert into history (area, record_id, version, field) values ('drivers', '77', 5, 'rate')`,
  )
  await vi.advanceTimersByTimeAsync(3_000)
  const change = { event: 'change', data: { area: 'drivers', id: 77, version: 5 } }
  await expect.poll(() => client.received).toEqual([change])
})

test('the stream of a signed-out session ends at the next change, without an event about it', async () => {
  const person = await hire(site.db, { view: ['drivers'] })
  const client = await listen(await site.accessFor(person))
  const other = await listen(await accessOf({ view: ['drivers'] }))
  await setRate('10')
  await expect.poll(() => client.received).toEqual([driverChange(2)])
  await site.db.query('test.end', 'update sessions set revoked_at = now() where user_id = $1', [person])
  await setRate('11')
  await client.ended
  expect(client.received).toEqual([driverChange(2)])
  await expect.poll(() => other.received).toEqual([driverChange(2), driverChange(3)])
})

test('a session that ends without any change is noticed within about a minute', async () => {
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
  // One minute, plus the poll after it, plus polls that were skipped because a round was running.
  expect(performance.now() - left).toBeLessThan(75_000)
})

test.each([
  ['changes', false],
  ['rows', true],
])('a user who loses a permission receives no further %s; the stream ends with an access event', async (_, rows) => {
  const person = await hire(site.db, { view: ['drivers'] })
  const client = await listen(await site.accessFor(person), { rows })
  await site.db.query('test.demote', `update users set permissions = '{}' where id = $1`, [person])
  await setRate('12')
  await client.ended
  expect(client.received).toEqual([{ event: 'access', data: {} }])
})

test('one account can have 50 streams; one more ends the oldest', async () => {
  const access = await accessOf({})
  const oldest = await listen(access)
  const others: EventClient[] = []
  for (let n = 0; n < 49; n++) others.push(await listen(access))
  let isOver = false
  void oldest.ended.then(() => {
    isOver = true
  })
  await setRate('13')
  expect(isOver).toBe(false)
  await listen(access)
  await oldest.ended
  expect(others.every((one) => one.status === 200)).toBe(true)
})

test('a HEAD request returns the headers, and opens no stream', async () => {
  const access = await accessOf({})
  const head = await site.app.inject({
    method: 'HEAD',
    url: '/api/events/',
    headers: { authorization: `Bearer ${access}` },
  })
  expect(head).toMatchObject({ statusCode: 200, payload: '' })
  expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8')
})

test('moves on the map are reported at the next check to users who may see any part of the map', async () => {
  const [yard, office] = await Promise.all([
    listen(await accessOf({ view: ['trailers'] })),
    listen(await accessOf({ view: ['schedule', 'dispatchers', 'maintenance'] })),
  ])
  await site.db.script(null, `insert into telematics_feed (vendor) values ('somebody')`)
  await setRate('2')
  await vi.advanceTimersByTimeAsync(3_000)
  await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
  await setRate('3')
  await expect.poll(() => yard.received).toContainEqual({ event: 'positions', data: {} })
  expect(office.received.filter(({ event }) => event === 'positions')).toEqual([])
})
