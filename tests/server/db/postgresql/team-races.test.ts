import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import type { Sql } from '#server/db/db.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { giveUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { emptyTables, openOwnTestDb } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller
beforeAll(async () => {
  site = await testApp({ on: await openOwnTestDb() })
})
beforeEach(async () => {
  await emptyTables(site.db)
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterAll(() => site.close())

const patch = (path: string, body: object) =>
  ruth('PATCH', path, { body, headers: { 'idempotency-key': `"${randomUUID()}"` } })
const ofDispatcher = (id: number, body: object) => patch(`/api/dispatchers/${id}/`, body)
const several = (count: number, one: () => Promise<number>) => Promise.all(Array.from({ length: count }, one))
const deadlocks = async () => {
  const [row] = await site.db.query<{ deadlocks: number }>(
    'test.deadlocks',
    'select pg_stat_force_next_flush(), deadlocks::integer from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks
}
/** Who leads each driver; and by the last word of each dispatcher's history, whom that one leads. */
async function teams() {
  const led = await site.db.query<{ dispatcher: number; drivers: number[] }>(
    'test.teams',
    `select dispatcher_id as dispatcher, json_agg(id order by id) as drivers from drivers
     where dispatcher_id is not null group by 1 order by 1`,
  )
  const told = await site.db.query<{ dispatcher: number; drivers: number[] }>(
    'test.told',
    `select distinct on (record_id) record_id::integer as dispatcher, to_value as drivers from history
     where area = 'dispatchers' and field = 'driver_ids' order by record_id, version desc`,
  )
  const told_ = told.filter(({ drivers }) => drivers.length > 0).sort((a, b) => a.dispatcher - b.dispatcher)
  return { led, told: told_ }
}

test('of dispatchers who reach for one free driver at once one leads him, and the others are told whom', async () => {
  const before = await deadlocks()
  const leaders = await several(8, () => hireDispatcher(site.db, { first_name: 'Bob', last_name: 'Example' }))
  for (let round = 0; round < 5; round++) {
    const driver = await hireDriver(site.db, { first_name: 'Maria', last_name: 'Lopez' })
    const add_drivers = [{ id: driver, from: null }]
    const answers = await Promise.all(leaders.map((id) => ofDispatcher(id, { add_drivers })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(leaders.length - 1)
    for (const { status, body } of refused) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { add_drivers: ['Maria Lopez has been given to Bob Example in the meantime.'], refused: [driver] },
      })
    }
  }
  const { led, told } = await teams()
  expect(told).toEqual(led)
  expect(await deadlocks()).toBe(before)
})

test('however dispatchers take each other’s drivers while those are moved, all comes through and all records agree', async () => {
  const leaders = await several(3, () => hireDispatcher(site.db))
  const crew = await several(6, () => hireDriver(site.db))
  for (const [n, driver] of crew.entries()) {
    await ofDispatcher(leaders[n % 3] ?? 0, { add_drivers: [{ id: driver, from: null }] })
    await giveUnit(site.db, driver, 'truck', `T-${n}`)
  }
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all([
      ...leaders.map((id, n) => ofDispatcher(id, { driver_ids: crew.filter((_, k) => (k + n + round) % 3 === 0) })),
      ...crew.map((id, n) => patch(`/api/drivers/${id}/`, { dispatcher: leaders[(n + round) % 3] })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { led, told } = await teams()
    expect(told).toEqual(led)
  }
  const astray = await site.db.query(
    'test.astray',
    'select 1 from units t join drivers d on d.id = t.driver_id where t.dispatcher_id is distinct from d.dispatcher_id',
  )
  expect(astray).toEqual([])
})

test('who goes and who is given a driver at the same moment never ends gone with drivers', async () => {
  let [gone, stayed] = [0, 0]
  for (let round = 0; round < 24; round++) {
    const [dispatcher, driver] = [await hireDispatcher(site.db), await hireDriver(site.db)]
    const [row] = await site.db.query<{ user: number }>(
      'test.user',
      'select user_id as "user" from dispatchers where id = $1',
      [dispatcher],
    )
    const status = round % 2 ? 'dissmissed' : 'on_vacation'
    const leave = () =>
      round % 3 === 0
        ? patch(`/api/users/users/${row?.user}/`, { dispatcher: { status } })
        : ofDispatcher(dispatcher, { status })
    const assign = () =>
      round % 4 < 2
        ? patch(`/api/drivers/${driver}/`, { dispatcher })
        : ofDispatcher(dispatcher, { add_drivers: [{ id: driver, from: null }] })
    const calls = round % 5 === 0 ? [leave(), assign()] : [assign(), leave()].reverse()
    const answers = await Promise.all(calls)
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400])
    const { body } = await ruth('GET', `/api/dispatchers/${dispatcher}/`)
    expect(body.status === 'working' || body.drivers.length === 0).toBe(true)
    if (body.status === 'working') stayed++
    else gone++
    const refusal = JSON.stringify(answers.find((one) => one.status === 400)?.body)
    expect(refusal).toMatch(body.status === 'working' ? HAS_DRIVERS : /leads no drivers/)
  }
  expect(gone + stayed).toBe(24)
})

/** Makes a change that is kept from being committed until `end` is called. */
async function held(work: (sql: Sql) => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
  const [isMade, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = site.db.tx(async (sql) => {
    await work(sql)
    isMade.resolve()
    await mayEnd.promise
  })
  await Promise.race([isMade.promise, done])
  const end = () => {
    mayEnd.resolve()
    return done
  }
  return { end }
}

test('a driver who is moved while a change waits for him leaves no word of his new dispatcher’s team that was not so', async () => {
  const [ann, bob, carl] = [await hireDispatcher(site.db), await hireDispatcher(site.db), await hireDispatcher(site.db)]
  const [maria, lena] = [await hireDriver(site.db, { dispatcher: ann }), await hireDriver(site.db)]
  const give = (sql: Sql, driver: number) =>
    sql.query('test.give', 'update drivers set dispatcher_id = $1 where id = $2', [bob, driver])
  const somebodyWaits = (statement: string) =>
    expect
      .poll(() =>
        site.db.query(
          'test.waiting',
          `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
          [statement],
        ),
      )
      .toHaveLength(1)
  const lenaComes = await held(async (sql) => {
    await sql.query('test.lock', 'select 1 from dispatchers where id = $1 for no key update', [bob])
    await give(sql, lena)
  })
  const mariaComes = await held((sql) => give(sql, maria))
  const taking = ofDispatcher(carl, { driver_ids: [maria] })
  await somebodyWaits('from drivers')
  await mariaComes.end()
  await somebodyWaits('(from|update) dispatchers')
  await lenaComes.end()
  expect((await taking).status).toBe(200)
  const told = await site.db.query(
    'test.told_of_bob',
    `select from_value as "from", to_value as "to" from history where area = 'dispatchers' and record_id = $1::integer::text`,
    [bob],
  )
  expect(told).toEqual([{ from: [maria, lena], to: [lena] }])
})
