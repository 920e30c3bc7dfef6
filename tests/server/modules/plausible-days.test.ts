import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const SINCE_1990 = 'Enter a date between 1990 and 2099.'
const SINCE_2000 = 'Enter a date between 2000 and 2099.'
/** Dates that an earlier version of the app, or another program, may send. */
const IMPLAUSIBLE = ['0026-11-05', '0027-12-05', '1927-12-05', '2100-01-01', '9999-12-31']

let site: TestApp
let admin: Caller
let manager: number
let driver: number
let dispatcher: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  manager = await hire(site.db, { role: 'fleet_manager' })
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
  driver = await hireDriver(site.db)
  dispatcher = await hireDispatcher(site.db)
  await parkUnit(site.db, '1042')
})
afterAll(() => site.close())

interface DateInput {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: () => string
  readonly body?: (day: string) => unknown
  readonly query?: (day: string) => string
  readonly expected: (day: string) => unknown
}
const field = (name: string, words = SINCE_1990) => ({ [name]: [words] })
const report = (over: object) => ({
  fleet_manager: manager,
  transport: '1042',
  career: 'Joliet Truck Care',
  total_cost: 90,
  service_type: 'pm_a',
  report_type: 'no_defect',
  ...over,
})
const post = (name: string, path: string, body: DateInput['body'], expected: unknown): DateInput => ({
  name,
  method: 'POST',
  path: () => path,
  ...(body && { body }),
  expected: () => expected,
})
const patch = (name: string, path: () => string, param: string): DateInput => ({
  name,
  method: 'PATCH',
  path,
  body: (day) => ({ [param]: day }),
  expected: () => field(param),
})
const get = (name: string, path: () => string, param: string, more = ''): DateInput => ({
  name,
  method: 'GET',
  path,
  query: (day) => `?${param}=${day}${more}`,
  expected: () => field(param),
})

const DATE_INPUTS: readonly DateInput[] = [
  patch('a driver’s status', () => `/api/drivers/${driver}/`, 'status_date_from'),
  patch('the end of a driver’s status', () => `/api/drivers/${driver}/`, 'status_date_to'),
  patch('a medical card', () => `/api/drivers/${driver}/`, 'med_expire'),
  patch('a CDL', () => `/api/drivers/${driver}/`, 'CDL_expire'),
  patch('a dispatcher’s status', () => `/api/dispatchers/${dispatcher}/`, 'status_date_from'),
  patch('a truck’s status', () => '/api/trucks/1042/', 'status_date_from'),
  patch('a truck’s service', () => '/api/trucks/1042/', 'next_service_date'),
  patch('a truck’s registration', () => '/api/trucks/1042/', 'registration_expire'),
  post('a new truck', '/api/trucks/', (day) => aTruck('7', { status_date_from: day }), field('status_date_from')),
  post('a new trailer', '/api/trailers/', (day) => aTrailer({ status_date_to: day }), field('status_date_to')),
  post(
    'a day of the schedule',
    '/api/schedule/',
    (date) => ({ date, status: 'on_vacation', driver }),
    field('date', SINCE_2000),
  ),
  {
    ...post('a bulk edit', '/api/schedule/status-bulk-edit/', undefined, field('date_from', SINCE_2000)),
    body: (day) => ({ date_from: day, date_to: '2026-12-01', driver_id: driver, status: 'on_vacation' }),
  },
  post(
    'days pasted into the week',
    '/api/schedule/days/',
    (date) => ({
      driver,
      days: [
        { date: '2026-11-23', status: null },
        { date, status: 'on_vacation' },
      ],
    }),
    { days: { 1: field('date', SINCE_2000) } },
  ),
  post('a report’s due date', '/api/maintenance/inspections/', (due_date) => report({ due_date }), field('due_date')),
  post('an approval', '/api/maintenance/inspections/', (day) => report({ approved_date: day }), field('approved_date')),
  get('a list of drivers', () => '/api/drivers/', 'date_after'),
  get(
    'fuel expenses',
    () => '/api/pilot_flying_j/fuel_transactions/fuel-expenses/',
    'date_after',
    '&date_before=2026-11-20',
  ),
  get('the schedule', () => '/api/schedule/', 'date_after'),
  get('inspections', () => '/api/maintenance/inspections/', 'date_before'),
]

describe.each(DATE_INPUTS)('$name', ({ method, path, body, query, expected }) => {
  test.each(IMPLAUSIBLE)('refuses %s, with an error at the field that states the valid range', async (day) => {
    const answer = await admin(method, `${path()}${query?.(day) ?? ''}`, { ...(body && { body: body(day) }) })
    expect([answer.status, answer.body]).toEqual([400, expected(day)])
  })
})

test('an implausible date that waited on a device is refused at its field, and the other change of the batch is made', async () => {
  const changed = (body: unknown) => ({
    call: 'drivers.update',
    params: { id: driver },
    headers: { 'Idempotency-Key': `"${randomUUID()}"` },
    body: JSON.stringify(body),
  })
  const changes = [changed({ med_expire: '0027-12-05' }), changed({ med_expire: '2027-12-05' })]
  const { body } = await admin('POST', '/api/changes/', { body: { changes } })
  expect(body.answers).toMatchObject([{ status: 400, body: field('med_expire') }, { status: 200 }])
  expect((await admin('GET', `/api/drivers/${driver}/`)).body.extra_info.med_expire).toBe('2027-12-05')
})

test('a report from a device with an impossible clock is dated today', async () => {
  for (const made_at of ['0026-11-05T10:00:00Z', '1970-01-01T00:00:07Z', '2126-11-05T10:00:00Z']) {
    const { status, body } = await admin('POST', '/api/maintenance/inspections/', { body: report({ made_at }) })
    expect([status, body.date, body.made_at]).toEqual([201, '2026-11-21', NOW.toISOString()])
  }
})

test('an inspection cannot be passed on a future day, except for a clock that is one day ahead', async () => {
  const words = { inspection_passed_date: ['This day is in the future.'] }
  const make = (id: string, day: string) =>
    admin('POST', '/api/trucks/', { body: aTruck(id, { inspection_passed_date: day }) })
  expect(await make('8', '2026-11-23')).toMatchObject({ status: 400, body: words })
  expect(await make('8', '2062-11-20')).toMatchObject({ status: 400, body: words })
  expect(await make('8', '2026-11-22')).toMatchObject({ status: 201 })
  const change = (body: object) => admin('PATCH', '/api/trucks/8/', { body })
  expect(await change({ inspection_passed_date: '2027-01-04' })).toMatchObject({ status: 400, body: words })
  // A change of another field does not check the stored date.
  await site.db.query('test.future', `update units set inspection_passed_date = '2027-01-04' where id = '8'`)
  expect((await change({ year: 2024, color: 'Red' })).status).toBe(200)
})

describe('a service date', () => {
  const WORDS = 'This is a 2023 unit: enter a day on or after 2023.'
  test('of a new unit must not be before its model year', async () => {
    const old = aTruck('7', { inspection_passed_date: '2022-12-31', next_service_date: '2020-01-01' })
    const { status, body } = await admin('POST', '/api/trucks/', { body: old })
    expect([status, body]).toEqual([400, { inspection_passed_date: [WORDS], next_service_date: [WORDS] }])
    const { status: made } = await admin('POST', '/api/trucks/', {
      body: aTruck('7', { year: 2027, inspection_passed_date: '2026-11-20' }),
    })
    expect(made).toBe(201)
  })

  test('that is changed is checked against the unit’s year, and a changed year against the unit’s services', async () => {
    await admin('POST', '/api/trucks/', { body: aTruck('7') })
    const change = (body: object) => admin('PATCH', '/api/trucks/7/', { body })
    expect((await change({ next_service_date: '2022-12-31' })).body).toEqual({ next_service_date: [WORDS] })
    expect((await change({ next_service_date: '2023-01-01' })).status).toBe(200)
    expect((await change({ year: 2024 })).body).toEqual({
      year: ['This is a 2024 unit: enter a day on or after 2024.'],
    })
    expect((await change({ year: 2024, next_service_date: '2027-01-01' })).status).toBe(200)
    expect((await change({ color: 'Red' })).status).toBe(200)
  })

  test('that is stored but invalid blocks no other change, and can be corrected', async () => {
    await admin('POST', '/api/trucks/', { body: aTruck('7') })
    await site.db.query('test.old', `update units set next_service_date = '0027-12-05' where id = '7'`)
    const change = (body: object) => admin('PATCH', '/api/trucks/7/', { body })
    expect((await change({ color: 'Red', year: 2024 })).body.next_service_date).toBe('0027-12-05')
    expect((await change({ next_service_date: '2027-12-05' })).body.next_service_date).toBe('2027-12-05')
  })
})
