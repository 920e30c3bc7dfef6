import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { databaseAt, openOwnTestDb, testDatabaseUrl } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

let db: Db
beforeEach(async () => {
  db = await openOwnTestDb()
  await db.script(
    null,
    `create table loads (id integer primary key, miles integer); insert into loads values (1, 0), (2, 0)`,
  )
})
afterEach(() => db.close())

const drive = (sql: Sql, id: number) => sql.query('drive', 'update loads set miles = miles + 1 where id = $1', [id])
const miles = () => db.query('miles', 'select id, miles from loads order by id')

/** Another process on the same database. */
async function another(): Promise<{ db: Db; logged: string[] }> {
  const [here] = await db.query<{ name: string }>('here', 'select current_database() as name')
  const logged: string[] = []
  const log = { error: (_: object, message: string) => void logged.push(message), info: () => {} }
  return { db: await openPostgres(databaseAt(testDatabaseUrl(), here?.name ?? ''), log), logged }
}

test('an open transaction is not seen from beside it', async () => {
  const second = await another()
  await db.tx(async (sql) => {
    await drive(sql, 1)
    expect(await second.db.query('miles', 'select miles from loads where id = 1')).toEqual([{ miles: 0 }])
  })
  expect(await second.db.query('miles', 'select miles from loads where id = 1')).toEqual([{ miles: 1 }])
  await second.db.close()
})

test('two transactions that wait for each other both come through', async () => {
  const both = Promise.withResolvers<void>()
  let inside = 0
  const pair = (first: number, second: number) =>
    db.tx(async (sql) => {
      await drive(sql, first)
      if (++inside === 2) both.resolve()
      await both.promise
      await drive(sql, second)
    })
  await Promise.all([pair(1, 2), pair(2, 1)])
  expect(await miles()).toEqual([
    { id: 1, miles: 2 },
    { id: 2, miles: 2 },
  ])
})

test('a session that the server ends is told, and the next statement has a new one', async () => {
  const second = await another()
  const lost = second.db.query('killed', 'select pg_terminate_backend(pg_backend_pid())')
  await expect(lost).rejects.toMatchObject({ name: 'DatabaseError', code: '57P01' })
  expect(await second.db.query('alive', 'select 1 as alive')).toEqual([{ alive: 1 }])
  await second.db.close()
})

test('an idle session that the server ends takes nothing with it but a line in the log', async () => {
  const second = await another()
  const [session] = await second.db.query<{ pid: number }>('pid', 'select pg_backend_pid() as pid')
  await db.query('end', 'select pg_terminate_backend($1)', [session?.pid])
  await expect.poll(() => second.logged).toEqual(['a session of the database was lost'])
  expect(await second.db.query('alive', 'select 1 as alive')).toEqual([{ alive: 1 }])
  await second.db.close()
})

test('two processes that start at once on an empty database: one migrates, the other waits', async () => {
  await db.script(null, 'drop schema public cascade; create schema public')
  const second = await another()
  const ran = await Promise.all([migrate(db), migrate(second.db)])
  expect(ran.flat().sort()).toEqual(readMigrations().map(({ name }) => name))
  await second.db.close()
})

test.each([
  [
    'nothing listens there',
    'postgresql://haulyard:secret@127.0.0.1:1/fleet',
    /127\.0\.0\.1:1\/fleet can't be used: .*ECONNREFUSED/,
  ],
  ['no such database', 'no_such_database', /can't be used: database "no_such_database" does not exist/],
])('%s: one line, without the password', async (_, where, line) => {
  const url = where.includes(':') ? where : databaseAt(testDatabaseUrl(), where)
  const refused = openPostgres(url, noLog)
  await expect(refused).rejects.toThrow(line)
  await expect(refused).rejects.not.toThrow('secret')
  await expect(refused).rejects.toMatchObject({ name: 'StartError' })
})
