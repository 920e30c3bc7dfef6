import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'
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

const keyed = () => ({ 'idempotency-key': `"${randomUUID()}"` })
const giveDriver = (unit: string, driver: number | null, more: object = {}) =>
  ruth('PATCH', `/api/trucks/${unit}/`, { body: { driver, ...more }, headers: keyed() })
const giveTruck = (driver: number, truck_id: string | null, taken_from: readonly number[] = []) =>
  ruth('PATCH', `/api/drivers/${driver}/`, { body: { truck_id, taken_from }, headers: keyed() })
const statuses = (answers: readonly ReceivedResponse[]) => [...new Set(answers.map(({ status }) => status))].sort()
/** Sorted by id: simultaneous hires finish in any order. */
async function crew(count: number): Promise<number[]> {
  const hired = await Promise.all(Array.from({ length: count }, () => hireDriver(site.db)))
  return hired.sort((one, other) => one - other)
}
async function park(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `T-${n}`)
  for (const id of ids) await parkUnit(site.db, id)
  return ids
}

interface HistoryEntry {
  readonly area: string
  readonly record_id: string
  readonly version: number
  readonly field: string
  readonly from_value: unknown
  readonly to_value: unknown
}

/**
 * What must be true after all changes: the history of each unit and driver contains each version once, each change of a
 * field starts from the result of the change before, and the last result is in the rows. Units and drivers agree.
 */
async function expectAgreement(): Promise<void> {
  const entries = await site.db.query<HistoryEntry>(
    'test.entries',
    `select area, record_id, version, field, from_value, to_value from history
     where area in ('trucks', 'trailers', 'drivers') order by area, record_id, version, seq`,
  )
  const units = await site.db.query<{
    id: string
    kind: string
    status: string
    driver: number | null
    version: number
  }>('test.all_units', 'select id, kind, status, driver_id as driver, version from units order by id')
  const drivers = await site.db.query<{ id: number; version: number }>(
    'test.all_drivers',
    'select id, version from drivers',
  )
  const of = (area: string, id: number | string) =>
    entries.filter((one) => one.area === area && one.record_id === String(id))
  for (const { id, kind, status, driver, version } of units) {
    expect([id, status === 'assigned']).toEqual([id, driver !== null])
    const own = of(`${kind}s`, id)
    expectChain(own, version)
    const last = own.findLast(({ field }) => field === 'driver')
    if (last) expect([id, last.to_value]).toEqual([id, driver])
  }
  for (const { id, version } of drivers) {
    const own = of('drivers', id)
    expectChain(own, version)
    const last = own.findLast(({ field }) => field === 'truck_id')
    const has = units.filter((unit) => unit.driver === id && unit.kind === 'truck').map((unit) => unit.id)
    expect(has.length).toBeLessThanOrEqual(1)
    if (last) expect([id, last.to_value]).toEqual([id, has[0] ?? null])
  }
}

/** The versions are consecutive up to `version`, and each value of a field starts from the one before. */
function expectChain(entries: readonly HistoryEntry[], version: number): void {
  const versions = [...new Set(entries.map((one) => one.version))]
  const first = versions[0] ?? version + 1
  expect(versions).toEqual(Array.from({ length: versions.length }, (_, n) => first + n))
  if (versions.length > 0) expect(versions.at(-1)).toBe(version)
  const last = new Map<string, unknown>()
  for (const { field, from_value, to_value } of entries) {
    if (last.has(field)) expect([field, from_value]).toEqual([field, last.get(field)])
    last.set(field, to_value)
  }
}

test('a truck assigned to twelve drivers at the same time has all twelve changes in its history and ends with one driver', async () => {
  const drivers = await crew(12)
  await park(1)
  const answers = await Promise.all(drivers.map((driver) => giveDriver('T-0', driver)))
  expect(statuses(answers)).toEqual([200])
  await expectAgreement()
  expect((await ruth('GET', '/api/trucks/T-0/')).body).toMatchObject({ status: 'assigned', version: 13 })
})

test('exactly one of twelve requests that saw the truck free assigns it, and the others get a conflict', async () => {
  const drivers = await crew(12)
  await park(1)
  const seen = { ...keyed(), 'if-match': '"1"' }
  const answers = await Promise.all(
    drivers.map((driver) => ruth('PATCH', '/api/trucks/T-0/', { body: { driver }, headers: { ...seen, ...keyed() } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 200)
  expect(statuses(others)).toEqual([412])
  for (const { body } of others) expect(body.conflicts).toHaveProperty('driver')
  await expectAgreement()
})

test('two trucks assigned to one driver at the same time: the driver has one, the other is free', async () => {
  const [driver = 0] = await crew(1)
  for (let round = 0; round < 5; round++) {
    const ids = [`A-${round}`, `B-${round}`]
    for (const id of ids) await parkUnit(site.db, id)
    expect(statuses(await Promise.all(ids.map((id) => giveDriver(id, driver))))).toEqual([200])
    await expectAgreement()
  }
  const held = await site.db.query('test.held', `select id from units where status = 'assigned'`)
  expect(held).toHaveLength(1)
})

test('trucks and drivers agree when both sides of the assignment change at the same time', async () => {
  const drivers = await crew(6)
  const ids = await park(6)
  const all: ReceivedResponse[] = []
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all(
      drivers.flatMap((driver, n) => {
        const unit = ids[(n + round) % ids.length] ?? ''
        const other = ids[(n * 5 + round) % ids.length] ?? ''
        return [giveDriver(unit, driver), giveTruck(driver, other, drivers), giveDriver(other, null)]
      }),
    )
    all.push(...answers)
    await expectAgreement()
  }
  expect(statuses(all).filter((status) => status !== 200 && status !== 400)).toEqual([])
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(all.length / 2)
})

test('a truck deleted while it is assigned is gone, and no driver has it', async () => {
  const drivers = await crew(4)
  for (let round = 0; round < 6; round++) {
    const id = `D-${round}`
    await parkUnit(site.db, id)
    expect((await giveDriver(id, drivers[0] ?? 0)).status).toBe(200)
    const answers = await Promise.all([
      giveDriver(id, drivers[1] ?? 0),
      ruth('DELETE', `/api/trucks/${id}/`, { headers: keyed() }),
      giveTruck(drivers[2] ?? 0, id, drivers),
      giveDriver(id, null),
    ])
    expect(answers[1]?.status).toBe(204)
    expect(statuses(answers).filter((status) => ![200, 204, 400, 404].includes(status))).toEqual([])
    expect((await ruth('GET', `/api/trucks/${id}/`)).status).toBe(404)
    await expectAgreement()
    for (const driver of drivers) expect((await ruth('GET', `/api/drivers/${driver}/`)).body.truck).not.toBe(id)
  }
})

test('trucks assigned to drivers who change dispatchers at the same time follow their drivers to the new dispatcher', async () => {
  const [ann, bob] = [await hireDispatcher(site.db), await hireDispatcher(site.db)]
  const drivers = await crew(4)
  const ids = await park(4)
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      drivers.flatMap((driver, n) => [
        giveDriver(ids[(n + round) % 4] ?? '', driver),
        ruth('PATCH', `/api/drivers/${driver}/`, {
          body: { dispatcher: (n + round) % 2 ? ann : bob },
          headers: keyed(),
        }),
      ]),
    )
    expect(statuses(answers)).toEqual([200])
    const strays = await site.db.query(
      'test.strays',
      `select t.id from units t left join drivers d on d.id = t.driver_id
       where t.dispatcher_id is distinct from d.dispatcher_id`,
    )
    expect(strays).toEqual([])
    await expectAgreement()
  }
})

test('of trucks created at the same time with the same number, plate, transponder, VIN or vendor id, only one is created', async () => {
  const make = (body: object) => ruth('POST', '/api/trucks/', { body, headers: keyed() })
  const fields = {
    unit_number: 'S-1',
    licence_plate: 'SAME',
    transponder_id: '007',
    vin: '1FUJGLDR8PL101234',
    gomotive_id: 4711,
    pilot_flying_j_truck: 4712,
  }
  for (const [at, [field, value]] of Object.entries(fields).entries()) {
    const answers = await Promise.all([0, 1, 2].map((n) => make(aTruck(`N${at}${n}`, { [field]: value }))))
    expect(answers.map(({ status }) => status).sort(), field).toEqual([201, 400, 400])
    for (const { body } of answers.filter(({ status }) => status === 400)) expect(Object.keys(body)).toEqual([field])
  }
  await expectAgreement()
})

test('a truck that one device sends eight times at once is created once; two trucks that get one plate at once are not both changed', async () => {
  const body = aTruck('1042', { client_id: randomUUID() })
  const send = () => ruth('POST', '/api/trucks/', { body, headers: keyed() })
  const answers = await Promise.all(Array.from({ length: 8 }, send))
  expect(statuses(answers)).toEqual([200, 201])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await site.db.query('test.made', 'select 1 from units')).toHaveLength(1)
  await parkUnit(site.db, 'A')
  await parkUnit(site.db, 'B')
  const changed = await Promise.all(
    ['A', 'B'].map((id) => ruth('PATCH', `/api/trucks/${id}/`, { body: { licence_plate: 'XY 1' }, headers: keyed() })),
  )
  expect(changed.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('trailers created at the same time each get their own number and skip the numbers in use', async () => {
  for (const n of [1002, 1003, 1007]) await parkUnit(site.db, `TL-${n}`, { kind: 'trailer' })
  const make = () => ruth('POST', '/api/trailers/', { body: aTrailer(), headers: keyed() })
  const answers = await Promise.all(Array.from({ length: 16 }, make))
  expect(statuses(answers).filter((status) => status !== 201 && status !== 409)).toEqual([])
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(new Set(made).size).toBe(made.length)
  // A request that was told to retry gets a trailer too.
  for (const { status } of answers) if (status === 409) expect((await make()).status).toBe(201)
  await expectAgreement()
})

/** Runs `first` and holds its locks until the returned function is called, which runs `last` and commits. */
async function holdLocks(first: string, last = 'select 1') {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = site.db.tx(async (sql) => {
    await sql.query(`test.${randomUUID()}`, first)
    held.resolve()
    await free.promise
    await sql.query(`test.${randomUUID()}`, last)
  })
  await held.promise
  return async () => {
    free.resolve()
    await done
  }
}
/** Waits until `count` statements wait for a lock. */
const untilStatementsWait = (count: number) =>
  expect
    .poll(() =>
      site.db.query(
        'test.waiting',
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(count)
/** Waits until one statement that names the table waits for a lock. */
const untilStatementWaitsFor = (table: 'units' | 'drivers') =>
  expect
    .poll(() =>
      site.db.query(
        'test.waiting_for',
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '% ' || $1::text || ' %'`,
        [table],
      ),
    )
    .toHaveLength(1)

test('a truck that another driver got in the meantime is checked against that driver too: one in Firing keeps it', async () => {
  const [driver = 0, other = 0] = await crew(2)
  await park(1)
  const fire = await holdLocks(`update drivers set status = 'firing_process' where id = ${other}`)
  const assign = await holdLocks(
    `select 1 from units where id = 'T-0' for update`,
    `update units set driver_id = ${other}, status = 'assigned' where id = 'T-0'`,
  )
  const given = giveDriver('T-0', driver)
  await untilStatementWaitsFor('units')
  await assign()
  await untilStatementWaitsFor('drivers')
  await fire()
  expect(await given).toMatchObject({
    status: 400,
    body: { driver: ['The units of a driver in Firing can’t be changed.'] },
  })
})

test('a truck created while another with its id is deleted continues the version count of the deleted truck', async () => {
  await parkUnit(site.db, 'D')
  const remove = await holdLocks(
    `delete from units where id = 'D'`,
    `insert into history (area, record_id, version, at, field, from_value, to_value)
     values ('trucks', 'D', 7, now(), 'is_deleted', 'false', 'true')`,
  )
  const made = ruth('POST', '/api/trucks/', { body: aTruck('Z', { id: 'D' }), headers: keyed() })
  await untilStatementWaitsFor('units')
  await remove()
  expect(await made).toMatchObject({ status: 201, body: { id: 'D', version: 8 } })
})

test('a truck sent twice while its driver is locked is created once and is not refused as a taken number', async () => {
  const [driver = 0] = await crew(1)
  const busy = await holdLocks(`select 1 from drivers where id = ${driver} for update`)
  const body = aTruck('1042', { client_id: randomUUID(), driver })
  const sent = [0, 1].map(() => ruth('POST', '/api/trucks/', { body, headers: keyed() }))
  await untilStatementsWait(2)
  await busy()
  expect(statuses(await Promise.all(sent))).toEqual([200, 201])
  await expectAgreement()
})
