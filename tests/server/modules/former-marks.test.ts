import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matchExpenses, syncTolls } from '#server/modules/feeds/feed-service.ts'
import { aToll, aVendor, onDay } from '#tests/support/a-feed.ts'
import { aTruck } from '#tests/support/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/app.ts'
import { hire } from '#tests/support/company.ts'
import { emptyTables } from '#tests/support/database.ts'
import { noLog } from '#tests/support/no-log.ts'
import { equip, fuel, fuelReport, preview, takeIn, tollReport, tolls } from '#tests/support/reports.ts'

const MARKS = { unit_number: 'A-9', licence_plate: 'ZZ 1', transponder_id: 'TX-7' }
let site: TestApp
let ruth: Caller

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  ruth = await site.as(await hire(site.db, { first_name: 'Ruth', role: 'administrator' }))
})
afterAll(() => site.close())

const on = async (day: string, ...steps: readonly (() => Promise<{ status: number }>)[]) => {
  site.clock.now = new Date(`${day}T18:00:00Z`)
  for (const step of steps) expect((await step()).status).toBeLessThan(300)
  site.clock.now = NOW
}
const make = (id: string) => () => ruth('POST', '/api/trucks/', { body: aTruck(id, { id, ...MARKS }) })
const remove = (id: string) => () => ruth('DELETE', `/api/trucks/${id}/`)
const toll = (day: string, marks: string) => `${day},Skyway,ISTHA,${marks},1.00,`
const unitsOf = (rows: readonly { unit_id: string | null }[]) => rows.map(({ unit_id }) => unit_id)

describe('what is told late of the days of a truck that is gone', () => {
  const [PLATE, TRANSPONDER, NUMBER] = ['zz1,,', ',tx 7,', ',,A9']

  test('is not of the next one with its plate, transponder or number; what is of other days is', async () => {
    await on('2026-06-01', make('OLD'))
    await on('2026-11-10', remove('OLD'))
    await on('2026-11-12', make('NEW'))
    const report = tollReport(
      toll('05/31/2026', PLATE),
      toll('06/01/2026', PLATE),
      toll('10/01/2026', TRANSPONDER),
      toll('11/09/2026', NUMBER),
      toll('11/10/2026', PLATE),
      toll('11/15/2026', TRANSPONDER),
    )
    expect((await preview(ruth, report)).body).toMatchObject({ good: 6, unmatched_count: 3 })
    await takeIn(ruth, report)
    await matchExpenses(site.db)
    expect(unitsOf(await tolls(site.db))).toEqual(['NEW', null, null, null, 'NEW', 'NEW'])
  })

  test('nor when a vendor tells of it, nor when it is tried again, nor of fuel by number or id', async () => {
    await on('2026-06-01', make('1042'))
    await on('2026-11-10', remove('1042'))
    const told = onDay(
      aToll('1', { date: '2026-10-01', plate: 'ZZ1' }),
      aToll('2', { date: '2026-11-12', plate: 'ZZ1' }),
    )
    const parts = { db: site.db, clock: () => NOW, log: { ...noLog, warn: () => undefined } }
    await syncTolls(parts, aVendor(told), new AbortController().signal)
    expect(unitsOf(await tolls(site.db))).toEqual([null, null])
    await on('2026-11-12', make('1042'))
    const bought = (day: string, unit: string) => `${day},13:05,,,${unit},Joliet,IL,DEF,5,2.00,1`
    const report = fuelReport(
      ...['10/01/2026', '11/11/2026'].flatMap((day) => ['1042', 'A9'].map((unit) => bought(day, unit))),
    )
    await takeIn(ruth, report, { kind: 'fuel' })
    await matchExpenses(site.db)
    expect(unitsOf(await tolls(site.db))).toEqual([null, '1042'])
    expect(unitsOf(await fuel(site.db))).toEqual([null, null, '1042', '1042'])
  })

  test('is of nobody from the first day on where nobody noted when the truck came', async () => {
    await equip(site.db, 'OLD', { plate: 'ZZ 1' })
    await on('2026-11-10', remove('OLD'))
    await on('2026-11-12', make('NEW'))
    await takeIn(ruth, tollReport(toll('01/05/2026', PLATE), toll('11/15/2026', PLATE)))
    expect(unitsOf(await tolls(site.db))).toEqual([null, 'NEW'])
  })

  test('counts from the day when the plate was put on it, and of a second life of its id from that one', async () => {
    await on('2026-03-01', make('OLD'))
    await on('2026-05-01', remove('OLD'), make('OLD'))
    await on('2026-06-01', () => ruth('PATCH', '/api/trucks/OLD/', { body: { licence_plate: 'QQ 2' } }))
    await on('2026-11-10', remove('OLD'))
    expect(await site.db.query('test.marks', 'select field, mark, since, until from former_marks order by id')).toEqual(
      [
        { field: 'id', mark: 'OLD', since: '2026-03-01', until: '2026-05-01' },
        { field: 'unit_number', mark: 'A9', since: '2026-03-01', until: '2026-05-01' },
        { field: 'licence_plate', mark: 'ZZ1', since: '2026-03-01', until: '2026-05-01' },
        { field: 'transponder_id', mark: 'TX7', since: '2026-03-01', until: '2026-05-01' },
        { field: 'id', mark: 'OLD', since: '2026-05-01', until: '2026-11-10' },
        { field: 'unit_number', mark: 'A9', since: '2026-05-01', until: '2026-11-10' },
        { field: 'licence_plate', mark: 'QQ2', since: '2026-06-01', until: '2026-11-10' },
        { field: 'transponder_id', mark: 'TX7', since: '2026-05-01', until: '2026-11-10' },
      ],
    )
  })
})

test('a truck that was made by mistake and made anew on the same day takes nothing from the right one', async () => {
  await on('2026-11-12', make('WRONG'), remove('WRONG'), make('RIGHT'))
  await takeIn(ruth, tollReport(toll('02/01/2026', 'ZZ1,,'), toll('11/12/2026', 'ZZ1,,'), toll('11/13/2026', 'ZZ1,,')))
  expect(unitsOf(await tolls(site.db))).toEqual(['RIGHT', 'RIGHT', 'RIGHT'])
})
