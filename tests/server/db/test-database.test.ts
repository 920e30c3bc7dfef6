import { describe, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { hireDriver, parkUnit } from '#tests/support/company.ts'
import { emptyTables, openTestDb } from '#tests/support/database.ts'

/** Does it with a database that is closed afterwards, whatever happens. */
async function withDb(work: (db: Db) => Promise<void>): Promise<void> {
  const db = await openTestDb()
  await work(db).finally(() => db.close())
}

/** The tables that have rows. */
async function filled(sql: Sql): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(
    'test.tables',
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql.query(`test.first.${name}`, `select 1 from ${name} limit 1`)
    if (rows.length > 0) found.push(name)
  }
  return found
}
/** What sequences have counted: none, when the next number is the first. */
const counted = (sql: Sql) =>
  sql.query(
    'test.counted',
    `select sequencename from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
const nextTrailer = (sql: Sql) => sql.query('test.trailer', `select nextval('trailer_numbers') as number`)
/** A row of toll, of which triggers keep a sum beside it; and many that are longer than a page. */
async function fill(db: Db): Promise<void> {
  await hireDriver(db)
  await parkUnit(db, '1042')
  await nextTrailer(db)
  await db.script(
    null,
    `insert into toll_transactions (source, source_key, date, amount)
       select 'test', n::text, '2026-11-21', 1 from generate_series(1, 3) n;
     insert into history (area, record_id, version, field, to_value)
       select 'trucks', n::text, 1, 'color', to_jsonb(repeat(n::text, 100)) from generate_series(1, 5000) n`,
  )
  expect(await filled(db)).toEqual(
    expect.arrayContaining(['daily_totals', 'drivers', 'history', 'toll_transactions', 'units', 'users']),
  )
}

describe('emptied tables', () => {
  test('are as the migrations made them: empty, sums too, numbers from 1 again', () =>
    withDb(async (db) => {
      const fresh = await filled(db)
      await fill(db)
      await emptyTables(db)
      expect([await filled(db), await counted(db), fresh]).toEqual([['schema_version'], [], ['schema_version']])
      expect(await hireDriver(db)).toBe(1)
      expect(await nextTrailer(db)).toEqual([{ number: 1001 }])
    }))

  test('have their triggers and their rules again', () =>
    withDb(async (db) => {
      await emptyTables(db)
      await fill(db)
      await expect(db.script(null, 'insert into drivers (user_id) values (99)')).rejects.toThrow()
      expect(await db.query('test.role', 'show session_replication_role')).toEqual([
        { session_replication_role: 'origin' },
      ])
    }))

  test('are so by an account that is no superuser as well', () =>
    withDb(async (db) => {
      await fill(db)
      const asLesser = db.tx(async (sql) => {
        await db.script(
          sql,
          `create role haulyard_test_lesser;
           grant usage, create on schema public to haulyard_test_lesser;
           do $$ declare one text; begin
             for one in select tablename from pg_tables where schemaname = 'public' loop
               execute format('alter table %I owner to haulyard_test_lesser', one);
             end loop;
           end $$;
           set local role haulyard_test_lesser`,
        )
        await emptyTables(db, sql)
        expect([await filled(sql), await counted(sql)]).toEqual([['schema_version'], []])
        throw new Error('the role goes again')
      })
      await expect(asLesser).rejects.toThrow('the role goes again')
    }))
})
