import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { type Migration, migrate, readMigrations } from '#server/db/migrate.ts'
import { emptyTestDb, openOwnTestDb } from '#tests/support/server/database.ts'

const known = readMigrations()
const withNewMigrations = (...texts: string[]): Migration[] => [
  ...known,
  ...texts.map((text, index) => {
    const version = known.length + index + 1
    return { version, name: `${version}-test.sql`, text }
  }),
]

describe('a database that is up to date', () => {
  let db: Db
  beforeEach(async () => {
    db = await openOwnTestDb()
  })
  afterEach(() => db.close())
  const version = async () =>
    (await db.query<{ version: number }>('version', 'select version from schema_version'))[0]?.version

  test('runs no migration', async () => {
    expect(await migrate(db)).toEqual([])
    expect(await version()).toBe(known.length)
  })

  test('runs each new migration once, in order', async () => {
    const migrations = withNewMigrations(
      'create table trips (id integer)',
      'alter table trips add column miles integer',
    )
    expect(await migrate(db, migrations)).toEqual(migrations.slice(known.length).map(({ name }) => name))
    expect(await migrate(db, migrations)).toEqual([])
    expect(await db.query('trips', 'select id, miles from trips')).toEqual([])
  })

  test('a failed migration leaves nothing behind, and the migrations before it stay', async () => {
    const migrations = withNewMigrations(
      'create table trips (id integer)',
      'create table halves (id integer); select 1 / 0',
    )
    await expect(migrate(db, migrations)).rejects.toMatchObject({ code: '22012' })
    expect(await version()).toBe(known.length + 1)
    expect(await db.query('halves', `select to_regclass('halves') as there`)).toEqual([{ there: null }])
  })

  test('two simultaneous starts run each migration once', async () => {
    const migrations = withNewMigrations('create table trips (id integer)', 'create table tolls (id integer)')
    const ran = await Promise.all([migrate(db, migrations), migrate(db, migrations)])
    const names = migrations.slice(known.length).map(({ name }) => name)
    expect(ran.flat().sort()).toEqual(names.sort())
  })

  test('a database of a newer Haulyard is refused in one line', async () => {
    await migrate(db, withNewMigrations('create table trips (id integer)'))
    const refused = migrate(db)
    await expect(refused).rejects.toThrow(
      `The database is of version ${known.length + 1}, newer than this Haulyard knows (${known.length}): start the newer Haulyard.`,
    )
    await expect(refused).rejects.toMatchObject({ name: 'StartError' })
  })
})

test('the migration to “assigned exactly when a unit has a driver” corrects the units that disagree with their drivers', async () => {
  const old = await emptyTestDb()
  try {
    await migrate(old, known.slice(0, 7))
    await old.script(
      null,
      `insert into users (id, first_name, last_name, sort_name, email, role)
         select n, 'A', 'Person', '', n || '@haulyard.example', 'driver' from generate_series(1, 4) n;
       insert into dispatchers (id, user_id) values (1, 1), (2, 2);
       insert into drivers (id, user_id, position, dispatcher_id) values (1, 3, 'lease', 2), (2, 4, 'lease', null);
       insert into units (id, kind, status, driver_id, dispatcher_id) values
         ('of nobody', 'truck', 'assigned', null, null), ('for sale', 'truck', 'for_sale', null, null),
         ('on service', 'truck', 'on_service', 1, 2), ('stale', 'trailer', 'assigned', 1, 1),
         ('led by nobody', 'truck', 'assigned', 2, 1), ('right', 'trailer', 'assigned', 2, null)`,
    )
    await migrate(old, known.slice(0, 8))
    const text = 'select id, status, driver_id, dispatcher_id from units order by id collate "C"'
    expect((await old.query('units', text)).map(Object.values)).toEqual([
      ['for sale', 'for_sale', null, null],
      ['led by nobody', 'assigned', 2, null],
      ['of nobody', 'unassigned', null, null],
      ['on service', 'assigned', 1, 2],
      ['right', 'assigned', 2, null],
      ['stale', 'assigned', 1, 2],
    ])
  } finally {
    await old.close()
  }
})

test('the migration gives units in the workshop their last driver, from their history', async () => {
  const old = await emptyTestDb()
  try {
    await migrate(old, known.slice(0, 12))
    await old.script(
      null,
      `insert into users (id, first_name, last_name, sort_name, email, role)
         select n, 'A', 'Person', '', n || '@haulyard.example', 'driver' from generate_series(1, 3) n;
       insert into drivers (id, user_id, position) values (1, 1, 'lease'), (2, 2, 'lease'), (3, 3, 'lease');
       insert into units (id, kind, status, driver_id) values ('of two', 'truck', 'on_service', null),
         ('of who is gone', 'truck', 'on_service', null),
         ('of one and then who is gone', 'truck', 'on_service', null), ('of nobody', 'trailer', 'unassigned', null), ('driven', 'trailer', 'assigned', 3);
       insert into history (area, record_id, version, field, from_value, to_value) values
         ('trucks', 'of two', 2, 'driver', '1', '2'), ('trucks', 'of two', 3, 'driver', '2', 'null'),
         ('trucks', 'of two', 4, 'driver', 'null', '3'), ('trailers', 'of two', 9, 'driver', '3', null),
         ('trucks', 'of one and then who is gone', 2, 'driver', '1', '47'),
         ('trucks', 'of one and then who is gone', 3, 'driver', '47', null),
         ('trucks', 'of who is gone', 2, 'driver', '47', null), ('trucks', 'of nobody', 2, 'driver', '3', null),
         ('trailers', 'driven', 2, 'driver', '1', '3'), ('trailers', 'driven', 2, 'color', '"Red"', '"Blue"')`,
    )
    await migrate(old, known.slice(0, 13))
    const text = 'select id, last_driver_id from units order by id collate "C"'
    expect((await old.query('units', text)).map(Object.values)).toEqual([
      ['driven', null],
      ['of nobody', null],
      ['of one and then who is gone', null],
      ['of two', 2],
      ['of who is gone', null],
    ])
  } finally {
    await old.close()
  }
})
