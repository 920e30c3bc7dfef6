import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compareScheduleRows, type ScheduleDay, type ScheduleRow, scheduleRowFits } from '#contract/boards/schedule.ts'
import { SCHEDULE_ORDERINGS } from '#contract/people/dispatcher-choices.ts'
import { addDays } from '#server/records/calendar.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, planDay } from '#tests/support/server/company.ts'
import { driver, maria, planningDesk, site } from '#tests/support/yard/schedule.ts'

planningDesk()

const daysOf = async (id: number, query = ''): Promise<ScheduleDay[]> =>
  (await maria.call('GET', `/api/schedule/list_for_driver/${id}/?limit=1000&${query}`)).body.results
const bulk = (body: object) => maria.bulk({ driver_id: driver, status: 'on_vacation', ...body })

test('a day is created, changed and listed, each step in its history', async () => {
  const created = await maria.create({
    driver,
    date: '2026-11-23',
    status: 'on_the_road',
    description: 'Joliet → Laredo',
  })
  expect(created).toMatchObject({ status: 201, headers: { etag: '"1"' } })
  const changed = await maria.call('PATCH', `/api/schedule/${created.body.id}/`, {
    body: { status: 'detention__layover' },
  })
  expect(changed.body).toEqual({ ...created.body, status: 'detention__layover', version: 2 })
  expect(await daysOf(driver)).toEqual([changed.body])
  const { body } = await maria.call('GET', `/api/history/schedule/${created.body.id}/`)
  expect(
    body.results.map((one: { version: number; field: string }) => `${one.version} ${one.field}`).toSorted(),
  ).toEqual(['1 date', '1 description', '1 driver', '1 status', '2 status'])
})

test('a driver has one day per date: a second one without a client id is refused', async () => {
  await maria.create({ driver, date: '2026-11-23', status: 'on_the_road' })
  const second = await maria.create({ driver, date: '2026-11-23', status: 'on_vacation' })
  expect(second).toMatchObject({ status: 400, body: { date: [expect.any(String)] } })
  expect(await daysOf(driver)).toMatchObject([{ status: 'on_the_road' }])
})

test('a day created on a device is found by its client id', async () => {
  const client_id = randomUUID()
  const body = { driver, date: '2026-11-23', status: 'on_the_road', client_id: client_id.toUpperCase() }
  const created = await maria.create(body)
  expect(created.body.client_id).toBe(client_id)
  const again = await maria.create({ ...body, status: 'on_vacation' })
  expect(again).toMatchObject({ status: 200, text: created.text })
  const changed = await maria.call('PATCH', `/api/schedule/${client_id}/`, { body: { description: 'Reefer at 34 °F' } })
  expect(changed.body).toMatchObject({ id: created.body.id, description: 'Reefer at 34 °F', version: 2 })
  expect((await maria.call('GET', `/api/history/schedule/${client_id}/`)).body.count).toBe(4)
  expect((await maria.call('PATCH', `/api/schedule/${randomUUID()}/`, { body: {} })).status).toBe(404)
})

test('a day of an unknown driver, or with too long a description, is refused by field', async () => {
  expect((await maria.create({ driver: 4711, date: '2026-11-23', status: 'on_the_road' })).body).toHaveProperty(
    'driver',
  )
  const wordy = { driver, date: '2026-11-23', status: 'on_the_road', description: 'x'.repeat(501) }
  expect((await maria.create(wordy)).body).toEqual({ description: ['At most 500 characters.'] })
})

test('a bulk edit changes existing days, creates missing ones, and logs each change', async () => {
  const unchanged = await planDay(site.db, { driver, date: '2026-11-24', status: 'on_vacation', description: 'home' })
  const changed = await planDay(site.db, { driver, date: '2026-11-25', description: 'Laredo' })
  const outside = await planDay(site.db, { driver, date: '2026-11-27' })
  const name = randomUUID()
  const names = { '2026-11-25': randomUUID(), '2026-11-26': name, '2027-01-01': randomUUID() }
  const { status, body } = await bulk({ date_from: '2026-11-24', date_to: '2026-11-26', client_ids: names })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { id: unchanged, date: '2026-11-24', status: 'on_vacation', description: 'home', version: 1, client_id: null },
    {
      id: changed,
      date: '2026-11-25',
      status: 'on_vacation',
      description: 'Laredo',
      version: 2,
      client_id: names['2026-11-25'],
    },
    { date: '2026-11-26', status: 'on_vacation', description: '', version: 1, client_id: name },
  ])
  expect((await daysOf(driver)).map((one) => one.status)).toEqual([
    'on_vacation',
    'on_vacation',
    'on_vacation',
    'on_the_road',
  ])
  const historyOf = async (id: number) => (await maria.call('GET', `/api/history/schedule/${id}/`)).body.results
  expect(await historyOf(changed)).toMatchObject([
    { version: 2, field: 'status', from: 'on_the_road', to: 'on_vacation' },
  ])
  expect(await historyOf(unchanged)).toEqual([])
  expect(await historyOf(outside)).toEqual([])
  expect((await historyOf(body[2].id)).map((one: { field: string }) => one.field).toSorted()).toEqual([
    'date',
    'driver',
    'status',
  ])
})

test('a bulk edit is all or nothing', async () => {
  const taken = randomUUID()
  await planDay(site.db, { driver, date: '2026-12-24', client_id: taken })
  await planDay(site.db, { driver, date: '2026-11-24' })
  const refused = await bulk({ date_from: '2026-11-24', date_to: '2026-11-26', client_ids: { '2026-11-26': taken } })
  expect(refused).toMatchObject({ status: 400, body: { client_ids: [expect.any(String)] } })
  expect((await daysOf(driver)).map((one) => one.status)).toEqual(['on_the_road', 'on_the_road'])
})

test('a bulk edit covers at most 366 days, in order, of an existing driver', async () => {
  expect((await bulk({ date_from: '2026-01-01', date_to: '2027-01-01' })).body).toHaveLength(366)
  expect((await bulk({ date_from: '2026-01-01', date_to: '2027-01-02' })).body).toHaveProperty('date_to')
  expect((await bulk({ date_from: '2026-01-02', date_to: '2026-01-01' })).body).toHaveProperty('date_to')
  expect((await bulk({ date_from: '2026-01-01', date_to: '2026-01-01', driver_id: 4711 })).body).toHaveProperty(
    'driver_id',
  )
})

test('concurrent bulk edits and single days create every day once, and no bulk edit is refused', async () => {
  const dates = ['2026-11-24', '2026-11-25', '2026-11-26']
  const edits = (['on_vacation', 'safety_orientation'] as const).flatMap((status) =>
    Array.from({ length: 4 }, () => bulk({ date_from: '2026-11-24', date_to: '2026-11-26', status })),
  )
  const days = dates.map((date) => maria.create({ driver, date, status: 'on_the_road' }))
  for (const edited of await Promise.all(edits)) expect(edited).toMatchObject({ status: 200, body: { length: 3 } })
  for (const { status } of await Promise.all(days)) expect([201, 400]).toContain(status)
  expect((await daysOf(driver)).map((one) => one.date)).toEqual(dates)
})

test('the schedule lists dispatchers by name with their drivers and days; drivers without a dispatcher come last', async () => {
  const zoe = await hireDispatcher(site.db, { first_name: 'Zoe', last_name: 'Hart' })
  const abe = await hireDispatcher(site.db, { first_name: 'abe', last_name: 'Lin', status: 'on_vacation' })
  const boone = await hireDriver(site.db, { dispatcher: zoe })
  const adams = await hireDriver(site.db, {
    dispatcher: zoe,
    first_name: 'Ann',
    last_name: 'Adams',
    status: 'on_vacation',
  })
  await assignUnit(site.db, boone, 'truck', 'T-7')
  for (const date of ['2026-11-20', '2026-11-21', '2026-11-27', '2026-11-28'])
    await planDay(site.db, { driver: boone, date })
  const { body } = await maria.call('GET', '/api/schedule/')
  expect(body).toMatchObject({ count: 3, next: null, previous: null })
  expect(body.results.map((row: ScheduleRow) => row.id)).toEqual([abe, zoe, null])
  expect(body.results[0]).toMatchObject({ status: 'on_vacation', user: { first_name: 'abe' }, drivers: [] })
  expect(body.results[1].drivers).toMatchObject([
    { id: adams, current_status: 'on_vacation', truck: null, days: [] },
    { id: boone, truck: 'T-7', days: [{ date: '2026-11-21' }, { date: '2026-11-27' }] },
  ])
  expect(body.results[2]).toMatchObject({ id: null, user: null, status: null, drivers: [{ id: driver }] })
  const byStatus = await maria.call('GET', '/api/schedule/?ordering=status')
  expect(byStatus.body.results.map((row: ScheduleRow) => row.id)).toEqual([zoe, abe, null])
})

test('the schedule is paged by dispatcher, with none repeated and none skipped', async () => {
  const dispatchers: number[] = []
  for (let n = 0; n < 7; n++) dispatchers.push(await hireDispatcher(site.db, { first_name: n % 2 ? 'Sam' : 'Kim' }))
  for (const ordering of ['first_name,last_name', 'status']) {
    const whole = (await maria.call('GET', `/api/schedule/?ordering=${ordering}`)).body.results.map(
      (row: ScheduleRow) => row.id,
    )
    const paged: unknown[] = []
    for (let next = `/api/schedule/?limit=3&ordering=${ordering}`; next; ) {
      const { body } = await maria.call('GET', next)
      paged.push(...body.results.map((row: ScheduleRow) => row.id))
      next = body.next
    }
    expect(paged).toEqual(whole)
    expect(whole.toSorted()).toEqual([...dispatchers, null].toSorted())
  }
})

test('the device sorts and filters its stored rows as the server does', async () => {
  const people = [
    ['Zoe', 'working'],
    ['abe', 'on_vacation'],
    ['Abe', 'dissmissed'],
    ['Zoe', 'on_vacation'],
    ['Mia', 'working'],
  ] as const
  for (const [first_name, status] of people) {
    const dispatcher = await hireDispatcher(site.db, { first_name, last_name: 'Adams', status })
    const hired = await hireDriver(site.db, { dispatcher })
    if (first_name === 'Zoe') await planDay(site.db, { driver: hired, date: '2026-11-22', status: 'firing_process' })
  }
  const range = 'date_after=2026-11-21&date_before=2026-11-27'
  const rows = async (query: string): Promise<ScheduleRow[]> =>
    (await maria.call('GET', `/api/schedule/?${range}&${query}`)).body.results
  const stored = await rows('')
  expect(stored).toHaveLength(6)
  for (const ordering of SCHEDULE_ORDERINGS) {
    for (const filter of ['', 'firing_process', 'on_vacation'] as const) {
      const created = stored
        .filter((row) => scheduleRowFits(row, filter, '2026-11-21', '2026-11-27'))
        .toSorted(compareScheduleRows(ordering))
      expect(created).toEqual(await rows(`ordering=${ordering}&filter=${filter}`))
    }
  }
})

test('a filter returns the rows in which a day of the range has that status, with all their drivers', async () => {
  const zoe = await hireDispatcher(site.db, { first_name: 'Zoe' })
  await hireDispatcher(site.db, { first_name: 'Abe' })
  const boone = await hireDriver(site.db, { dispatcher: zoe })
  await hireDriver(site.db, { dispatcher: zoe })
  await planDay(site.db, { driver: boone, date: '2026-11-22', status: 'firing_process' })
  const filtered = async (query: string) => (await maria.call('GET', `/api/schedule/?${query}`)).body
  const found = await filtered('filter=firing_process')
  expect(found).toMatchObject({ count: 1, results: [{ id: zoe }] })
  expect(found.results[0].drivers).toHaveLength(2)
  expect(await filtered('filter=firing_process&date_after=2026-11-23')).toMatchObject({ count: 0, results: [] })
  await planDay(site.db, { driver, date: '2026-11-22', status: 'firing_process' })
  expect((await filtered('filter=firing_process')).results.map((row: ScheduleRow) => row.id)).toEqual([zoe, null])
})

test('a range with one end given is seven days long; a reversed or too long range is refused', async () => {
  for (const date of ['2026-10-01', '2026-10-07', '2026-10-08']) await planDay(site.db, { driver, date })
  const dates = async (query: string) =>
    (await maria.call('GET', `/api/schedule/?${query}`)).body.results[0].drivers[0].days.map(
      (day: ScheduleDay) => day.date,
    )
  expect(await dates('date_after=2026-10-01')).toEqual(['2026-10-01', '2026-10-07'])
  expect(await dates('date_before=2026-10-08')).toEqual(['2026-10-07', '2026-10-08'])
  for (const range of [
    'date_after=2026-10-02&date_before=2026-10-01',
    'date_after=2026-01-01&date_before=2027-01-02',
  ]) {
    expect((await maria.call('GET', `/api/schedule/?${range}`)).body).toHaveProperty('date_before')
  }
  expect((await maria.call('GET', '/api/schedule/?date_after=2099-12-31')).status).toBe(200)
  expect((await maria.call('GET', '/api/schedule/?date_before=1990-01-01')).status).toBe(200)
})

test.each([
  ['in the night before clocks go forward', '2026-03-08T05:59:59Z', '2026-03-07', '2026-03-13'],
  ['on the day clocks go forward', '2026-03-09T04:59:59Z', '2026-03-08', '2026-03-14'],
  ['on the day after clocks go forward', '2026-03-09T05:00:00Z', '2026-03-09', '2026-03-15'],
  ['on the day clocks go back', '2026-11-02T05:59:59Z', '2026-11-01', '2026-11-07'],
  ['on the day after clocks go back', '2026-11-02T06:00:00Z', '2026-11-02', '2026-11-08'],
  ['in the last night of a year', '2027-01-01T05:59:59Z', '2026-12-31', '2027-01-06'],
])('%s, the week is the seven days from the company’s current day on', async (_, now, first, last) => {
  const before = site.clock.now
  try {
    site.clock.now = new Date(now)
    const caller = await site.as(await hire(site.db, { view: ['schedule'] }))
    for (let n = -1; n <= 7; n++) await planDay(site.db, { driver, date: addDays(first, n) })
    const dates = async (query: string) =>
      (await caller('GET', `/api/schedule/?${query}`)).body.results[0].drivers[0].days.map(
        (day: ScheduleDay) => day.date,
      )
    const week = Array.from({ length: 7 }, (__, n) => addDays(first, n))
    expect(week.at(-1)).toBe(last)
    expect(await dates('')).toEqual(week)
    expect(await dates(`date_after=${first}`)).toEqual(week)
    expect(await dates(`date_before=${last}`)).toEqual(week)
  } finally {
    site.clock.now = before
  }
})

test('the days of one driver are listed by date in pages; an unknown driver is a 404', async () => {
  for (const date of ['2026-10-03', '2026-10-01', '2026-10-02']) await planDay(site.db, { driver, date })
  const first = await maria.call('GET', `/api/schedule/list_for_driver/${driver}/?limit=2`)
  expect(first.body.results.map((day: ScheduleDay) => day.date)).toEqual(['2026-10-01', '2026-10-02'])
  expect((await maria.call('GET', first.body.next)).body).toMatchObject({
    count: 3,
    next: null,
    results: [{ date: '2026-10-03' }],
  })
  expect(await daysOf(driver, 'date_after=2026-10-02&date_before=2026-10-02')).toMatchObject([{ date: '2026-10-02' }])
  expect((await maria.call('GET', '/api/schedule/list_for_driver/4711/')).status).toBe(404)
  const cursor = Buffer.from('["date","9999-99-99"]').toString('base64url')
  const odd = await maria.call('GET', `/api/schedule/list_for_driver/${driver}/?cursor=${cursor}`)
  expect(odd).toMatchObject({ status: 400, body: { cursor: [expect.any(String)] } })
})
