import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryArea } from '#contract/wire/access.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let ruth: Caller
let driver: number
let dispatcher: number
beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' }))
  driver = await hireDriver(site.db)
  dispatcher = await hireDispatcher(site.db)
  await assignUnit(site.db, driver, 'truck', '1042')
  await assignUnit(site.db, driver, 'trailer', 'TL-1 a.b')
  await ruth('PATCH', `/api/dispatchers/${dispatcher}/`, { body: { driver_ids: [driver] } })
})
afterAll(() => site.close())

const historyOf = (area: HistoryArea, id: number | string) =>
  ruth('GET', `/api/history/${area}/${encodeURIComponent(id)}/`)
const assigned = (from: unknown, to: unknown, field: string) => ({
  count: 1,
  results: [
    {
      version: 2,
      field,
      from,
      to,
      user: { first_name: 'Ruth', last_name: 'Callahan' },
      at: '2026-11-21T15:00:00.000Z',
    },
  ],
})

test('one change is in the history of every record that it touched, under each record’s own id', async () => {
  expect((await historyOf('dispatchers', dispatcher)).body).toMatchObject(assigned([], [driver], 'driver_ids'))
  expect((await historyOf('drivers', driver)).body).toMatchObject(assigned(null, dispatcher, 'dispatcher'))
  expect((await historyOf('trucks', '1042')).body).toMatchObject(assigned(null, dispatcher, 'dispatcher'))
  expect((await historyOf('trailers', 'TL-1 a.b')).body).toMatchObject(assigned(null, dispatcher, 'dispatcher'))
})

test('trucks and trailers have separate histories, and an unknown record has none', async () => {
  expect((await historyOf('trucks', 'TL-1 a.b')).status).toBe(404)
  expect((await historyOf('trailers', '1042')).status).toBe(404)
  expect((await historyOf('trucks', '9999')).status).toBe(404)
  expect((await historyOf('dispatchers', 9999)).status).toBe(404)
  expect((await historyOf('dispatchers', '019af3b0-0000-7000-8000-000000000001')).status).toBe(404)
  expect(await historyOf('trucks', 'x'.repeat(33))).toMatchObject({ status: 400, body: { id: [expect.any(String)] } })
})
