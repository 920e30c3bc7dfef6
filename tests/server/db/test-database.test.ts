import { describe, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyAllButUsers, emptyTables, openOwnTestDb, openTestDb } from '#tests/support/server/database.ts'
import { schemaFingerprint } from '#tests/support/server/schema-fingerprint.ts'

/** Runs `work` with a database that is closed afterward, even after an error. */
async function withDb(work: (db: Db) => Promise<void>, open: () => Promise<Db> = openTestDb): Promise<void> {
  const db = await open()
  await work(db).finally(() => db.close())
}

/** The tables that have rows. */
async function tablesWithRows(sql: Sql): Promise<string[]> {
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
/** The sequences that have been used. A sequence whose next number is the first is not among them. */
const usedSequences = (sql: Sql) =>
  sql.query(
    'test.counted',
    `select sequencename from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
const nextTrailer = (sql: Sql) => sql.query('test.trailer', `select nextval('trailer_numbers') as number`)
/** Adds tolls, whose sum triggers maintain in another table, and history that fills many pages. */
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
  expect(await tablesWithRows(db)).toEqual(
    expect.arrayContaining(['daily_totals', 'drivers', 'history', 'toll_transactions', 'units', 'users']),
  )
}

describe('emptied tables', () => {
  test('are as after the migrations: no rows, no totals, and sequences that start over', () =>
    withDb(async (db) => {
      const fresh = await tablesWithRows(db)
      await fill(db)
      await emptyTables(db)
      expect([await tablesWithRows(db), await usedSequences(db), fresh]).toEqual([
        ['schema_version'],
        [],
        ['schema_version'],
      ])
      expect(await hireDriver(db)).toBe(1)
      expect(await nextTrailer(db)).toEqual([{ number: 1001 }])
    }))

  test('can keep the users, and then all sequences continue', () =>
    withDb(async (db) => {
      await fill(db)
      await emptyAllButUsers(db)
      expect(await tablesWithRows(db)).toEqual(['schema_version', 'users'])
      expect(await hireDriver(db)).toBe(2)
      expect(await nextTrailer(db)).toEqual([{ number: 1002 }])
    }))

  test('have their triggers and constraints again', () =>
    withDb(async (db) => {
      await emptyTables(db)
      await fill(db)
      await expect(db.script(null, 'insert into drivers (user_id) values (99)')).rejects.toThrow()
      expect(await db.query('test.role', 'show session_replication_role')).toEqual([
        { session_replication_role: 'origin' },
      ])
    }))

  test('are emptied by an account without superuser rights too', () =>
    withDb(async (db) => {
      await fill(db)
      const asWeakerRole = db.tx(async (sql) => {
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
        expect([await tablesWithRows(sql), await usedSequences(sql)]).toEqual([['schema_version'], []])
        throw new Error('the role goes again')
      })
      await expect(asWeakerRole).rejects.toThrow('the role goes again')
    }))
})

describe('the fingerprint of a schema', () => {
  test.each([
    ['a table', 'create table trips (id integer)'],
    ['a column', 'alter table units alter column color drop not null'],
    ['a default', `alter table units alter column color set default 'red'`],
    ['an index', 'drop index outgoing_mail_person'],
    ['a constraint', `alter table units add constraint units_test check (id <> 'x')`],
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
  ])('differs after a change to %s', (_, change) =>
    withDb(async (db) => {
      const before = await schemaFingerprint(db)
      const changed = db.tx(async (sql) => {
        await db.script(sql, change)
        expect(await schemaFingerprint(sql)).not.toBe(before)
        throw new Error('not for good')
      })
      await expect(changed).rejects.toThrow('not for good')
      expect(await schemaFingerprint(db)).toBe(before)
    }),
  )

  test('stays the same when rows are added and removed', () =>
    withDb(async (db) => {
      const before = await schemaFingerprint(db)
      await fill(db)
      await emptyTables(db)
      await db.script(null, 'truncate units restart identity cascade')
      await db.script(null, 'vacuum analyze history')
      expect(await schemaFingerprint(db)).toBe(before)
    }))
})

/** Marks the database itself, so that a test can tell whether it gets the same database again. */
const mark = (db: Db, words: string) => db.script(null, `comment on schema public is '${words}'`)
const readMark = async (db: Db) =>
  (await db.query<{ words: string }>('test.mark', `select obj_description('public'::regnamespace) as words`))[0]?.words

describe('a database that a test file returns', () => {
  test('is handed out again in a clean state', async () => {
    await withDb(async (db) => {
      await mark(db, 'handed on')
      await fill(db)
      await db.script(null, `set statement_timeout = '7s'; create temporary table trips (id integer)`)
      await db.query('test.plan', 'select 1 as one')
    })
    await withDb(async (db) => {
      expect(await readMark(db)).toBe('handed on')
      expect(await tablesWithRows(db)).toEqual(['schema_version'])
      expect(await db.query('test.plan', 'select 2 as two')).toEqual([{ two: 2 }])
      const [session] = await db.query<{ trips: string | null; timeout: string }>(
        'test.session',
        `select to_regclass('trips')::text as trips, current_setting('statement_timeout') as timeout`,
      )
      expect(session).toEqual({ trips: null, timeout: db.kind === 'embedded' ? '0' : '1min' })
    })
  })

  test('is not handed out again when its schema changed', async () => {
    await withDb(async (db) => {
      await mark(db, 'changed')
      await db.script(null, 'create table trips (id integer)')
    })
    await withDb(async (db) => {
      expect(await readMark(db)).not.toBe('changed')
      expect(await db.query('test.trips', `select to_regclass('trips') as there`)).toEqual([{ there: null }])
    })
  })

  test('is closed only after the open transaction ends, and then refuses every call of the file that returned it', async () => {
    const first = await openTestDb()
    const events: string[] = []
    // Opening the connection to other processes also calls this, while the first file has the database.
    first.listen(() => events.includes('closed') && events.push('news'))
    const late = first
      .tx(async (sql) => {
        await sql.query('test.slow', 'select pg_sleep(0.02)')
        await sql.query('test.late', `insert into units (id, kind, status) values ('late', 'truck', 'unassigned')`)
      })
      .then(() => events.push('written'))
    await first.close()
    events.push('closed')
    await late
    await withDb(async (db) => {
      db.announce()
      await expect(first.query('test.after', 'select 1')).rejects.toThrow('too late for test.after')
      await expect(first.tx(async () => undefined)).rejects.toThrow('too late')
      await expect(first.script(null, 'select 1')).rejects.toThrow('too late')
      expect(() => first.listen(() => undefined)).toThrow('too late')
      expect(await tablesWithRows(db)).toEqual(['schema_version'])
    })
    expect(events).toEqual(['written', 'closed'])
  })

  test('is not shared before it is returned', () =>
    withDb((first) =>
      withDb(async (second) => {
        await parkUnit(first, '1042')
        expect(await tablesWithRows(second)).toEqual(['schema_version'])
      }),
    ))

  test('is never handed to a file that asks for a database of its own', async () => {
    await withDb((db) => mark(db, 'handed on'))
    await withDb(async (db) => {
      expect(await readMark(db)).not.toBe('handed on')
      await mark(db, 'my own')
    }, openOwnTestDb)
    await withDb(async (db) => expect(await readMark(db)).toBe('handed on'))
  })
})
