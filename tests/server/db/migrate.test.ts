import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { type Migration, migrate, readMigrations } from '#server/db/migrate.ts'
import { openTestDb } from '#tests/support/database.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDb()
})
afterEach(() => db.close())

const known = readMigrations()
const after = (...texts: string[]): Migration[] => [
  ...known,
  ...texts.map((text, index) => {
    const version = known.length + index + 1
    return { version, name: `${version}-test.sql`, text }
  }),
]
const version = async () =>
  (await db.query<{ version: number }>('version', 'select version from schema_version'))[0]?.version

test('a database that is up to date is left alone', async () => {
  expect(await migrate(db)).toEqual([])
  expect(await version()).toBe(known.length)
})

test('new migrations run once, in order', async () => {
  const migrations = after('create table trips (id integer)', 'alter table trips add column miles integer')
  expect(await migrate(db, migrations)).toEqual(migrations.slice(known.length).map(({ name }) => name))
  expect(await migrate(db, migrations)).toEqual([])
  expect(await db.query('trips', 'select id, miles from trips')).toEqual([])
})

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const migrations = after('create table trips (id integer)', 'create table halves (id integer); select 1 / 0')
  await expect(migrate(db, migrations)).rejects.toMatchObject({ code: '22012' })
  expect(await version()).toBe(known.length + 1)
  expect(await db.query('halves', `select to_regclass('halves') as there`)).toEqual([{ there: null }])
})

test('two that start at once: each migration runs once', async () => {
  const migrations = after('create table trips (id integer)', 'create table tolls (id integer)')
  const ran = await Promise.all([migrate(db, migrations), migrate(db, migrations)])
  expect(ran.flat().sort()).toEqual(migrations.slice(known.length).map(({ name }) => name))
})

test('a database of a newer Haulyard is refused in one line', async () => {
  await migrate(db, after('create table trips (id integer)'))
  const refused = migrate(db)
  await expect(refused).rejects.toThrow(
    `The database is of version ${known.length + 1}, newer than this Haulyard knows (${known.length}): start the newer Haulyard.`,
  )
  await expect(refused).rejects.toMatchObject({ name: 'StartError' })
})
