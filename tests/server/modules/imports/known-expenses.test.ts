import { beforeEach, describe, expect, test } from 'vitest'
import { keyHash } from '#server/modules/imports/rows/report-row.ts'
import { hireDriver } from '#tests/support/server/company.ts'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { addTruck, fuelReport, preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number'
const report = (...rows: readonly string[]) => [HEADERS, ...rows, ''].join('\n')
const WEEK = report('10/08/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001')
const RESAVED = report('10/8/2024,14:30:22,Exit 7,21,7002410300,P482100,1001')
const MONTH = report('10/08/2024,14:30,EXIT 7,21.00,007002410300,P48-2100,1001')

describe.each([
  ['of a known truck', true],
  ['of an unknown truck', false],
])('one toll %s', (_, isKnown) => {
  beforeEach(async () => {
    if (isKnown) await addTruck(desk.db, '1', { transponder: '007002410300', plate: 'P482100', number: '1001' })
    expect((await uploadReport(desk.admin, WEEK, { name: 'week.csv' })).status).toBe(201)
  })

  test('is recognized after a spreadsheet saved the report again', async () => {
    expect((await preview(desk.admin, RESAVED)).body).toMatchObject({ good: 1, known: 1, alike: 0, amount: 0 })
    expect((await uploadReport(desk.admin, RESAVED)).body).toMatchObject({ row_count: 0, known: 1, alike: 0 })
    expect(await tolls(desk.db)).toHaveLength(1)
  })

  test('looks already stored when its seconds are missing, and is imported only if the user says so', async () => {
    const { body } = await preview(desk.admin, MONTH)
    expect(body).toMatchObject({ good: 1, known: 0, alike: 1, alike_left: 1, alike_amount: 21, amount: 0 })
    expect(body.alike_rows).toMatchObject([
      { line: 2, row: { clock: '14:30:00', place: 'EXIT 7' }, here: { clock: '14:30:22', from: 'week.csv' } },
    ])
    const decidedFor = { decided: { takes_alike: false, other_lines: [2], owners: [] } }
    expect((await preview(desk.admin, MONTH, decidedFor)).body).toMatchObject({ alike: 1, alike_left: 0, amount: 21 })
    const left = await uploadReport(desk.admin, MONTH)
    expect(left.body).toMatchObject({ row_count: 0, known: 0, alike: 1, alike_amount: 21 })
    expect(await tolls(desk.db)).toHaveLength(1)
    await desk.admin('DELETE', `/api/imports/${left.body.id}/`)
    expect((await uploadReport(desk.admin, MONTH, decidedFor)).body).toMatchObject({
      row_count: 1,
      alike: 0,
      amount: 21,
    })
    expect(await tolls(desk.db)).toHaveLength(2)
  })

  test('is another toll at another time of day; a second line of the same toll is a repeat', async () => {
    const back = '10/08/2024,18:02:10,Exit 7,21.00,007002410300,P482100,1001'
    const again = '10/08/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001'
    expect((await uploadReport(desk.admin, report(again, back, again))).body).toMatchObject({
      row_count: 1,
      known: 1,
      doubled: 1,
    })
  })
})

test('a toll with a time in UTC is recognized as the one with a time in Chicago', async () => {
  await uploadReport(desk.admin, WEEK)
  const utc = report('2024-10-08T19:30:22Z,,Exit 7,21.00,007002410300,P482100,1001')
  expect((await preview(desk.admin, utc)).body).toMatchObject({ known: 1, alike: 0 })
})

test('equal lines of fuel on two invoices are two, and are recognized when the report comes again with other zeros', async () => {
  const line = (invoice: string, quantity = '45.850') =>
    `11/19/2026,13:05,,TERRENCE BOONE,1031,Joliet,IL,ULSD,${quantity},167.22,${invoice}`
  expect(
    (await uploadReport(desk.admin, fuelReport(line('INV-1'), line('INV-2')), { kind: 'fuel' })).body.row_count,
  ).toBe(2)
  const again = fuelReport(line('inv 1', '45.85'), line('INV-2'), line('INV-3'))
  expect((await uploadReport(desk.admin, again, { kind: 'fuel' })).body).toMatchObject({
    row_count: 1,
    known: 2,
    alike: 0,
  })
})

test('a report from before the upgrade is recognized, and adds the times to its stored rows', async () => {
  const former = ['2024-10-08', '14:30:22', 2100, '', 'Exit 7', 'P482100', '007002410300', '1001']
  const key = `${keyHash(former).toString('base64url')}.1`
  await desk.db.query(
    'test.former',
    `insert into toll_transactions (date, amount, plaza, plate, transponder_id, unit_number, source, source_key)
     values ('2024-10-08', 21, 'Exit 7', 'P482100', '007002410300', '1001', 'report', $1)`,
    [key],
  )
  await desk.db.query('test.turn', `insert into import_turns (kind, has_former) values ('tolls', true)`)
  // The stored row has no time yet, so a row in another spelling may be another toll: the user decides.
  expect((await preview(desk.admin, RESAVED)).body).toMatchObject({ known: 0, alike: 1, amount: 0 })
  expect((await preview(desk.admin, WEEK)).body).toMatchObject({ known: 1, alike: 0 })
  expect((await uploadReport(desk.admin, WEEK)).body).toMatchObject({ row_count: 0, known: 1 })
  expect((await preview(desk.admin, RESAVED)).body).toMatchObject({ known: 1, alike: 0 })
  expect(await tolls(desk.db)).toMatchObject([{ amount: 21 }])
})

describe('the driver or unit that a report names', () => {
  const named = (...names: readonly string[]) =>
    fuelReport(...names.map((name, n) => `11/19/2026,13:05,,${name},,Joliet,IL,ULSD,45.850,167.22,${n}`))
  const storedDrivers = () =>
    desk.db.query<{ driver_id: number | null }>('test.bought', 'select driver_id from fuel_transactions order by id')

  test('is found in the spellings that vendors use', async () => {
    const people = [
      ['José', 'Núñez', ['JOSE NUNEZ', '"NUNEZ, JOSE"']],
      ['Sean', 'O’Brien', ['"OBRIEN, SEAN"', "SEAN O'BRIEN"]],
      ['Patrick', 'O’Neill', ['"ONEILL, PATRICK"', 'ONEILL PATRICK']],
      ['Łukasz', 'Wójcik', ['LUKASZ WOJCIK', 'Łukasz Wójcik'.normalize('NFD')]],
      ['Robert', 'Smith Jr.', ['ROBERT SMITH', '"SMITH JR, ROBERT"']],
      ['Maria', 'de la Cruz', ['"DELACRUZ, MARIA"', 'Maria De La Cruz']],
    ] as const
    const [names, ids] = [[] as string[], [] as number[]]
    for (const [first_name, last_name, spelled] of people) {
      const id = await hireDriver(desk.db, { first_name, last_name })
      names.push(...spelled)
      ids.push(...spelled.map(() => id))
    }
    expect((await uploadReport(desk.admin, named(...names), { kind: 'fuel' })).status).toBe(201)
    expect((await storedDrivers()).map(({ driver_id }) => driver_id)).toEqual(ids)
  })

  test('is a question for two drivers called Robert Smith, and the choice is stored with the import', async () => {
    const elder = await hireDriver(desk.db, { first_name: 'Robert', last_name: 'Smith' })
    const younger = await hireDriver(desk.db, { first_name: 'Robert', last_name: 'Smith' })
    const text = named('ROBERT SMITH')
    const { body } = await preview(desk.admin, text, { kind: 'fuel' })
    expect(body.several).toMatchObject([
      { of: 'driver', spelled: 'ROBERT SMITH', rows: 1, picked: null, candidates: [{ id: elder }, { id: younger }] },
    ])
    const owners = [{ of: 'driver', spelled: 'ROBERT SMITH', id: younger }]
    const decided = { takes_alike: false, other_lines: [], owners }
    expect((await preview(desk.admin, text, { kind: 'fuel', decided })).body).toMatchObject({
      unmatched_count: 0,
      several: [{ picked: younger }],
    })
    await uploadReport(desk.admin, text, { kind: 'fuel', decided })
    expect(await storedDrivers()).toEqual([{ driver_id: younger }])
    expect(await desk.db.query('test.decided', 'select decided from import_batches')).toEqual([
      { decided: { ...decided, takes_repeats: false, other_repeats: [] } },
    ])
  })

  test('is a question for 12 next to 0012, with 12 preselected; 0012 means only itself', async () => {
    await addTruck(desk.db, 'A', { number: '12' })
    await addTruck(desk.db, 'B', { number: '0012' })
    const row = (number: string) => `11/19/2026,10:00:0${number.length},Skyway,4.20,,,${number}`
    const { body } = await preview(desk.admin, report(row('12'), row('0012'), row('012')))
    expect(body.several).toMatchObject([
      { of: 'unit', spelled: '12', picked: 'A', candidates: [{ id: 'A' }, { id: 'B' }] },
      { of: 'unit', spelled: '012', picked: null, candidates: [{ id: 'A' }, { id: 'B' }] },
    ])
    const decided = { takes_alike: false, other_lines: [], owners: [{ of: 'unit', spelled: '12', id: 'B' }] }
    await uploadReport(desk.admin, report(row('12'), row('0012')), { decided })
    expect((await tolls(desk.db)).map(({ unit_id }) => unit_id)).toEqual(['B', 'B'])
  })

  test.each(['#1031', '1031.0', '01031', '1.031E+03', 'Truck 1031', 'UNIT-1031'])(
    'unit 1031 is found as %s',
    async (number) => {
      await addTruck(desk.db, 'A', { number: '1031' })
      await uploadReport(desk.admin, report(`11/19/2026,10:00,Skyway,4.20,,,${number}`))
      expect(await tolls(desk.db)).toMatchObject([{ unit_id: 'A' }])
    },
  )

  test.each(['TX P482100', 'P482100 TX', 'p48-2100'])('plate P482100 is found as %s', async (plate) => {
    await addTruck(desk.db, 'A', { plate: 'P482100' })
    await uploadReport(desk.admin, report(`11/19/2026,10:00,Skyway,4.20,,${plate},`))
    expect(await tolls(desk.db)).toMatchObject([{ unit_id: 'A' }])
  })

  test('a tag that a spreadsheet shortened to 7.00E+09 is offered as a choice, never guessed', async () => {
    await addTruck(desk.db, 'A', { transponder: '007002410300' })
    const { body } = await preview(desk.admin, report('11/19/2026,10:00,Skyway,4.20,7.00E+09,,'))
    expect(body.several).toMatchObject([{ spelled: '7.00E+09', picked: null, candidates: [{ id: 'A' }] }])
    expect(body.unmatched_count).toBe(1)
  })
})
