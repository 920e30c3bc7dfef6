import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hireDriver, planDay } from '#tests/support/server/company.ts'
import {
  driver,
  historyOf,
  MON,
  maria,
  planningDesk,
  rowsOf,
  site,
  THU,
  TUE,
  WED,
} from '#tests/support/yard/schedule.ts'

planningDesk()

test('several days are planned, changed and cleared in one request, each step in its history', async () => {
  const unchanged = await planDay(site.db, { driver, date: MON, status: 'on_vacation', description: 'home' })
  const changed = await planDay(site.db, { driver, date: TUE, description: 'Laredo' })
  const cleared = await planDay(site.db, { driver, date: WED, description: 'Joliet' })
  const { status, body } = await maria.setDays(driver, [
    { date: WED, status: null },
    { date: THU, status: 'firing_process', description: 'Last day' },
    { date: TUE, status: 'on_vacation' },
    { date: MON, status: 'on_vacation', description: 'home' },
  ])
  expect(status).toBe(200)
  const created = body.days[2].id
  expect(body).toEqual({
    days: [
      { id: unchanged, date: MON, status: 'on_vacation', description: 'home', driver, client_id: null, version: 1 },
      { id: changed, date: TUE, status: 'on_vacation', description: 'Laredo', driver, client_id: null, version: 2 },
      {
        id: created,
        date: THU,
        status: 'firing_process',
        description: 'Last day',
        driver,
        client_id: null,
        version: 1,
      },
    ],
    cleared: [{ date: WED, version: 2 }],
  })
  expect(await historyOf(site, unchanged)).toEqual([])
  expect(await historyOf(site, changed)).toEqual(['2 status: on_the_road → on_vacation'])
  expect(await historyOf(site, cleared)).toEqual(['2 description: Joliet → ', '2 status: on_the_road → ∅'])
  expect(await historyOf(site, created)).toEqual([
    `1 date: ∅ → ${THU}`,
    '1 description: ∅ → Last day',
    `1 driver: ∅ → ${driver}`,
    '1 status: ∅ → firing_process',
  ])
})

test('a cleared day that is planned again keeps its row, client id and version count', async () => {
  const client_id = randomUUID()
  const id = await planDay(site.db, { driver, date: MON, client_id })
  expect((await maria.setDays(driver, [{ date: MON, status: null, description: 'left aside' }])).body).toEqual({
    days: [],
    cleared: [{ date: MON, version: 2 }],
  })
  const { body } = await maria.setDays(driver, [{ date: MON, status: 'on_vacation', description: 'home' }])
  expect(body).toMatchObject({
    days: [{ id, client_id, status: 'on_vacation', description: 'home', version: 3 }],
    cleared: [],
  })
  expect(await historyOf(site, id)).toEqual([
    '2 status: on_the_road → ∅',
    '3 description:  → home',
    '3 status: ∅ → on_vacation',
  ])
})

test('days that already are as requested are returned unchanged: no new version, no history', async () => {
  const id = await planDay(site.db, { driver, date: MON, description: 'home' })
  await planDay(site.db, { driver, date: TUE })
  await maria.setDays(driver, [{ date: TUE, status: null }])
  const { body } = await maria.setDays(driver, [
    { date: MON, seen: 0, status: 'on_the_road', description: 'home' },
    { date: TUE, seen: 1, status: null },
    { date: WED, status: null },
    { date: THU, description: '' },
  ])
  expect(body).toMatchObject({ days: [{ id, version: 1 }], cleared: [{ date: TUE, version: 2 }] })
  expect(await historyOf(site, id)).toEqual([])
  expect(await rowsOf(site, driver)).toHaveLength(2)
})

test('a description alone is refused for a day without a plan', async () => {
  await planDay(site.db, { driver, date: MON })
  await maria.setDays(driver, [{ date: MON, status: null }])
  for (const date of [MON, TUE]) {
    const refused = await maria.setDays(driver, [
      { date: WED, status: 'on_the_road' },
      { date, description: 'home' },
    ])
    expect(refused).toMatchObject({ status: 400, body: { days: { 1: { description: [expect.any(String)] } } } })
  }
  expect(await rowsOf(site, driver)).toMatchObject([{ date: MON, status: null, version: 2 }])
})

test('malformed requests are refused by field, and nothing is written', async () => {
  const monday = { date: MON, status: 'on_the_road' }
  const manyDays = Array.from({ length: 367 }, (_, n) => ({
    date: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    status: 'on_vacation',
  }))
  const refusals = [
    [driver, [monday, { ...monday, status: 'on_vacation' }], ['days']],
    [driver, [], ['days']],
    [driver, manyDays, ['days']],
    [driver, [{ ...monday, status: 'asleep' }], ['days', 0, 'status']],
    [driver, [monday, { date: TUE, description: 'x'.repeat(501) }], ['days', 1, 'description']],
    [driver, [{ ...monday, seen: -1 }], ['days', 0, 'seen']],
    [driver, [{ ...monday, date: '2026-02-30' }], ['days', 0, 'date']],
    [4711, [monday], ['driver']],
    [`${driver}`, [monday], ['driver']],
  ] as const
  for (const [driverSent, days, path] of refusals) {
    const { status, body } = await maria.setDays(driverSent, days)
    expect(status, path.join('.')).toBe(400)
    expect(body).toHaveProperty([...path], [expect.any(String)])
  }
  expect(await rowsOf(site, driver)).toEqual([])
  expect((await maria.setDays(driver, manyDays.slice(1))).body.days).toHaveLength(366)
})

test('a description of 500 characters is accepted, whatever the characters', async () => {
  const description = `'; drop table "x" \\ \n → ${'é'.repeat(470)}`
  const { body } = await maria.setDays(driver, [{ date: MON, status: 'on_the_road', description }])
  expect(body.days).toMatchObject([{ description }])
})

test('days of a user who no longer drives are refused', async () => {
  await site.db.query('test.leave', 'update drivers set is_current = false where id = $1', [driver])
  const refused = await maria.setDays(driver, [{ date: MON, status: 'on_the_road' }])
  expect(refused).toMatchObject({ status: 400, body: { driver: [expect.any(String)] } })
})

test('a change that is sent again gets the stored response and is not applied again', async () => {
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  const body = { driver, days: [{ date: MON, status: 'on_the_road', seen: 0 }] }
  const first = await maria.call('POST', '/api/schedule/days/', { body, headers })
  const second = await maria.call('POST', '/api/schedule/days/', { body, headers })
  expect(second).toMatchObject({ status: 200, text: first.text, headers: { 'idempotency-replayed': 'true' } })
  expect(await rowsOf(site, driver)).toMatchObject([{ version: 1 }])
})

test('the weeks of sixty drivers, sent at the same time, are sixty transactions of seven days', async () => {
  const days = Array.from({ length: 7 }, (_, n) => ({ date: `2026-11-2${n}`, seen: 0, status: 'on_the_road' }))
  const crew: number[] = []
  for (let n = 0; n < 60; n++) crew.push(await hireDriver(site.db))
  const answers = await Promise.all(crew.map((one) => maria.setDays(one, days)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.days.length}`))).toEqual(new Set(['200 7']))
  const [transactions] = await site.db.query(
    'test.transactions',
    `select count(*) as rows, count(distinct xmin::text) as changes from schedule_days`,
  )
  expect(transactions).toEqual({ rows: 420, changes: 60 })
})
