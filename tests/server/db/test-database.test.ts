import { describe, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyAllButUsers, emptyTables, openOwnTestDb, openTestDb } from '#tests/support/server/database.ts'
import { schemaPrint } from '#tests/support/server/schema-print.ts'

/** Does it with a database that is closed afterward, whatever happens. */
async function withDb(work: (db: Db) => Promise<void>, open: () => Promise<Db> = openTestDb): Promise<void> {
  const db = await open()
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

  test('may be all but the users, whose numbers go on', () =>
    withDb(async (db) => {
      await fill(db)
      await emptyAllButUsers(db)
      expect(await filled(db)).toEqual(['schema_version', 'users'])
      expect(await hireDriver(db)).toBe(2)
      expect(await nextTrailer(db)).toEqual([{ number: 1002 }])
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

describe('the print of a schema', () => {
  test.each([
    ['a table', 'create table trips (id integer)'],
    ['a column', 'alter table units alter column color drop not null'],
    ['a default', `alter table units alter column color set default 'red'`],
    ['an index', 'drop index outgoing_mail_person'],
    ['a rule', `alter table units add constraint units_test check (id <> 'x')`],
    ['a trigger', 'alter table toll_transactions disable trigger toll_transactions_came'],
    [
      'a function',
      `create or replace function note_unit_gone() returns trigger language plpgsql as 'begin return new; end'`,
    ],
    ['a sequence', 'alter sequence trailer_numbers increment by 2'],
    ['a view', 'create view trucks as select id from units'],
    ['a type', `create type color as enum ('red')`],
    ['a schema', 'create schema elsewhere'],
    ['its version', 'update schema_version set version = version + 1'],
  ])('is another one when %s was changed', (_, change) =>
    withDb(async (db) => {
      const before = await schemaPrint(db)
      const changed = db.tx(async (sql) => {
        await db.script(sql, change)
        expect(await schemaPrint(sql)).not.toBe(before)
        throw new Error('not for good')
      })
      await expect(changed).rejects.toThrow('not for good')
      expect(await schemaPrint(db)).toBe(before)
    }),
  )

  test('stays as it is whatever rows come and go', () =>
    withDb(async (db) => {
      const before = await schemaPrint(db)
      await fill(db)
      await emptyTables(db)
      await db.script(null, 'truncate units restart identity cascade')
      await db.script(null, 'vacuum analyze history')
      expect(await schemaPrint(db)).toBe(before)
    }))
})

/** Leaves a mark at the database itself, by which the next file's is known for the same. */
const mark = (db: Db, words: string) => db.script(null, `comment on schema public is '${words}'`)
const marked = async (db: Db) =>
  (await db.query<{ words: string }>('test.mark', `select obj_description('public'::regnamespace) as words`))[0]?.words

describe('a database that a test file gives back', () => {
  test('is handed out again, as new', async () => {
    await withDb(async (db) => {
      await mark(db, 'handed on')
      await fill(db)
      await db.script(null, `set statement_timeout = '7s'; create temporary table trips (id integer)`)
      await db.query('test.plan', 'select 1 as one')
    })
    await withDb(async (db) => {
      expect(await marked(db)).toBe('handed on')
      expect(await filled(db)).toEqual(['schema_version'])
      expect(await db.query('test.plan', 'select 2 as two')).toEqual([{ two: 2 }])
      const [session] = await db.query<{ trips: string | null; timeout: string }>(
        'test.session',
        `select to_regclass('trips')::text as trips, current_setting('statement_timeout') as timeout`,
      )
      expect(session).toEqual({ trips: null, timeout: db.kind === 'embedded' ? '0' : '1min' })
    })
  })

  test('is not when its schema was changed', async () => {
    await withDb(async (db) => {
      await mark(db, 'changed')
      await db.script(null, 'create table trips (id integer)')
    })
    await withDb(async (db) => {
      expect(await marked(db)).not.toBe('changed')
      expect(await db.query('test.trips', `select to_regclass('trips') as there`)).toEqual([{ there: null }])
    })
  })

  test('runs nothing any more for who had it, and is waited for', async () => {
    const first = await openTestDb()
    const said: string[] = []
    // Opening the line to other processes is told too, as long as it is the first file's.
    first.listen(() => said.includes('closed') && said.push('news'))
    const late = first
      .tx(async (sql) => {
        await sql.query('test.slow', 'select pg_sleep(0.02)')
        await sql.query('test.late', `insert into units (id, kind, status) values ('late', 'truck', 'unassigned')`)
      })
      .then(() => said.push('written'))
    await first.close()
    said.push('closed')
    await late
    await withDb(async (db) => {
      db.announce()
      await expect(first.query('test.after', 'select 1')).rejects.toThrow('too late for test.after')
      await expect(first.tx(async () => undefined)).rejects.toThrow('too late')
      await expect(first.script(null, 'select 1')).rejects.toThrow('too late')
      expect(() => first.listen(() => undefined)).toThrow('too late')
      expect(await filled(db)).toEqual(['schema_version'])
    })
    expect(said).toEqual(['written', 'closed'])
  })

  test('is nobody else’s until then', () =>
    withDb((first) =>
      withDb(async (second) => {
        await parkUnit(first, '1042')
        expect(await filled(second)).toEqual(['schema_version'])
      }),
    ))

  test('never comes to who asked for one of its own', async () => {
    await withDb((db) => mark(db, 'handed on'))
    await withDb(async (db) => {
      expect(await marked(db)).not.toBe('handed on')
      await mark(db, 'my own')
    }, openOwnTestDb)
    await withDb(async (db) => expect(await marked(db)).toBe('handed on'))
  })
})
