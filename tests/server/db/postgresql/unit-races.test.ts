import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables, openOwnTestDb } from '#tests/support/server/database.ts'

let site: TestApp
let maria: Caller
beforeAll(async () => {
  site = await testApp({ database: await openOwnTestDb() })
})
beforeEach(async () => {
  await emptyTables(site.db)
  maria = await site.as(await hire(site.db, { view: ['drivers', 'dispatchers'], edit: ['drivers'] }))
})
afterAll(() => site.close())

const patch = (driver: number, body: object) =>
  maria('PATCH', `/api/drivers/${driver}/`, { body, headers: { 'idempotency-key': `"${randomUUID()}"` } })
/** Sorted by id: simultaneous hires finish in any order. */
async function drivers(count: number): Promise<number[]> {
  const hired = await Promise.all(Array.from({ length: count }, () => hireDriver(site.db)))
  return hired.sort((one, other) => one - other)
}
const deadlocks = async () => {
  const [row] = await site.db.query<{ deadlocks: number }>(
    'test.deadlocks',
    'select pg_stat_force_next_flush(), deadlocks::integer from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks
}
const trucks = () =>
  site.db.query<{ id: string; driver_id: number | null; status: string }>(
    'test.trucks',
    `select id, driver_id, status from units where kind = 'truck' order by id`,
  )

test('exactly one of several drivers who claim a truck at the same time gets the truck, and the others are told who has it', async () => {
  const crew = await drivers(12)
  for (let round = 0; round < 5; round++) {
    await parkUnit(site.db, `R-${round}`)
    const answers = await Promise.all(crew.map((driver) => patch(driver, { truck_id: `R-${round}` })))
    const won = crew.filter((_, n) => answers[n]?.status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers.filter((one) => one.status !== 200)) {
      expect({ status, held_by: body.held_by?.id }).toEqual({ status: 400, held_by: won[0] })
    }
    expect((await trucks())[round]).toEqual({ id: `R-${round}`, driver_id: won[0], status: 'assigned' })
  }
})

test('a driver who is assigned several trucks at the same time ends up with one, and the others are free', async () => {
  const [driver = 0] = await drivers(1)
  const ids = Array.from({ length: 8 }, (_, n) => `T-${n}`)
  for (const id of ids) await parkUnit(site.db, id)
  const answers = await Promise.all(ids.map((id) => patch(driver, { truck_id: id })))
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const left = await trucks()
  expect(left.filter((one) => one.driver_id === driver)).toHaveLength(1)
  expect(left.filter((one) => one.status === 'unassigned')).toHaveLength(7)
})

test('drivers who take each other’s trucks at the same time never deadlock', async () => {
  const before = await deadlocks()
  const crew = await drivers(6)
  for (const [n, driver] of crew.entries()) await assignUnit(site.db, driver, 'truck', `S-${n}`)
  for (let round = 0; round < 6; round++) {
    const held = await trucks()
    const answers = await Promise.all(
      crew.map((driver, n) => {
        const wanted = held[(n + 1 + round) % held.length]
        const taken_from = wanted?.driver_id == null ? [] : [wanted.driver_id]
        return patch(driver, { truck_id: wanted?.id, taken_from })
      }),
    )
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const holders = (await trucks()).map((one) => one.driver_id).filter((id) => id !== null)
    expect(new Set(holders).size).toBe(holders.length)
  }
  expect(await deadlocks()).toBe(before)
})

/**
 * Locks `held` until another transaction waits for it, then locks `free`, which the waiting one must not have locked.
 */
async function holdUntilAwaited(held: string, free: string): Promise<void> {
  await site.db.tx(async (sql) => {
    await sql.query(`test.hold.${held}`, `select 1 from ${held} for update`)
    isHeld.resolve()
    const waiting = () =>
      sql.query(
        'test.waiting',
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    await expect.poll(waiting).toHaveLength(1)
    await sql.query(`test.take.${free}`, `select 1 from ${free} for update nowait`)
  })
}
let isHeld: PromiseWithResolvers<void>
beforeEach(() => {
  isHeld = Promise.withResolvers()
})

test('drivers are locked in the order of their ids, no matter who takes the truck, so that two mutual takeovers cannot deadlock', async () => {
  const [first, second] = await drivers(2)
  await assignUnit(site.db, first ?? 0, 'truck', '1042')
  const holding = holdUntilAwaited(`drivers where id = ${first}`, `drivers where id = ${second}`)
  await isHeld.promise
  const taking = patch(second ?? 0, { truck_id: '1042', taken_from: [first] })
  expect((await Promise.all([taking, holding]))[0].status).toBe(200)
})

test('a driver’s change of dispatcher locks dispatchers before drivers, as changes of dispatchers do', async () => {
  const [driver] = await drivers(1)
  const ann = await hireDispatcher(site.db)
  const holding = holdUntilAwaited(`dispatchers where id = ${ann}`, `drivers where id = ${driver}`)
  await isHeld.promise
  const joining = patch(driver ?? 0, { dispatcher: ann })
  expect((await Promise.all([joining, holding]))[0].status).toBe(200)
})

test('a driver’s change of role locks dispatchers before drivers too', async () => {
  const ann = await hireDispatcher(site.db)
  const driver = await hireDriver(site.db, { dispatcher: ann })
  const admin = await site.as(await hire(site.db, { role: 'administrator' }))
  const { body } = await maria('GET', `/api/drivers/${driver}/`)
  const holding = holdUntilAwaited(`dispatchers where id = ${ann}`, `drivers where id = ${driver}`)
  await isHeld.promise
  const leaving = admin('PATCH', `/api/users/users/${body.user.id}/`, { body: { role: 'fleet_manager' } })
  expect((await Promise.all([leaving, holding]))[0].status).toBe(200)
})

test('drivers who join one dispatcher at the same time each get their own entry in the dispatcher’s history', async () => {
  const before = await deadlocks()
  const [ann, bob] = [await hireDispatcher(site.db), await hireDispatcher(site.db)]
  const crew = await drivers(10)
  const answers = await Promise.all(crew.map((driver, n) => patch(driver, { dispatcher: n % 2 ? ann : bob })))
  expect(answers.map(({ status }) => status)).toEqual(crew.map(() => 200))
  await Promise.all(crew.map((driver, n) => patch(driver, { dispatcher: n % 2 ? bob : ann })))
  const { body } = await maria('GET', `/api/history/dispatchers/${ann}/?limit=100`)
  // Five drivers join; then these five leave and five others join.
  expect(body.results.map(({ version }: { version: number }) => version)).toEqual(
    Array.from({ length: 15 }, (_, n) => 16 - n),
  )
  for (const [n, entry] of body.results.entries()) {
    // Each change starts from the result of the change before.
    expect(entry.from).toEqual(body.results[n + 1]?.to ?? [])
  }
  expect(body.results[0].to).toEqual(crew.filter((_, n) => n % 2 === 0).sort((a, b) => a - b))
  expect(await deadlocks()).toBe(before)
})

test('a driver who leaves while taking over a truck keeps no truck', async () => {
  const admin = await site.as(await hire(site.db, { role: 'administrator' }))
  const [leaving = 0, other = 0] = await drivers(2)
  const { body } = await maria('GET', `/api/drivers/${leaving}/`)
  await assignUnit(site.db, other, 'truck', '1042')
  const [left, taken] = await Promise.all([
    admin('PATCH', `/api/users/users/${body.user.id}/`, { body: { role: 'fleet_manager' } }),
    patch(leaving, { truck_id: '1042', taken_from: [other] }),
  ])
  expect(left.status).toBe(200)
  expect([200, 404]).toContain(taken.status)
  expect((await trucks())[0]?.driver_id).toBe(taken.status === 200 ? null : other)
})
