import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hireDriver } from '#tests/support/server/company.ts'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { equip, fuel, fuelReport, preview, takeIn, tolls } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number'
const report = (...rows: readonly string[]) => [HEADERS, ...rows, ''].join('\n')

/** Each statement has a name of its own. */
const mark = (sql: string) => desk.db.query(`test.mark.${hash('sha1', sql)}`, sql)

describe('a passage that was taken in is here already', () => {
  const tagged = report('11/03/2026,14:30:22,Exit 7,21.00,007002410300,,')
  const inMonth = report(
    '11/03/2026,14:30:22,Exit 7,21.00,007002410300,,',
    '11/12/2026,09:10:11,Exit 7,21.00,007002410300,,',
  )
  const found = { row_count: 1, known: 1, alike: 0, amount: 21 }

  test.each([
    ['another truck', `update units set transponder_id = '007002410300' where id = '2'`],
    ['no truck at all', 'select 1'],
  ])('when its tag went to %s', async (_, then) => {
    await equip(desk.db, '1', { transponder: '007002410300' })
    await equip(desk.db, '2', {})
    await takeIn(desk.admin, tagged)
    await mark(`update units set transponder_id = null where id = '1'`)
    await mark(then)
    expect((await takeIn(desk.admin, inMonth)).body).toMatchObject(found)
    expect(await tolls(desk.db)).toHaveLength(2)
  })

  test('when its plate went to another truck', async () => {
    await equip(desk.db, '1', { plate: 'P482100' })
    await equip(desk.db, '2', {})
    const plated = report('11/03/2026,14:30:22,Exit 7,21.00,,P482100,')
    await takeIn(desk.admin, plated)
    await mark(`update units set licence_plate = null where id = '1'`)
    await mark(`update units set licence_plate = 'P482100' where id = '2'`)
    expect((await takeIn(desk.admin, `${plated}\n`)).body).toMatchObject({ row_count: 0, known: 1 })
  })
})

describe('a passage of a plate that nobody knew, written with its state,', () => {
  const stated = report('11/03/2026,14:30:22,Exit 7,21.00,,TX P482100,')
  const bare = (clock: string) => report(`11/03/2026,${clock},EXIT 7,21.00,,P482100,`)

  test.each([
    ['is here already when the company has the truck since', '14:30:22', { known: 1, alike: 0 }],
    ['looks as if here when the seconds are gone too', '14:30', { known: 0, alike: 1 }],
    ['is another one at another time', '15:30:22', { known: 0, alike: 0 }],
  ])('%s', async (_, clock, counts) => {
    await takeIn(desk.admin, stated)
    await equip(desk.db, '1', { plate: 'P482100' })
    expect((await preview(desk.admin, bare(clock))).body).toMatchObject(counts)
  })
})

test('a toll is a truck’s, never a trailer’s of that number, on either side of a renumbering', async () => {
  await mark(`insert into units (id, kind, unit_number) values ('T', 'trailer', '77'), ('V', 'trailer', '78')`)
  await mark(`insert into former_unit_numbers (unit_id, number, since, until) values ('V', '79', null, '2026-11-10')`)
  const passage = (number: string) => `11/03/2026,14:30:22,Exit 7,21.00,,,${number}`
  await takeIn(desk.admin, report(passage('77'), passage('79'), passage('#78')))
  expect((await tolls(desk.db)).map(({ unit_id }) => unit_id)).toEqual([null, null, null])
})

describe('fuel that was taken in', () => {
  const carded = (unit: string) => fuelReport(`11/03/2026,13:05,7731,,${unit},Joliet,IL,ULSD,45.850,167.22,`)
  const giveCard = async (from: number, to: number) => {
    await mark(`update drivers set pilot_flying_j_driver = null where id = ${from}`)
    await mark(`update drivers set pilot_flying_j_driver = 7731 where id = ${to}`)
  }

  test.each(['1031', ''])('is here already when its card went to another driver, in truck “%s”', async (unit) => {
    await equip(desk.db, '1', { number: '1031' })
    const [first, second] = [await hireDriver(desk.db), await hireDriver(desk.db)]
    await giveCard(second, first)
    await takeIn(desk.admin, carded(unit), { kind: 'fuel' })
    await giveCard(first, second)
    const again = await takeIn(desk.admin, `${carded(unit)}\n`, { kind: 'fuel' })
    expect(again.body).toMatchObject({ row_count: 0, known: 1, alike: 0 })
    expect(await fuel(desk.db)).toMatchObject([{ driver_id: first }])
  })

  test('looks as if here when a namesake of its driver was hired since', async () => {
    const smith = { first_name: 'Robert', last_name: 'Smith' }
    await hireDriver(desk.db, smith)
    const named = fuelReport('11/03/2026,13:05,,ROBERT SMITH,,Joliet,IL,ULSD,45.850,167.22,')
    await takeIn(desk.admin, named, { kind: 'fuel' })
    await hireDriver(desk.db, smith)
    expect((await preview(desk.admin, `${named}\n`, { kind: 'fuel' })).body).toMatchObject({
      known: 0,
      alike: 1,
      amount: 0,
    })
  })
})
