import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/base/start-error.ts'
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
async function openSecondProcess(): Promise<{ db: Db; logged: string[] }> {
  const [here] = await db.query<{ name: string }>('here', 'select current_database() as name')
  const logged: string[] = []
  const log = { error: (_: object, message: string) => void logged.push(message), info: () => {} }
  return { db: await openPostgres(databaseAt(testDatabaseUrl(), here?.name ?? ''), log), logged }
}

test('other connections do not see a transaction’s changes before it commits', async () => {
  const second = await openSecondProcess()
  await db.tx(async (sql) => {
    await drive(sql, 1)
    expect(await second.db.query('miles', 'select miles from loads where id = 1')).toEqual([{ miles: 0 }])
  })
  expect(await second.db.query('miles', 'select miles from loads where id = 1')).toEqual([{ miles: 1 }])
  await second.db.close()
})

test('two transactions that deadlock both succeed in the end', async () => {
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

test('a session that the server terminates rejects its statement, and the next statement gets a new session', async () => {
  const second = await openSecondProcess()
  const lost = second.db.query('killed', 'select pg_terminate_backend(pg_backend_pid())')
  await expect(lost).rejects.toMatchObject({ name: 'DatabaseError', code: '57P01' })
  expect(await second.db.query('alive', 'select 1 as alive')).toEqual([{ alive: 1 }])
  await second.db.close()
})

test('an idle session that the server terminates only causes a line in the log', async () => {
  const second = await openSecondProcess()
  const [session] = await second.db.query<{ pid: number }>('pid', 'select pg_backend_pid() as pid')
  await db.query('end', 'select pg_terminate_backend($1)', [session?.pid])
  await expect.poll(() => second.logged).toEqual(['a session of the database was lost'])
  expect(await second.db.query('alive', 'select 1 as alive')).toEqual([{ alive: 1 }])
  await second.db.close()
})

test('two processes that start on an empty database at the same time run each migration once', async () => {
  await db.script(null, 'drop schema public cascade; create schema public')
  const second = await openSecondProcess()
  const ran = await Promise.all([migrate(db), migrate(second.db)])
  expect(ran.flat().sort()).toEqual(readMigrations().map(({ name }) => name))
  await second.db.close()
})

test.each([
  ['nothing listens there', () => 'postgresql://haulyard@127.0.0.1:1/fleet', 'connect ECONNREFUSED 127.0.0.1:1'],
  [
    'no such database',
    () => databaseAt(testDatabaseUrl(), 'no_such_database'),
    'database "no_such_database" does not exist',
  ],
])('%s: the start error names the problem without the password', async (_, address, problem) => {
  const url = new URL(address())
  // The private server of the tests accepts any password.
  url.password ||= 'secret'
  const line = `The database at ${url.host}${url.pathname} can't be used: ${problem}`
  await expect(openPostgres(url.href, noLog)).rejects.toEqual(new StartError(line))
})
