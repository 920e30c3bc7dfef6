import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYNCED_LIST_NAMES, SYNCED_LISTS } from '#contract/sync/synced-lists.ts'
import { AREAS, can, ROLES } from '#contract/wire/access.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { ListReplica } from '#tests/support/sync/list-replica.ts'

let site: TestApp
let admin: Caller
let drivers: number[]

beforeAll(async () => {
  site = await testApp()
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
  drivers = [await hireDriver(site.db), await hireDriver(site.db), await hireDriver(site.db)]
  await setRate(drivers[0])
})
afterAll(() => site.close())

let rates = 1
async function setRate(driver: number | undefined): Promise<void> {
  rates += 1
  const { status } = await admin('PATCH', `/api/drivers/${driver}/`, { body: { rate: `${rates}` } })
  expect(status).toBe(200)
}
const after = (position: string, lists = 'drivers.list') =>
  admin('GET', `/api/sync/?${new URLSearchParams({ after: position, lists })}`).then(({ body }) => body)
const currentPosition = async (): Promise<string> => (await admin('GET', '/api/sync/')).body.position

/** Inserts a change of a driver into the history under a number that was reserved earlier: a late commit. */
async function commitLate(seq: number, driver: number | undefined): Promise<void> {
  await site.db.query(
    'test.late',
    `insert into history (seq, area, record_id, version, field) values ($1::bigint, 'drivers', $2::integer::text, 9, 'rate')`,
    [seq, driver],
  )
}
async function reserveNumber(): Promise<number> {
  const [row] = await site.db.query<{ seq: number }>(
    'test.reserve',
    `select nextval(pg_get_serial_sequence('history', 'seq'))::integer as seq`,
  )
  return row!.seq
}

test('without a position, a device receives the current position and no rows', async () => {
  expect((await admin('GET', '/api/sync/')).body).toEqual({
    position: expect.any(String),
    must_restart: false,
    is_complete: true,
    lists: [],
    refused: [],
  })
})

test('the rows after a position are those that changed since, as their list sends them, and only once', async () => {
  const replica = await ListReplica.fetch(admin)
  await setRate(drivers[1])
  const [list, ...others] = (await replica.follow()).filter((one) => one.list === 'drivers.list')
  const { body: page } = await admin('GET', '/api/drivers/?limit=1000')
  expect(list?.rows).toEqual([page.results.find((row: { id: number }) => row.id === drivers[1])])
  expect(others).toEqual([])
  expect(await replica.follow()).toEqual([])
})

test('a change that is committed after later ones is received, once', async () => {
  const late = await reserveNumber()
  const begin = await currentPosition()
  await setRate(drivers[1])
  const second = await after(begin)
  expect(second.lists).toMatchObject([{ rows: [{ id: drivers[1] }] }])
  await commitLate(late, drivers[2])
  const third = await after(second.position)
  expect(third.lists).toMatchObject([{ rows: [{ id: drivers[2] }] }])
  expect(third.lists[0].rows).toHaveLength(1)
  expect((await after(third.position)).lists).toEqual([])
})

test('a change that was not committed when a device took its first position is received', async () => {
  const late = await reserveNumber()
  await setRate(drivers[1])
  const begin = await currentPosition()
  await commitLate(late, drivers[2])
  expect((await after(begin)).lists).toMatchObject([{ rows: [{ id: drivers[2] }] }])
})

test('a number that was never committed is forgotten after five minutes', async () => {
  await reserveNumber()
  await setRate(drivers[1])
  const position = await currentPosition()
  expect(position).toContain('_')
  site.clock.now = new Date(site.clock.now.getTime() + 6 * 60_000)
  expect((await after(position)).position).not.toContain('_')
})

test('a response contains at most 2,000 changes; the rest follows after its position', async () => {
  const begin = await currentPosition()
  await site.db.query(
    'test.many',
    `insert into history (area, record_id, version, field)
     select 'drivers', case when n <= 2000 then $1::integer else $2::integer end::text, n, 'rate' from generate_series(1, 2001) n`,
    [drivers[1], drivers[2]],
  )
  const first = await after(begin)
  expect(first).toMatchObject({ is_complete: false, lists: [{ rows: [{ id: drivers[1] }] }] })
  const second = await after(first.position)
  expect(second).toMatchObject({ is_complete: true, lists: [{ rows: [{ id: drivers[2] }] }] })
})

test('a device that missed more than 20,000 changes starts over', async () => {
  const begin = await currentPosition()
  await site.db.query(
    'test.flood',
    `insert into history (area, record_id, version, field)
     select 'contacts', n::text, 1, 'location' from generate_series(1, 20001) n`,
  )
  const restarted = await after(begin)
  expect(restarted).toMatchObject({ must_restart: true, lists: [] })
  await setRate(drivers[1])
  expect((await after(restarted.position)).lists).toMatchObject([{ rows: [{ id: drivers[1] }] }])
})

test('a database that was restored from a backup makes devices start over, even after new changes', async () => {
  const backedUp = await currentPosition()
  await setRate(drivers[1])
  const lost = await currentPosition()
  // The restored database continues with the same numbers.
  await site.db.query(
    'test.restore',
    'with lost as (delete from history where seq = (select max(seq) from history) returning seq) select seq from lost',
  )
  expect(await after(lost)).toMatchObject({ must_restart: true })
  site.clock.now = new Date(site.clock.now.getTime() + 1000)
  await site.db.query(
    'test.rewind',
    `select setval(pg_get_serial_sequence('history', 'seq'), (select max(seq) from history))`,
  )
  await setRate(drivers[1])
  await setRate(drivers[1])
  expect(await after(lost)).toMatchObject({ must_restart: true })
  expect(await after(backedUp)).toMatchObject({ must_restart: false, lists: [{ rows: [{ id: drivers[1] }] }] })
})

test.each(['x', '1', '1.2', '1.2-3.4', '1.0-0_1', '1.0-0_5-9-1', 'zzzzzzzzzz.0-0', '1.0-0_', '-1.0-0'])(
  'the position %s, which no server issued, makes a device start over',
  async (position) => {
    expect(await after(position)).toMatchObject({ must_restart: true, lists: [] })
  },
)

test('a position with other characters is refused', async () => {
  expect(await admin('GET', '/api/sync/?after=1%20or%201')).toMatchObject({
    status: 400,
    body: { after: [expect.any(String)] },
  })
})

test('each role with each permission receives rows of exactly the lists that it may see', async () => {
  await hireDispatcher(site.db)
  const people = [
    ...ROLES.map((role) => ({ role })),
    ...AREAS.flatMap((area) => [
      { role: 'driver' as const, view: [area] },
      { role: 'driver' as const, edit: [area] },
    ]),
  ]
  const names = SYNCED_LIST_NAMES
  for (const person of people) {
    const caller = await site.as(await hire(site.db, person))
    const { body: user } = await caller('GET', '/api/users/users/me/')
    const position = await currentPosition()
    const { status, body } = await caller('GET', `/api/sync/?after=${position}&lists=${names.join(',')},future.list`)
    expect(status).toBe(200)
    const seen = await Promise.all(
      names.map(async (name) => (await caller('GET', SYNCED_LISTS[name].path)).status === 200),
    )
    const hidden = names.filter((_, at) => !seen[at])
    expect({ person, refused: body.refused }).toEqual({ person, refused: [...hidden, 'future.list'] })
    expect(hidden).toEqual(names.filter((name) => !can(user, SYNCED_LISTS[name].access)))
  }
})

test('users who choose a fleet manager learn only of fleet managers, not of other users', async () => {
  const picker = await site.as(await hire(site.db, { role: 'driver', view: ['trucks'] }))
  const manager = await hire(site.db, { role: 'fleet_manager' })
  const other = await hire(site.db, { role: 'dispatcher' })
  const begin = await currentPosition()
  for (const user of [manager, other])
    await admin('PATCH', `/api/users/users/${user}/`, { body: { phone: '+1 312 555 0188' } })
  const path = `/api/sync/?${new URLSearchParams({ after: begin, lists: 'fleetManagers.miniList' })}`
  const { body } = await picker('GET', path)
  expect(body.lists).toMatchObject([{ rows: [{ id: manager }], gone: [] }])
  await admin('PATCH', `/api/users/users/${manager}/`, { body: { role: 'administrator' } })
  expect((await picker('GET', path)).body.lists).toMatchObject([{ rows: [], gone: [manager] }])
})
