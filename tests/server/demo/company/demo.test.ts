import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { demoCompany } from '#server/demo/company/company.ts'
import { isEmpty, seedDemo } from '#server/demo/company/demo.ts'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'

const options = {
  drivers: 12,
  today: '2026-11-21',
  now: new Date('2026-11-21T15:00:00Z'),
  passwordHash: 'a hash',
}

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
afterAll(() => db.close())

const countIn = async (table: string) => {
  const rows = await db.query<{ count: number }>(`count.${table}`, `select count(*)::integer as count from ${table}`)
  return rows[0]?.count
}

/** A database that refuses to store the schedule: the load fails near its end. */
const interruptedDb = (): Db =>
  Object.assign(Object.create(db) as Db, {
    tx: <T>(work: Parameters<Db['tx']>[0]) =>
      db.tx((sql) =>
        work({
          query: (name, text, params) =>
            name === 'seed.days' ? Promise.reject(new Error('the plug was pulled')) : sql.query(name, text, params),
          afterCommit: (work) => sql.afterCommit(work),
        }),
      ) as Promise<T>,
  })

describe('loading the demo company', () => {
  beforeEach(() => emptyTables(db))

  test('a database is empty before the load and not after it', async () => {
    expect(await isEmpty(db)).toBe(true)
    await seedDemo(db, options)
    expect(await isEmpty(db)).toBe(false)
  })

  test('statistics stored before the load are replaced by those of the demo company', async () => {
    await storeStatistics(db, options.now)
    await seedDemo(db, options)
    const [last] = await db.query<{ sunday: string; workers: number }>(
      'test.last_week',
      'select sunday, total_workers as workers from statistic_weeks order by sunday desc limit 1',
    )
    expect(last).toEqual({
      sunday: '2026-11-15',
      workers: demoCompany(12, options.today).statistics.at(-1)?.total_workers,
    })
    expect(await countIn('statistic_weeks')).toBe(26)
  })

  test('an interrupted load leaves the database empty, and the next load assigns the same ids', async () => {
    await expect(seedDemo(interruptedDb(), options)).rejects.toThrow('the plug was pulled')
    expect(await isEmpty(db)).toBe(true)
    expect(await countIn('units')).toBe(0)
    await seedDemo(db, options)
    const [row] = await db.query<{ least: number; most: number }>(
      'test.ids',
      'select min(id) as least, max(id) as most from drivers',
    )
    expect(row).toEqual({ least: 1, most: 12 })
  })

  test('of two simultaneous loads of an empty database, only one loads the company', async () => {
    await Promise.all([seedDemo(db, options), seedDemo(db, options)])
    expect(await countIn('drivers')).toBe(12)
  })

  test('the next record that a user creates gets the next number', async () => {
    await seedDemo(db, options)
    const days = await countIn('schedule_days')
    const rows = await db.query<{ id: number }>(
      'test.new_day',
      `insert into schedule_days (driver_id, date, status) values (1, '2030-01-01', 'on_the_road') returning id`,
    )
    expect(rows).toEqual([{ id: (days ?? 0) + 1 }])
  })

  test('the bulk load refuses rows with dangling references and leaves all foreign keys unchanged', async () => {
    const keys = () =>
      db.query(
        'test.keys',
        `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as says from pg_constraint
         where contype = 'f' order by 1, 2`,
      )
    const before = await keys()
    await seedDemo(db, options)
    expect(await keys()).toEqual(before)
    await emptyTables(db)
    const danglingDb: Db = Object.assign(Object.create(db) as Db, {
      tx: <T>(work: Parameters<Db['tx']>[0]) =>
        db.tx((sql) =>
          work({
            query: (name, text, params) =>
              name === 'seed.miles'
                ? sql.query('test.astray', text.replace('select *', 'select driver_id + 900, date, miles'), params)
                : sql.query(name, text, params),
            afterCommit: (work) => sql.afterCommit(work),
          }),
        ) as Promise<T>,
    })
    await expect(seedDemo(danglingDb, options)).rejects.toThrow('driver_miles_driver_id_fkey')
    expect(await isEmpty(db)).toBe(true)
    expect(await keys()).toEqual(before)
  })
})

describe('the demo company, once loaded', () => {
  // These tests only read.
  beforeAll(async () => {
    await emptyTables(db)
    await seedDemo(db, options)
  })

  test('all generated records are stored', async () => {
    const company = demoCompany(options.drivers, options.today)
    expect(await countIn('users')).toBe(company.users.length)
    expect(await countIn('drivers')).toBe(12)
    expect(await countIn('units')).toBe(company.units.length)
    expect(await countIn('schedule_days')).toBe([...company.days()].length)
    expect(await countIn('driver_miles')).toBe([...company.miles()].length)
    expect(await countIn('fuel_transactions')).toBe([...company.fuel()].length)
    expect(await countIn('gross_revenue')).toBe([...company.revenue()].length)
    expect(await countIn('toll_transactions')).toBe([...company.tolls()].length)
    expect(await countIn('defects')).toBe([...company.defects()].length)
    const { inspections, comments, attachments } = company.maintenance()
    expect(await countIn('inspections')).toBe(inspections.length)
    expect(await countIn('inspection_comments')).toBe(comments.length)
    expect(await countIn('inspection_attachments')).toBe(attachments.length)
    const left = [...company.positions()].filter(({ is_pulled }) => !is_pulled)
    expect(left.length).toBeGreaterThan(0)
    expect(await countIn('telematics_assets')).toBe(left.length)
    const stored = await db.query('test.driver', 'select * from drivers where id = 1')
    const { runs, stage, ...driver } = company.drivers[0] ?? { runs: [], stage: 'settled' }
    expect(stored).toEqual([expect.objectContaining(driver)])
  })

  test('only the four demo accounts have the password', async () => {
    const rows = await db.query<{ email: string; permissions: number[] }>(
      'test.accounts',
      `select email, permissions from users where password_hash = 'a hash' order by email`,
    )
    expect(rows).toEqual([
      { email: 'admin@haulyard.example', permissions: [] },
      { email: 'dispatcher@haulyard.example', permissions: [1, 2, 3, 4, 5, 6, 9, 11] },
      { email: 'driver@haulyard.example', permissions: [5] },
      { email: 'manager@haulyard.example', permissions: [3, 5, 7, 8, 9, 10, 11, 12] },
    ])
    expect(await db.query('test.others', 'select 1 from users where password_hash is null limit 1')).toHaveLength(1)
  })

  test('a truck and a trailer have the same daily miles as their driver', async () => {
    const differing = await db.query(
      'test.unit_miles',
      `select u.id, m.date from units u join driver_miles m on m.driver_id = u.driver_id
       full join unit_miles x on x.unit_id = u.id and x.date = m.date where x.miles is distinct from m.miles`,
    )
    expect(differing).toEqual([])
    expect(await countIn('unit_miles')).toBeGreaterThan(1000)
  })

  test('a toll has the plate, transponder and number of its truck, and the daily sums include it', async () => {
    expect(
      await db.query(
        'test.tolls',
        `select 1 from toll_transactions t join units u on u.id = t.unit_id
         where (t.plate, t.transponder_id, t.unit_number) is distinct from
           (u.licence_plate, u.transponder_id, u.unit_number)`,
      ),
    ).toEqual([])
    const [sums] = await db.query<{ tolls: number; by_day: number }>(
      'test.sums',
      `select (select sum(amount) from toll_transactions) as tolls,
         (select sum(amount) from daily_totals where kind = 'tolls') as by_day`,
    )
    expect(sums?.by_day).toBe(sums?.tolls)
    expect(sums?.tolls).toBeGreaterThan(1000)
  })

  test('all trailer positions were reported within the last 30 hours, none in the future', async () => {
    const [range] = await db.query<{ oldest: string; latest: string }>(
      'test.positions',
      'select min(located_at) as oldest, max(located_at) as latest from telematics_assets',
    )
    expect(range?.oldest && range.oldest > '2026-11-20T09:00').toBe(true)
    expect(range?.latest && range.latest < '2026-11-21T15:00').toBe(true)
  })

  test('the books end today, and the simulators continue from tomorrow', async () => {
    expect(
      await db.query(
        'test.feeds',
        'select kind, vendor, begins_on, synced_to, failure from expense_feeds order by kind',
      ),
    ).toEqual([
      { kind: 'fuel', vendor: 'simulator', begins_on: '2026-11-22', synced_to: '2026-11-21', failure: null },
      { kind: 'tolls', vendor: 'simulator', begins_on: '2026-11-22', synced_to: '2026-11-21', failure: null },
    ])
  })
})
