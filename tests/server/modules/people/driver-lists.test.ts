import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DriverName } from '#contract/people/drivers.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import type { Area } from '#contract/wire/access.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit, planDay } from '#tests/support/server/company.ts'
import { buyFuel, driveMiles } from '#tests/support/yard/figures.ts'

const AREAS = ['drivers', 'dispatchers', 'trucks', 'trailers', 'schedule'] as const
let site: TestApp
let maria: Caller
let terrence: number
let lena: number
let ann: number

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  maria = await site.as(await hire(db, { view: AREAS, edit: ['drivers'] }))
  ann = await hireDispatcher(db, { first_name: 'Ann', last_name: 'Example' })
  terrence = await hireDriver(db, { first_name: 'Terrence', last_name: 'Boone', dispatcher: ann })
  lena = await hireDriver(db, { first_name: 'Lena', last_name: 'Ortiz', dispatcher: ann, status: 'on_vacation' })
  await assignUnit(db, terrence, 'truck', '1042')
  await assignUnit(db, terrence, 'trailer', 'TL-1')
})
afterAll(() => site.close())

describe('a driver’s figures', () => {
  beforeAll(async () => {
    // Today is Saturday the 21st. The last seven days begin on the 15th.
    const fuel = { '2026-11-14': 1000, '2026-11-15': 100.1, '2026-11-21': 20.2, '2026-11-22': 5000 }
    for (const [date, amount] of Object.entries(fuel)) await buyFuel(site.db, terrence, date, amount)
    const miles = { '2026-11-14': 400.5, '2026-11-15': 100.2, '2026-11-21': 33.3 }
    for (const [date, count] of Object.entries(miles)) await driveMiles(site.db, terrence, date, count)
    await site.db.query('test.lifetime', 'update drivers set miles_driven = 123456.789 where id = $1', [terrence])
  })
  const listed = async (query: string) => {
    const { body } = await maria('GET', `/api/drivers/?search=terrence&${query}`)
    return [body.results[0].expenses_and_income.fuel_expenses, body.results[0].miles_driven]
  }

  test('cover the last seven days including today, with the miles of all time, unless a range is requested', async () => {
    expect(await listed('')).toEqual([120.3, 123456.789])
    expect(await listed('date_after=2026-11-14&date_before=2026-11-15')).toEqual([1100.1, 500.7])
    expect(await listed('date_after=2026-11-14')).toEqual([1100.1, 500.7])
    expect(await listed('date_before=2026-11-20')).toEqual([1100.1, 500.7])
    expect(await listed('date_after=2026-11-22&date_before=2026-11-22')).toEqual([5000, 0])
  })

  test('are also in the record of one driver, read or changed, and are zero for a driver without any', async () => {
    const figures = { expenses_and_income: { fuel_expenses: 120.3 }, miles_driven: 123456.789 }
    expect((await maria('GET', `/api/drivers/${terrence}/`)).body).toMatchObject(figures)
    expect((await maria('PATCH', `/api/drivers/${terrence}/`, { body: { rate: '1' } })).body).toMatchObject(figures)
    expect((await maria('GET', `/api/drivers/${lena}/`)).body).toMatchObject({
      expenses_and_income: { fuel_expenses: 0 },
      miles_driven: 0,
    })
  })

  test('follow the day in Chicago', async () => {
    site.clock.now = new Date('2026-11-22T05:59:00Z') // still the 21st there
    const late = await site.as(await hire(site.db, { view: ['drivers'] }))
    const fuel = async () => (await late('GET', `/api/drivers/${terrence}/`)).body.expenses_and_income.fuel_expenses
    expect(await fuel()).toBe(120.3)
    site.clock.now = new Date('2026-11-22T06:00:00Z')
    expect(await fuel()).toBe(5020.2)
    site.clock.now = NOW
  })

  test('are refused at the end date for a reversed or too long range', async () => {
    for (const range of [
      'date_after=2026-11-02&date_before=2026-11-01',
      'date_after=2025-11-20&date_before=2026-11-21',
    ]) {
      const answer = await maria('GET', `/api/drivers/?${range}`)
      expect(answer, range).toMatchObject({ status: 400, body: { date_before: [expect.any(String)] } })
    }
    expect((await maria('GET', '/api/drivers/?date_after=2025-11-21&date_before=2026-11-21')).status).toBe(200)
    expect((await maria('GET', '/api/drivers/?date_after=2099-12-31')).status).toBe(200)
    expect((await maria('GET', '/api/drivers/?date_before=1990-01-01')).status).toBe(200)
  })
})

describe('a dispatcher’s drivers', () => {
  beforeAll(async () => {
    for (const date of ['2026-11-20', '2026-11-21', '2026-11-27', '2026-11-28']) {
      await planDay(site.db, { driver: terrence, date, description: date })
    }
  })
  const team = (caller: Caller, query = '') => caller('GET', `/api/drivers/list_for_dispatcher/${ann}/?${query}`)

  test('are sorted by name, with the days of today and the next six days, unless a range is requested', async () => {
    const { body } = await team(maria)
    expect(body).toMatchObject({
      count: 2,
      next: null,
      results: [
        { id: lena, truck: null, trailer: null, current_status: 'on_vacation', days: [] },
        { id: terrence, truck: '1042', trailer: 'TL-1', current_status: 'on_the_road' },
      ],
    })
    const days = (answer: typeof body) => answer.results[1].days.map(({ date }: { date: string }) => date)
    expect(days(body)).toEqual(['2026-11-21', '2026-11-27'])
    expect(body.results[1].days[0]).toMatchObject({ driver: terrence, description: '2026-11-21', version: 1 })
    expect(days((await team(maria, 'schedule_date_from=2026-11-20&schedule_date_to=2026-11-20')).body)).toEqual([
      '2026-11-20',
    ])
    expect(days((await team(maria, 'schedule_date_to=2026-11-26')).body)).toEqual(['2026-11-20', '2026-11-21'])
    expect(await team(maria, 'schedule_date_from=2026-11-20&schedule_date_to=2026-11-19')).toMatchObject({
      status: 400,
      body: { schedule_date_to: [expect.any(String)] },
    })
    expect((await team(maria, 'schedule_date_from=2025-11-19&schedule_date_to=2026-11-20')).status).toBe(400)
  })

  test('come without days for a user who may not view the schedule', async () => {
    const greg = await site.as(await hire(site.db, { view: ['dispatchers'], edit: ['schedule'] }))
    const { body } = await team(greg, 'schedule_date_from=2026-11-20')
    expect(body.results.map(({ id, days }: { id: number; days: unknown }) => [id, days])).toEqual([
      [lena, []],
      [terrence, []],
    ])
  })

  test('are paged, and available as names for pickers', async () => {
    const first = await team(maria, 'limit=1')
    expect(first.body).toMatchObject({ count: 2, results: [{ id: lena }] })
    expect((await maria('GET', first.body.next)).body).toMatchObject({ next: null, results: [{ id: terrence }] })
    const names = await maria('GET', `/api/drivers/list_for_dispatcher/${ann}/mini/?limit=1000`)
    expect(names.body.results).toMatchObject([
      { id: lena, current_status: 'on_vacation', dispatcher: ann, truck: null },
      { id: terrence, current_status: 'on_the_road', dispatcher: ann, truck: '1042', trailer: 'TL-1' },
    ])
  })

  test('are a 404 for an unknown dispatcher, and an empty list for a dispatcher without drivers', async () => {
    const bob = await hireDispatcher(site.db)
    const gone = await hireDispatcher(site.db)
    await site.db.query('test.gone', 'update dispatchers set is_current = false where id = $1', [gone])
    for (const path of ['', 'mini/']) {
      const list = (id: number | string) => maria('GET', `/api/drivers/list_for_dispatcher/${id}/${path}`)
      expect((await list(bob)).body).toMatchObject({ count: 0, results: [] })
      for (const id of [4711, gone, 999999999999999, '019af3b0-0000-7000-8000-000000000001']) {
        expect((await list(id)).status, String(id)).toBe(404)
      }
    }
  })
})

describe('names for pickers', () => {
  test('of drivers include status and dispatcher, and no e-mail address or phone number', async () => {
    const { body } = await maria('GET', '/api/drivers/mini-list/?limit=500')
    const leaders = (await maria('GET', '/api/dispatchers/mini-list/?limit=500')).body.results
    const [listed] = (await maria('GET', '/api/drivers/')).body.results
    expect(listed.dispatcher.user).toMatchObject({ email: '', phone: '' })
    for (const { user } of [...body.results, ...leaders]) expect(user).toMatchObject({ email: '', phone: '' })
    expect(body.results).toMatchObject([
      { id: lena, current_status: 'on_vacation', dispatcher: ann },
      { id: terrence, current_status: 'on_the_road', dispatcher: ann, truck: '1042' },
    ])
  })

  test('of drivers show when papers expire to users who may view drivers, only that they have lapsed to users who may view units, and nothing to others', async () => {
    const lists = ['/api/drivers/mini-list/', `/api/drivers/list_for_dispatcher/${ann}/mini/`]
    const papers = (med: string | null, cdl: string | null) =>
      site.db.query('test.papers', 'update drivers set med_expire = $1::date, cdl_expire = $2::date where id = $3', [
        med,
        cdl,
        lena,
      ])
    const papersUntilFor = async (...view: Area[]) => {
      const by = await site.as(await hire(site.db, { view }))
      const responses = await Promise.all(lists.map(async (list) => (await by('GET', list)).body.results))
      const untils = responses.map((rows) => rows.find(({ id }: DriverName) => id === lena).papers_until)
      expect(untils[1]).toBe(untils[0])
      return untils[0]
    }
    const papersUntilForAll = async () => [
      await papersUntilFor('dispatchers', 'drivers'),
      await papersUntilFor('dispatchers', 'trailers'),
      await papersUntilFor('dispatchers', 'schedule'),
    ]
    await papers('2027-05-05', '2026-12-01')
    expect(await papersUntilForAll()).toEqual(['2026-12-01', null, null])
    await papers('2026-10-01', null)
    expect(await papersUntilForAll()).toEqual(['2026-10-01', '2026-11-20', null])
    await papers('2026-11-21', null)
    expect(await papersUntilForAll()).toEqual(['2026-11-21', null, null])
    await papers(null, null)
    expect(await papersUntilForAll()).toEqual([null, null, null])
  })

  test('of trucks and trailers are sorted by id in code-unit order, with the current driver', async () => {
    for (const id of ['b', 'B', 'a 1', 'a-1', 'A_1', '10', '9']) await parkUnit(site.db, id)
    await parkUnit(site.db, 'TL-0', { kind: 'trailer', status: 'on_service', status_date_to: '2026-12-01' })
    const rows: UnitName[] = []
    for (let next = '/api/trucks/mini-list/?limit=3'; next; ) {
      const { body } = await maria('GET', next)
      expect(body.count).toBe(8)
      rows.push(...body.results)
      next = body.next
    }
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(['10', '1042', '9', 'A_1', 'B', 'a 1', 'a-1', 'b'])
    expect(rows[1]).toEqual({
      id: '1042',
      number: '1042',
      formerly: [],
      kind: 'truck',
      transport_model: '',
      year: null,
      licence_plate: null,
      vin: null,
      status: 'assigned',
      status_date_from: null,
      status_date_to: null,
      driver: { id: terrence, first_name: 'Terrence', last_name: 'Boone', is_firing: false },
      version: 1,
      client_id: null,
      inspection_passed_date: null,
      next_service_date: null,
      registration_expire: null,
      open_major_defects: 0,
      open_majors: [],
    })
    expect((await maria('GET', '/api/trailers/mini-list/')).body.results).toMatchObject([
      { id: 'TL-0', kind: 'trailer', status: 'on_service', status_date_to: '2026-12-01', driver: null },
      { id: 'TL-1', driver: { id: terrence } },
    ])
  })
})
