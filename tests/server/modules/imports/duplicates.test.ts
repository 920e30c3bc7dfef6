import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DuplicateExpense, DuplicateState } from '#contract/expenses/duplicate-expenses.ts'
import { storeMatchedTolls } from '#server/modules/feeds/expense-rows.ts'
import { compareDays } from '#server/modules/imports/duplicates/compare-days.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { addTruck, tolls, uploadReport } from '#tests/support/yard/reports.ts'

let site: TestApp
let admin: Caller
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  admin = await site.as(await hire(site.db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' }))
  await addTruck(site.db, '1', { transponder: '007002410300', plate: 'P482100', number: '1001' })
})

const LIST = '/api/imports/duplicates/'
const BATCH = '/api/imports/'

interface Passage {
  readonly plaza?: string
  readonly amount?: number
  readonly clock?: string | null
  readonly tag?: string
  readonly unit?: string | null
  readonly date?: string
}

/** Stores a report as if it was imported before rows were compared by their meaning. Returns its batch id. */
async function importUncompared(name: string, ...rows: readonly Passage[]): Promise<number> {
  const [batch] = await site.db.query<{ id: number }>(
    'test.batch',
    `insert into import_batches (kind, origin, file_name, file_hash, row_count, created_at)
     values ('tolls', 'upload', $1::text, sha256(convert_to($1::text, 'UTF8')), $2, now()) returning id`,
    [name, rows.length],
  )
  const id = batch?.id ?? 0
  for (const [n, row] of rows.entries()) {
    const { plaza = 'Exit 7', amount = 21, clock = null, tag = '007002410300', unit = '1', date = '2024-10-08' } = row
    await site.db.query(
      'test.row',
      `insert into toll_transactions (unit_id, date, amount, plaza, transponder_id, clock, source, source_key, batch_id)
       values ($1, $2::date, $3, $4, $5, $6, 'report', $7, $8)`,
      [unit, date, amount, plaza, tag, clock, `${id}.${n}`, id],
    )
    await site.db.query(
      'test.day',
      `insert into uncompared_days (kind, date) values ('tolls', $1::date) on conflict do nothing`,
      [date],
    )
  }
  return id
}

async function duplicates(decided: 'yes' | 'no' = 'no'): Promise<readonly DuplicateExpense[]> {
  return (await admin('GET', `${LIST}?decided=${decided}`)).body.results
}
const decide = (ids: readonly number[], from: DuplicateState, to: DuplicateState, by = admin) =>
  by('POST', LIST, { body: { ids, from, to } })
const total = async () =>
  (await site.db.query<{ sum: number }>('test.sum', `select sum(amount)::float8 as sum from daily_totals`))[0]?.sum

async function findOneDuplicate() {
  await importUncompared('week.csv', {})
  await importUncompared('month.csv', { plaza: 'EXIT 7', tag: '7002410300' })
  await compareDays(site.db)
  const [one] = await duplicates()
  if (!one) throw new Error('no duplicate was found')
  return one
}

describe('an expense that earlier reports imported twice', () => {
  test('is found, with the row that stays and the row that repeats it', async () => {
    const one = await findOneDuplicate()
    expect(one).toMatchObject({
      kind: 'tolls',
      is_sure: false,
      state: 'open',
      stays: { date: '2024-10-08', amount: 21, clock: null, place: 'Exit 7', from: 'week.csv' },
      again: { place: 'EXIT 7', called: '7002410300', from: 'month.csv' },
      decided_by: null,
    })
    expect(await duplicates('yes')).toEqual([])
  })

  test('is certain when both rows have the same second', async () => {
    await importUncompared('week.csv', { clock: '14:30:22' })
    await importUncompared('month.csv', { clock: '14:30:22', plaza: 'EXIT-7' })
    await compareDays(site.db)
    expect(await duplicates()).toMatchObject([{ is_sure: true }])
  })

  test('leaves the expenses and the totals when it is removed, and returns unchanged when it is restored', async () => {
    const before = await site.db.query('test.all', 'select * from toll_transactions order by id')
    const one = await findOneDuplicate()
    const both = await site.db.query('test.all', 'select * from toll_transactions order by id')
    expect(before).toEqual([])
    expect((await decide([one.id], 'open', 'removed')).body.results).toMatchObject([
      { id: one.id, state: 'removed', decided_by: { first_name: 'Ruth' }, version: 2 },
    ])
    expect(await tolls(site.db)).toHaveLength(1)
    expect(await total()).toBe(21)
    expect((await admin('GET', BATCH)).body.results).toMatchObject([
      { file_name: 'month.csv', removed: 1 },
      { file_name: 'week.csv', removed: 0 },
    ])
    expect(await duplicates()).toEqual([])
    expect(await duplicates('yes')).toMatchObject([{ id: one.id }])
    expect((await decide([one.id], 'removed', 'open')).body.results).toMatchObject([
      { state: 'open', decided_by: null },
    ])
    expect(await site.db.query('test.all', 'select * from toll_transactions order by id')).toEqual(both)
    expect(await total()).toBe(42)
  })

  test('stays two expenses when a user says so, and is not a question again', async () => {
    const one = await findOneDuplicate()
    await decide([one.id], 'open', 'kept')
    await importUncompared('other.csv', { plaza: 'Elsewhere', amount: 4 })
    await compareDays(site.db)
    expect(await duplicates()).toEqual([])
    expect(await total()).toBe(46)
  })

  test('has no truck after it is restored if its truck was deleted meanwhile', async () => {
    const one = await findOneDuplicate()
    await decide([one.id], 'open', 'removed')
    await site.db.query('test.gone', `delete from units where id = '1'`)
    await decide([one.id], 'removed', 'open')
    expect(await site.db.query('test.gone_rows', 'select unit_id, unit_is_gone from toll_transactions')).toEqual([
      { unit_id: null, unit_is_gone: true },
      { unit_id: null, unit_is_gone: true },
    ])
  })
})

describe('two rows are not duplicates', () => {
  test('within one report, and each row of a report has at most one copy in another report', async () => {
    await importUncompared('week.csv', {}, {})
    await importUncompared('month.csv', { plaza: 'exit 7' }, { plaza: 'exit 7' }, { plaza: 'exit 7' })
    await compareDays(site.db)
    const found = await duplicates()
    expect(found).toHaveLength(2)
    await decide([found[0]?.id ?? 0], 'open', 'removed')
    // A later report with rows of this day makes the day due for comparison again.
    await importUncompared('other.csv', { plaza: 'Elsewhere' })
    await compareDays(site.db)
    expect(await duplicates()).toHaveLength(1)
  })

  test.each([
    ['at different times', { clock: '08:00:10' }, { clock: '17:45:00' }],
    ['at different places', {}, { plaza: 'Exit 9' }],
    ['with different amounts', {}, { amount: 21.01 }],
    ['on different days', {}, { date: '2024-10-09' }],
    ['with different tags', { unit: null }, { unit: null, tag: '55' }],
  ])('%s', async (_, one: Passage, other: Passage) => {
    await importUncompared('week.csv', one)
    await importUncompared('month.csv', other)
    await compareDays(site.db)
    expect(await duplicates()).toEqual([])
  })

  test('that a user imported although they looked alike', async () => {
    const report = (time: string) =>
      `Transaction Date,Transaction Time,Plaza,Amount,Transponder ID\n10/08/2024,${time},Exit 7,21.00,007002410300\n`
    await uploadReport(admin, report('14:30:22'))
    const taking = { decided: { takes_alike: true, other_lines: [], owners: [] } }
    expect((await uploadReport(admin, report('14:30'), taking)).body).toMatchObject({ row_count: 1 })
    await site.db.query('test.this_day', `insert into uncompared_days (kind, date) values ('tolls', '2024-10-08')`)
    await compareDays(site.db)
    expect(await duplicates()).toEqual([])
  })
})

test('of a vendor’s toll and a report’s toll, the report’s is the duplicate: the vendor would deliver its own again', async () => {
  await uploadReport(admin, 'Transaction Date,Plaza,Amount,Transponder ID\n10/08/2024,Exit 7,21.00,007002410300\n', {
    name: 'week.csv',
  })
  const passage = { key: 'v1', date: '2024-10-08', posted_on: null, amount: 21, agency: '', plaza: 'Exit 7', plate: '' }
  await storeMatchedTolls(site.db, 'prepass', [{ ...passage, transponder_id: '7002410300', unit_number: '' }])
  await compareDays(site.db)
  const [one] = await duplicates()
  expect(one).toMatchObject({ stays: { from: 'prepass' }, again: { from: 'week.csv' } })
  await decide([one?.id ?? 0], 'open', 'removed')
  expect(await site.db.query('test.sources', 'select source from toll_transactions')).toEqual([{ source: 'prepass' }])
})

describe('undoing an import', () => {
  test('restores rows that were removed as copies of its rows, so that no expense is lost', async () => {
    const first = await importUncompared('week.csv', {})
    await importUncompared('month.csv', { plaza: 'EXIT 7' })
    await importUncompared('year.csv', { plaza: 'exit 7' })
    await compareDays(site.db)
    await decide(
      (await duplicates()).map(({ id }) => id),
      'open',
      'removed',
    )
    expect(await total()).toBe(21)
    expect((await admin('DELETE', `${BATCH}${first}/`)).status).toBe(200)
    expect(await total()).toBe(42)
    await compareDays(site.db)
    expect(await duplicates()).toMatchObject([{ stays: { from: 'month.csv' }, again: { from: 'year.csv' } }])
  })

  test('deletes its removed rows too, and leaves nothing to decide', async () => {
    await importUncompared('week.csv', {})
    const second = await importUncompared('month.csv', { plaza: 'EXIT 7' })
    await compareDays(site.db)
    const [one] = await duplicates()
    await decide([one?.id ?? 0], 'open', 'removed')
    await admin('DELETE', `${BATCH}${second}/`)
    expect(await tolls(site.db)).toHaveLength(1)
    const answer = await decide([one?.id ?? 0], 'removed', 'open')
    expect(answer).toMatchObject({ status: 404, body: { detail: expect.stringContaining('taken back') } })
    expect(await tolls(site.db)).toHaveLength(1)
  })
})

describe('a decision', () => {
  test('that is sent twice is made once', async () => {
    const one = await findOneDuplicate()
    await decide([one.id], 'open', 'removed')
    expect((await decide([one.id], 'open', 'removed')).body.results).toMatchObject([{ state: 'removed', version: 2 }])
    expect(await total()).toBe(21)
  })

  test('of a colleague is not reversed unseen, and the error names the colleague', async () => {
    const one = await findOneDuplicate()
    await decide([one.id], 'open', 'removed')
    const colleague = await site.as(await hire(site.db, { role: 'administrator' }))
    expect(await decide([one.id], 'open', 'kept', colleague)).toMatchObject({
      status: 400,
      body: { non_field_errors: [expect.stringContaining('Ruth Callahan has decided')] },
    })
    expect(await total()).toBe(21)
  })

  test('is refused for the same state, for no ids, for unknown ids, and for users who are not administrators', async () => {
    const one = await findOneDuplicate()
    expect((await decide([one.id], 'open', 'open')).status).toBe(400)
    expect((await decide([], 'open', 'kept')).status).toBe(400)
    expect((await decide([999_999], 'open', 'kept')).status).toBe(404)
    const fleet = await site.as(await hire(site.db, { role: 'fleet_manager' }))
    expect((await decide([one.id], 'open', 'removed', fleet)).status).toBe(403)
    expect((await fleet('GET', LIST)).status).toBe(403)
    expect(await total()).toBe(42)
  })
})
