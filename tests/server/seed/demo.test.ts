import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { demoCompany } from '#server/seed/company.ts'
import { isEmpty, seedDemo } from '#server/seed/demo.ts'
import { emptyTables, openTestDb } from '#tests/support/database.ts'

const options = { drivers: 12, today: '2026-11-21', passwordHash: 'a hash' }

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const countIn = async (table: string) => {
  const rows = await db.query<{ count: number }>(`count.${table}`, `select count(*)::integer as count from ${table}`)
  return rows[0]?.count
}

/** A database whose schedule can't be written: the load breaks near its end. */
const cutOff = (): Db =>
  Object.assign(Object.create(db) as Db, {
    tx: <T>(work: Parameters<Db['tx']>[0]) =>
      db.tx((sql) =>
        work({
          query: (name, text, params) =>
            name === 'seed.days' ? Promise.reject(new Error('the plug was pulled')) : sql.query(name, text, params),
        }),
      ) as Promise<T>,
  })

describe('loading the demo company', () => {
  test('an empty database is empty until then', async () => {
    expect(await isEmpty(db)).toBe(true)
    await seedDemo(db, options)
    expect(await isEmpty(db)).toBe(false)
  })

  test('what was made is what is stored', async () => {
    await seedDemo(db, options)
    const company = demoCompany(options.drivers, options.today)
    expect(await countIn('users')).toBe(company.users.length)
    expect(await countIn('drivers')).toBe(12)
    expect(await countIn('units')).toBe(company.units.length)
    expect(await countIn('schedule_days')).toBe([...company.days()].length)
    expect(await countIn('driver_miles')).toBe([...company.miles()].length)
    expect(await countIn('fuel_transactions')).toBe([...company.fuel()].length)
    expect(await countIn('gross_revenue')).toBe([...company.revenue()].length)
    const stored = await db.query('test.driver', 'select * from drivers where id = 1')
    const { runs, stage, ...driver } = company.drivers[0] ?? { runs: [], stage: 'settled' }
    expect(stored).toEqual([expect.objectContaining(driver)])
  })

  test('only the four demo accounts have the password', async () => {
    await seedDemo(db, options)
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

  test('a load that is cut off leaves the database empty, and the next one gives the same ids', async () => {
    await expect(seedDemo(cutOff(), options)).rejects.toThrow('the plug was pulled')
    expect(await isEmpty(db)).toBe(true)
    expect(await countIn('units')).toBe(0)
    await seedDemo(db, options)
    const [row] = await db.query<{ least: number; most: number }>(
      'test.ids',
      'select min(id) as least, max(id) as most from drivers',
    )
    expect(row).toEqual({ least: 1, most: 12 })
  })

  test('of two processes that start at once on an empty database, one loads it', async () => {
    await Promise.all([seedDemo(db, options), seedDemo(db, options)])
    expect(await countIn('drivers')).toBe(12)
  })

  test('the next record that people make gets the next number', async () => {
    await seedDemo(db, options)
    const days = await countIn('schedule_days')
    const rows = await db.query<{ id: number }>(
      'test.new_day',
      `insert into schedule_days (driver_id, date, status) values (1, '2030-01-01', 'on_the_road') returning id`,
    )
    expect(rows).toEqual([{ id: (days ?? 0) + 1 }])
  })
})
