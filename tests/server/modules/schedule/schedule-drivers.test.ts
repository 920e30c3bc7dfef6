import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScheduleDriver, UnitService } from '#contract/boards/schedule.ts'
import type { Area } from '#contract/wire/access.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit, planDay } from '#tests/support/server/company.ts'
import { emptyAllButUsers } from '#tests/support/server/database.ts'

let site: TestApp
let manager: Caller
let ann: number
let boone: number

const ALL: readonly Area[] = ['schedule', 'dispatchers', 'drivers', 'trucks', 'trailers']
const callerWith = async (view: readonly Area[]) => site.as(await hire(site.db, { view }))

beforeAll(async () => {
  site = await testApp()
  manager = await site.as(await hire(site.db, { view: ALL, edit: ['trucks', 'trailers', 'drivers'] }))
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyAllButUsers(site.db)
  ann = await hireDispatcher(site.db)
  boone = await hireDriver(site.db, { dispatcher: ann })
})

const RANGE = { first: '2026-11-21', last: '2026-11-27' }

/** The driver as both lists return him. The lists must agree. */
async function scheduledDriver(caller: Caller, { first, last } = RANGE): Promise<ScheduleDriver> {
  const list = (await caller('GET', `/api/schedule/?date_after=${first}&date_before=${last}`)).body
  const path = `/api/drivers/list_for_dispatcher/${ann}/?schedule_date_from=${first}&schedule_date_to=${last}`
  const team = (await caller('GET', path)).body
  const [driver] = list.results[0].drivers
  expect(team.results[0]).toEqual(driver)
  return driver
}
const services = async (range = RANGE): Promise<readonly UnitService[] | undefined> =>
  (await scheduledDriver(manager, range)).services

describe('a cleared day', () => {
  beforeEach(async () => {
    const cleared = await planDay(site.db, { driver: boone, date: '2026-11-22', status: 'on_vacation' })
    await site.db.query('test.clear', 'update schedule_days set status = null, version = 2 where id = $1', [cleared])
    await planDay(site.db, { driver: boone, date: '2026-11-23' })
  })

  test('is in no list of days and is not counted', async () => {
    expect((await scheduledDriver(manager)).days).toMatchObject([{ date: '2026-11-23' }])
    const own = await manager('GET', `/api/schedule/list_for_driver/${boone}/?limit=1`)
    expect(own.body).toMatchObject({ count: 1, next: null, results: [{ date: '2026-11-23' }] })
    expect((await manager('GET', '/api/schedule/?filter=on_vacation')).body).toMatchObject({ count: 0, results: [] })
  })

  test('keeps its history', async () => {
    await site.db.query(
      'test.log',
      `insert into history (area, record_id, version, field, from_value, to_value)
       select 'schedule', id::text, 2, 'status', '"on_vacation"', 'null' from schedule_days where date = $1::date`,
      ['2026-11-22'],
    )
    const [day] = await site.db.query<{ id: number }>(
      'test.cleared',
      'select id from schedule_days where status is null',
    )
    const { status, body } = await manager('GET', `/api/history/schedule/${day?.id}/`)
    expect(status).toBe(200)
    expect(body.results).toMatchObject([{ field: 'status', from: 'on_vacation', to: null }])
  })
})

describe('a driver in the schedule', () => {
  test('has the dates of the status, and the papers for users who may view drivers', async () => {
    await site.db.query(
      'test.papers',
      `update drivers set status = 'on_vacation', status_date_from = '2026-11-22', status_date_to = '2026-11-25',
         med_expire = '2026-11-24', cdl_expire = '2027-01-01' where id = $1`,
      [boone],
    )
    const dates = { current_status_date_from: '2026-11-22', status_date_to: '2026-11-25' }
    const papers = { med_expire: '2026-11-24', CDL_expire: '2027-01-01' }
    expect(await scheduledDriver(manager)).toMatchObject({ ...dates, extra_info: papers, services: [] })
    const other = await scheduledDriver(await callerWith(['schedule', 'dispatchers']))
    expect(other).toMatchObject(dates)
    expect(other).not.toHaveProperty('extra_info')
    expect(other).not.toHaveProperty('services')
  })

  test('has the services of the unit kinds that the user may view, whatever other permissions the user has', async () => {
    await assignUnit(site.db, boone, 'truck', 'T-7')
    await assignUnit(site.db, boone, 'trailer', 'TL-7')
    await site.db.query('test.service', `update units set next_service_date = '2026-11-24'`, [])
    const due = { from: '2026-11-24', until: null, is: 'due' }
    const truck = { unit: 'T-7', kind: 'truck', ...due }
    const trailer = { unit: 'TL-7', kind: 'trailer', ...due }
    const servicesFor = async (...areas: Area[]) =>
      (await scheduledDriver(await callerWith(['schedule', 'dispatchers', ...areas]))).services
    expect(await servicesFor('trucks', 'trailers')).toEqual([truck, trailer])
    expect(await servicesFor('trucks', 'drivers')).toEqual([truck])
    expect(await servicesFor('trailers')).toEqual([trailer])
    const path = `/api/drivers/list_for_dispatcher/${ann}/?schedule_date_from=2026-11-21`
    const [withoutDays] = (await (await callerWith(['dispatchers', 'trucks']))('GET', path)).body.results
    expect(withoutDays).toMatchObject({ days: [], services: [truck] })
  })

  test('has a service that is due in the range or was due before', async () => {
    await assignUnit(site.db, boone, 'truck', 'T-7')
    await site.db.query('test.service', `update units set next_service_date = '2026-11-24'`, [])
    expect(await services({ first: '2026-11-17', last: '2026-11-23' })).toEqual([])
    expect(await services({ first: '2026-12-01', last: '2026-12-07' })).toHaveLength(1)
  })
})

describe('a unit in the workshop', () => {
  const toWorkshop = async (kind: 'truck' | 'trailer', id: string, over: object = {}) => {
    const body = { status: 'on_service', status_date_from: '2026-11-23', status_date_to: '2026-11-24', ...over }
    expect((await manager('PATCH', `/api/${kind}s/${id}/`, { body })).status).toBe(200)
  }
  beforeEach(() => assignUnit(site.db, boone, 'truck', 'T-7'))

  test('is shown with the driver from whom it was taken, on the days of its service', async () => {
    await toWorkshop('truck', 'T-7')
    expect(await scheduledDriver(manager)).toMatchObject({ id: boone, truck: null })
    expect(await services()).toEqual([
      { unit: 'T-7', kind: 'truck', from: '2026-11-23', until: '2026-11-24', is: 'in_service' },
    ])
    expect(await services({ first: '2026-11-25', last: '2026-11-27' })).toEqual([])
    expect(await services({ first: '2026-11-20', last: '2026-11-22' })).toEqual([])
  })

  test('is also shown if the driver gave it back before, and after its dates change', async () => {
    expect((await manager('PATCH', `/api/drivers/${boone}/`, { body: { truck_id: null } })).status).toBe(200)
    expect(await services()).toEqual([])
    await toWorkshop('truck', 'T-7')
    await toWorkshop('truck', 'T-7', { status_date_to: '2026-11-26' })
    expect(await services()).toMatchObject([{ unit: 'T-7', until: '2026-11-26' }])
  })

  test('is shown with its last driver', async () => {
    const lena = await hireDriver(site.db, { dispatcher: ann, first_name: 'Ana', last_name: 'Ana' })
    expect((await manager('PATCH', '/api/trucks/T-7/', { body: { driver: lena } })).status).toBe(200)
    await toWorkshop('truck', 'T-7')
    const { body } = await manager('GET', '/api/schedule/')
    expect(
      body.results[0].drivers.map((one: ScheduleDriver) => [one.id, one.services?.map(({ unit }) => unit)]),
    ).toEqual([
      [lena, ['T-7']],
      [boone, []],
    ])
  })

  test('is no longer shown once the driver has another unit or the unit is back', async () => {
    await toWorkshop('truck', 'T-7')
    await assignUnit(site.db, boone, 'truck', 'T-8')
    expect(await services()).toEqual([])
    await site.db.query('test.sold', `delete from units where id = 'T-8'`, [])
    expect(await services()).toHaveLength(1)
    expect((await manager('PATCH', '/api/trucks/T-7/', { body: { status: 'unassigned' } })).status).toBe(200)
    expect(await services()).toEqual([])
  })

  test('without dates is shown from the first day on; a deleted driver is not a last driver', async () => {
    await parkUnit(site.db, 'TL-3', { kind: 'trailer', status: 'on_service' })
    await site.db.query('test.last', `update units set last_driver_id = $1 where id = 'TL-3'`, [boone])
    expect(await services()).toEqual([
      { unit: 'TL-3', kind: 'trailer', from: '2026-11-21', until: null, is: 'in_service' },
    ])
    await toWorkshop('truck', 'T-7')
    await site.db.query('test.gone', 'delete from drivers where id = $1', [boone])
    expect(await site.db.query('test.kept', 'select id from units where last_driver_id is not null')).toEqual([])
  })
})
