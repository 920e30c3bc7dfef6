import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DatabaseError, type Db, type Sql } from '#server/db/db.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'

let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
  await db.script(
    null,
    `create table loads (id integer primary key, state text not null check (state <> ''), miles numeric);
     create table stops (load_id integer not null references loads)`,
  )
})
afterAll(() => db.close())
beforeEach(() => db.script(null, 'truncate loads, stops'))

const add = (sql: Sql, id: number) => sql.query('add-load', `insert into loads values ($1, 'booked')`, [id])
const ids = async () =>
  (await db.query<{ id: number }>('all-loads', 'select id from loads order by id')).map(({ id }) => id)

/** A promise that the test resolves, to define the order of events. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reached: promise, open: () => resolve() }
}

async function refusal(work: Promise<unknown>): Promise<DatabaseError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DatabaseError)) throw new Error('expected the database to refuse', { cause: error })
  return error
}

test('a transaction’s changes are visible after it', async () => {
  const answer = await db.tx(async (sql) => {
    await add(sql, 1)
    await add(sql, 2)
    return 'both'
  })
  expect(answer).toBe('both')
  expect(await ids()).toEqual([1, 2])
})

test('a transaction that throws leaves no changes, and the caller gets the original error', async () => {
  const reason = new Error('the driver has no license')
  const work = db.tx(async (sql) => {
    await add(sql, 1)
    throw reason
  })
  await expect(work).rejects.toBe(reason)
  expect(await ids()).toEqual([])
})

test('a statement outside an open transaction is not rolled back with it', async () => {
  const opened = gate()
  const goOn = gate()
  const doomed = db.tx(async (sql) => {
    await add(sql, 1)
    opened.open()
    await goOn.reached
    throw new Error('changed my mind')
  })
  await opened.reached
  const beside = add(db, 2)
  goOn.open()
  await expect(doomed).rejects.toThrow('changed my mind')
  await beside
  expect(await ids()).toEqual([2])
})

test('a hundred simultaneous transactions and statements all succeed, each completely', async () => {
  const all = Array.from({ length: 100 }, (_, id) =>
    id % 2 ? add(db, id) : db.tx(async (sql) => void (await Promise.all([add(sql, id), add(sql, id + 1000)]))),
  )
  await Promise.all(all)
  expect(await ids()).toHaveLength(150)
})

test.each([
  ['23505', 'loads_pkey', `insert into loads values (1, 'twice')`],
  ['23514', 'loads_state_check', `insert into loads values (2, '')`],
  ['23503', 'stops_load_id_fkey', 'insert into stops values (99)'],
  ['23502', null, 'insert into loads values (3, null)'],
  ['22P02', null, `insert into loads values ('x'::text::integer, 'y')`],
  ['42P01', null, 'select * from nowhere'],
])('a refused statement has the code %s and names the constraint %s', async (code, constraint, text) => {
  await add(db, 1)
  const error = await refusal(db.query(`refused-${code}`, text))
  expect({ code: error.code, constraint: error.constraint }).toEqual({ code, constraint })
  expect(await ids()).toEqual([1])
})

test('the session still works after a refused statement in a transaction', async () => {
  const work = db.tx(async (sql) => {
    await add(sql, 1)
    await add(sql, 1)
  })
  expect((await refusal(work)).code).toBe('23505')
  await db.tx((sql) => add(sql, 2))
  expect(await ids()).toEqual([2])
})

test('a transaction that ignores a refused statement is not reported as committed', async () => {
  const work = db.tx(async (sql) => {
    await add(sql, 1)
    await sql.query('broken', 'select 1 / 0').catch(() => undefined)
  })
  expect((await refusal(work)).code).toBe('25P02')
  expect(await ids()).toEqual([])
})

test.each(['40001', '40P01'])('a transaction that fails with %s is repeated from the start', async (code) => {
  let tries = 0
  await db.tx(async (sql) => {
    tries++
    await add(sql, tries)
    if (tries < 3) await db.script(sql, `do $$ begin raise exception 'lost a race' using errcode = '${code}'; end $$`)
  })
  expect(tries).toBe(3)
  expect(await ids()).toEqual([3])
})

test('a transaction that fails five times with a serialization error is abandoned with that error', async () => {
  let tries = 0
  const work = db.tx(async (sql) => {
    tries++
    await db.script(sql, `do $$ begin raise exception 'lost' using errcode = '40001'; end $$`)
  })
  expect((await refusal(work)).code).toBe('40001')
  expect(tries).toBe(5)
})

test('the outer database, used inside a transaction, is refused immediately instead of waiting forever', async () => {
  const inside = db.tx(async (sql) => {
    await add(sql, 1)
    await db.query('outer', 'select 1')
  })
  await expect(inside).rejects.toThrow('Inside a transaction use the `sql` that it hands in')
  await expect(db.tx(() => db.tx(async () => undefined))).rejects.toThrow('Inside a transaction')
  expect(await ids()).toEqual([])
})

test('the `sql` of a finished transaction refuses statements', async () => {
  const finished = await db.tx(async (sql) => sql)
  await expect(add(finished, 1)).rejects.toThrow('This transaction is over')
  expect(await ids()).toEqual([])
})

test('two statements with one name are a programming error that names the statement', async () => {
  const work = db.tx(async (sql) => {
    await sql.query('one-name', 'select 1')
    await sql.query('one-name', 'select 2')
  })
  await expect(work).rejects.toThrow('one-name')
})
