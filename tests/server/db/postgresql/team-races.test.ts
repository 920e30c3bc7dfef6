import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import type { Sql } from '#server/db/db.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { emptyTables, openOwnTestDb } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller
beforeAll(async () => {
  site = await testApp({ database: await openOwnTestDb() })
})
beforeEach(async () => {
  await emptyTables(site.db)
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterAll(() => site.close())

const patch = (path: string, body: object) =>
  ruth('PATCH', path, { body, headers: { 'idempotency-key': `"${randomUUID()}"` } })
const patchDispatcher = (id: number, body: object) => patch(`/api/dispatchers/${id}/`, body)
const createSeveral = (count: number, one: () => Promise<number>) => Promise.all(Array.from({ length: count }, one))
const deadlocks = async () => {
  const [row] = await site.db.query<{ deadlocks: number }>(
    'test.deadlocks',
    'select pg_stat_force_next_flush(), deadlocks::integer from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks
}
/** The drivers of each dispatcher: by the drivers' rows, and by the last entry of the dispatcher's history. */
async function teams() {
  const led = await site.db.query<{ dispatcher: number; drivers: number[] }>(
    'test.teams',
    `select dispatcher_id as dispatcher, json_agg(id order by id) as drivers from drivers
     where dispatcher_id is not null group by 1 order by 1`,
  )
  const lastEntries = await site.db.query<{ dispatcher: number; drivers: number[] }>(
    'test.told',
    `select distinct on (record_id) record_id::integer as dispatcher, to_value as drivers from history
     where area = 'dispatchers' and field = 'driver_ids' order by record_id, version desc`,
  )
  const recorded = lastEntries.filter(({ drivers }) => drivers.length > 0).sort((a, b) => a.dispatcher - b.dispatcher)
  return { led, recorded }
}

test('one of several dispatchers who claim a free driver at the same time gets the driver, and the others are told who did', async () => {
  const before = await deadlocks()
  const leaders = await createSeveral(8, () => hireDispatcher(site.db, { first_name: 'Bob', last_name: 'Example' }))
  for (let round = 0; round < 5; round++) {
    const driver = await hireDriver(site.db, { first_name: 'Maria', last_name: 'Lopez' })
    const add_drivers = [{ id: driver, from: null }]
    const answers = await Promise.all(leaders.map((id) => patchDispatcher(id, { add_drivers })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(leaders.length - 1)
    for (const { status, body } of refused) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { add_drivers: ['Maria Lopez has been given to Bob Example in the meantime.'], refused: [driver] },
      })
    }
  }
  const { led, recorded } = await teams()
  expect(recorded).toEqual(led)
  expect(await deadlocks()).toBe(before)
})

test('dispatchers who take each other’s drivers while the drivers are moved all succeed, and drivers, history and units agree', async () => {
  const leaders = await createSeveral(3, () => hireDispatcher(site.db))
  const crew = await createSeveral(6, () => hireDriver(site.db))
  for (const [n, driver] of crew.entries()) {
    await patchDispatcher(leaders[n % 3] ?? 0, { add_drivers: [{ id: driver, from: null }] })
    await assignUnit(site.db, driver, 'truck', `T-${n}`)
  }
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all([
      ...leaders.map((id, n) => patchDispatcher(id, { driver_ids: crew.filter((_, k) => (k + n + round) % 3 === 0) })),
      ...crew.map((id, n) => patch(`/api/drivers/${id}/`, { dispatcher: leaders[(n + round) % 3] })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { led, recorded } = await teams()
    expect(recorded).toEqual(led)
  }
  const unitsOfOtherDispatcher = await site.db.query(
    'test.astray',
    'select 1 from units t join drivers d on d.id = t.driver_id where t.dispatcher_id is distinct from d.dispatcher_id',
  )
  expect(unitsOfOtherDispatcher).toEqual([])
})

test('a dispatcher who leaves while being assigned a driver never ends up gone with drivers', async () => {
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
        : patchDispatcher(dispatcher, { status })
    const assign = () =>
      round % 4 < 2
        ? patch(`/api/drivers/${driver}/`, { dispatcher })
        : patchDispatcher(dispatcher, { add_drivers: [{ id: driver, from: null }] })
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

/** Makes a change that is not committed before `end` is called. */
async function holdOpen(work: (sql: Sql) => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
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

test('when a driver is moved while a change waits for the driver, the new dispatcher’s history records the actual team', async () => {
  const [ann, bob, carl] = [await hireDispatcher(site.db), await hireDispatcher(site.db), await hireDispatcher(site.db)]
  const [maria, lena] = [await hireDriver(site.db, { dispatcher: ann }), await hireDriver(site.db)]
  const give = (sql: Sql, driver: number) =>
    sql.query('test.give', 'update drivers set dispatcher_id = $1 where id = $2', [bob, driver])
  const untilStatementWaits = (statement: string) =>
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
  const lenaJoins = await holdOpen(async (sql) => {
    await sql.query('test.lock', 'select 1 from dispatchers where id = $1 for no key update', [bob])
    await give(sql, lena)
  })
  const mariaJoins = await holdOpen((sql) => give(sql, maria))
  const taking = patchDispatcher(carl, { driver_ids: [maria] })
  await untilStatementWaits('from drivers')
  await mariaJoins.end()
  await untilStatementWaits('(from|update) dispatchers')
  await lenaJoins.end()
  expect((await taking).status).toBe(200)
  const teamHistory = await site.db.query(
    'test.told_of_bob',
    `select from_value as "from", to_value as "to" from history where area = 'dispatchers' and record_id = $1::integer::text`,
    [bob],
  )
  expect(teamHistory).toEqual([{ from: [maria, lena], to: [lena] }])
})
