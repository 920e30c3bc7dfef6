import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hireDriver } from '#tests/support/server/company.ts'
import { emptyTables, openOwnTestDb } from '#tests/support/server/database.ts'
import { hirePlanner, type Planner, rowsOf } from '#tests/support/yard/schedule.ts'

const DATES = Array.from({ length: 9 }, (_, n) => `2026-11-2${n}`)
const STATUSES = ['on_the_road', 'on_vacation', 'firing_process', null] as const

let site: TestApp
let maria: Planner
let greg: Planner
let driver: number
beforeAll(async () => {
  site = await testApp({ database: await openOwnTestDb() })
})
beforeEach(async () => {
  await emptyTables(site.db)
  maria = await hirePlanner(site, 'Maria')
  greg = await hirePlanner(site, 'Greg')
  driver = await hireDriver(site.db)
})
afterAll(() => site.close())

const deadlocks = async () => {
  const [row] = await site.db.query<{ deadlocks: number }>(
    'test.deadlocks',
    'select pg_stat_force_next_flush(), deadlocks::integer from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks
}
/** The history of a field of the driver's days, by date, in the order of versions. */
async function historyByDate(field: string) {
  const rows = await site.db.query<{ date: string; version: number; from: string | null; to: string | null }>(
    'test.told_of_days',
    `select s.date, h.version, h.from_value as "from", h.to_value as "to" from schedule_days s
     join history h on h.area = 'schedule' and h.record_id = s.id::text
     where s.driver_id = $1 and h.field = $2 order by s.date, h.version`,
    [driver, field],
  )
  return Map.groupBy(rows, ({ date }) => date)
}

/** Each day's history leads from an empty day, change by change, to the current day, and contains every version. */
async function expectHistoryToAddUp() {
  const [statuses, descriptions] = [await historyByDate('status'), await historyByDate('description')]
  const rows = await rowsOf(site, driver)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const ofStatus = statuses.get(row.date) ?? []
    const ofDescription = descriptions.get(row.date) ?? []
    const versions = new Set([...ofStatus, ...ofDescription].map(({ version }) => version))
    expect([...versions].toSorted((a, b) => a - b)).toEqual(Array.from({ length: row.version }, (_, n) => n + 1))
    for (const [changes, now, nothing] of [
      [ofStatus, row.status, null],
      [ofDescription, row.description, ''],
    ] as const) {
      let before: string | null = nothing
      for (const { from, to } of changes) {
        expect(from ?? nothing).toBe(before)
        before = to
      }
      expect(before).toBe(now)
    }
  }
}

test('two planners who plan, change and clear the same days at the same time leave one consistent history of each day', async () => {
  const before = await deadlocks()
  const seen = [undefined, 0, 1, 3] as const
  const statusCounts = new Map<number, number>()
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const shifted = DATES.map((_date, at) => DATES[(at * (n % 2 ? 4 : 5) + n) % DATES.length])
        const days = shifted.slice(0, 1 + (n % 6)).map((date, at) => ({
          date,
          status: STATUSES[(n + at + round) % STATUSES.length],
          ...(seen[(n + round) % 4] !== undefined && { seen: seen[(n + round) % 4] }),
          ...(n % 3 === 0 && { description: `${round}.${n}` }),
        }))
        return (n % 2 ? maria : greg).setDays(driver, days)
      }),
    )
    for (const { status } of answers) statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
    await expectHistoryToAddUp()
  }
  expect([...statusCounts.keys()].toSorted()).toEqual([200, 412])
  expect(await deadlocks()).toBe(before)
})

test('simultaneous changes of weeks, ranges and single days cause no server error and no deadlock', async () => {
  const before = await deadlocks()
  const [date_from, date_to] = [DATES[0], DATES[8]]
  for (let round = 0; round < 3; round++) {
    const clearing = DATES.map((date) => ({ date, status: null }))
    const answers = await Promise.all(
      DATES.flatMap((date, n) => [
        maria.setDays(driver, n % 2 ? clearing : clearing.toReversed()),
        greg.bulk({ driver_id: driver, date_from, date_to, status: STATUSES[n % 3], except: [date] }),
        maria.create({ driver, date, status: 'on_vacation', client_id: randomUUID() }),
        greg.create({ driver, date, status: 'on_the_road' }),
        maria.patch(n + 1, { status: 'firing_process' }, n),
      ]),
    )
    for (const { status, body } of answers) expect([200, 201, 400, 404, 412], JSON.stringify(body)).toContain(status)
    await expectHistoryToAddUp()
  }
  expect(await deadlocks()).toBe(before)
})

test('a day that a device sends several times at once is created once, and every request gets it', async () => {
  const body = { driver, date: DATES[0], status: 'on_the_road', client_id: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => maria.create(body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

test('two drivers’ days with the same client id, sent at the same time, create one day, and a retry of the other returns that day', async () => {
  for (let round = 0; round < 12; round++) {
    const [one, other] = [await hireDriver(site.db), await hireDriver(site.db)]
    const client_id = randomUUID()
    const make = (driver: number) => maria.create({ driver: driver, date: DATES[0], status: 'on_the_road', client_id })
    const answers = await Promise.all([make(one), make(other)])
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(1)
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    expect(await make(other)).toMatchObject({ status: 200, text: created[0]?.text })
  }
})
