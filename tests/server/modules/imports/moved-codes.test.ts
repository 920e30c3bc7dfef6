import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hireDriver } from '#tests/support/server/company.ts'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { addTruck, fuel, fuelReport, preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number'
const report = (...rows: readonly string[]) => [HEADERS, ...rows, ''].join('\n')

/** Runs a statement under a name of its own. */
const runSql = (sql: string) => desk.db.query(`test.mark.${hash('sha1', sql)}`, sql)

describe('a toll that was imported is recognized', () => {
  const tagged = report('11/03/2026,14:30:22,Exit 7,21.00,007002410300,,')
  const inMonth = report(
    '11/03/2026,14:30:22,Exit 7,21.00,007002410300,,',
    '11/12/2026,09:10:11,Exit 7,21.00,007002410300,,',
  )
  const knownOne = { row_count: 1, known: 1, alike: 0, amount: 21 }

  test.each([
    ['another truck', `update units set transponder_id = '007002410300' where id = '2'`],
    ['no truck at all', 'select 1'],
  ])('when its tag went to %s', async (_, then) => {
    await addTruck(desk.db, '1', { transponder: '007002410300' })
    await addTruck(desk.db, '2', {})
    await uploadReport(desk.admin, tagged)
    await runSql(`update units set transponder_id = null where id = '1'`)
    await runSql(then)
    expect((await uploadReport(desk.admin, inMonth)).body).toMatchObject(knownOne)
    expect(await tolls(desk.db)).toHaveLength(2)
  })

  test('when its plate has gone to another truck since', async () => {
    await addTruck(desk.db, '1', { plate: 'P482100' })
    await addTruck(desk.db, '2', {})
    const plated = report('11/03/2026,14:30:22,Exit 7,21.00,,P482100,')
    await uploadReport(desk.admin, plated)
    await runSql(`update units set licence_plate = null where id = '1'`)
    await runSql(`update units set licence_plate = 'P482100' where id = '2'`)
    expect((await uploadReport(desk.admin, `${plated}\n`)).body).toMatchObject({ row_count: 0, known: 1 })
  })
})

describe('a toll with an unknown plate, written with its state,', () => {
  const stated = report('11/03/2026,14:30:22,Exit 7,21.00,,TX P482100,')
  const bare = (clock: string) => report(`11/03/2026,${clock},EXIT 7,21.00,,P482100,`)

  test.each([
    ['is recognized after the company adds the truck', '14:30:22', { known: 1, alike: 0 }],
    ['looks already stored when the seconds are missing too', '14:30', { known: 0, alike: 1 }],
    ['is another toll at another time', '15:30:22', { known: 0, alike: 0 }],
  ])('%s', async (_, clock, counts) => {
    await uploadReport(desk.admin, stated)
    await addTruck(desk.db, '1', { plate: 'P482100' })
    expect((await preview(desk.admin, bare(clock))).body).toMatchObject(counts)
  })
})

test('a toll belongs to a truck, never to a trailer with that number, before and after a renumbering', async () => {
  await runSql(`insert into units (id, kind, unit_number) values ('T', 'trailer', '77'), ('V', 'trailer', '78')`)
  await runSql(`insert into former_unit_numbers (unit_id, number, since, until) values ('V', '79', null, '2026-11-10')`)
  const passage = (number: string) => `11/03/2026,14:30:22,Exit 7,21.00,,,${number}`
  await uploadReport(desk.admin, report(passage('77'), passage('79'), passage('#78')))
  expect((await tolls(desk.db)).map(({ unit_id }) => unit_id)).toEqual([null, null, null])
})

describe('fuel that was imported', () => {
  const carded = (unit: string) => fuelReport(`11/03/2026,13:05,7731,,${unit},Joliet,IL,ULSD,45.850,167.22,`)
  const giveCard = async (from: number, to: number) => {
    await runSql(`update drivers set pilot_flying_j_driver = null where id = ${from}`)
    await runSql(`update drivers set pilot_flying_j_driver = 7731 where id = ${to}`)
  }

  test.each(['1031', ''])('is recognized when its card went to another driver, in truck “%s”', async (unit) => {
    await addTruck(desk.db, '1', { number: '1031' })
    const [first, second] = [await hireDriver(desk.db), await hireDriver(desk.db)]
    await giveCard(second, first)
    await uploadReport(desk.admin, carded(unit), { kind: 'fuel' })
    await giveCard(first, second)
    const again = await uploadReport(desk.admin, `${carded(unit)}\n`, { kind: 'fuel' })
    expect(again.body).toMatchObject({ row_count: 0, known: 1, alike: 0 })
    expect(await fuel(desk.db)).toMatchObject([{ driver_id: first }])
  })

  test('looks already stored when a driver with the same name was hired since', async () => {
    const smith = { first_name: 'Robert', last_name: 'Smith' }
    await hireDriver(desk.db, smith)
    const named = fuelReport('11/03/2026,13:05,,ROBERT SMITH,,Joliet,IL,ULSD,45.850,167.22,')
    await uploadReport(desk.admin, named, { kind: 'fuel' })
    await hireDriver(desk.db, smith)
    expect((await preview(desk.admin, `${named}\n`, { kind: 'fuel' })).body).toMatchObject({
      known: 0,
      alike: 1,
      amount: 0,
    })
  })
})
