import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import { bucketOf, countTry, judgeTry } from '#server/throttle/throttle.ts'
import { openTestDb } from '#tests/support/server/database.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const LIMIT = { name: 'tests', most: 3, windowMs: 15 * 60_000, detail: 'Too many.' }
const bucket = bucketOf('test', 'ruth')
let db: Db

beforeAll(async () => {
  db = await openTestDb()
})
afterAll(() => db.close())
beforeEach(() => db.script(null, 'truncate throttles'))

const judged = (work: () => Promise<unknown>, now = NOW) => judgeTry(db, { bucket, limit: LIMIT, now }, work)
const fails = (error: Error) => () => Promise.reject(error)
const hits = async () => {
  const [row] = await db.query<{ count: number }>('test.hits', 'select cardinality(hits) as count from throttles')
  return row?.count ?? 0
}

test.each([
  ['an overload', new Problem(503, { detail: 'Later.' })],
  ['a line that is full', new Problem(429, { detail: 'Later.' })],
  ['a fault', new Error('the database is away')],
])('%s is no failure of whoever tried', async (_, error) => {
  for (let n = 0; n < 5; n++) await expect(judged(fails(error))).rejects.toBe(error)
  expect(await hits()).toBe(0)
})

test('what is refused counts, and what is taken back is one try of its own', async () => {
  const refusal = new Problem(401, { detail: 'No.' })
  await expect(judged(fails(refusal))).rejects.toBe(refusal)
  await countTry(db, bucket, LIMIT, later(1))
  await expect(judged(fails(new Error('away')))).rejects.toThrow('away')
  expect(await hits()).toBe(2)
  await expect(judged(fails(refusal))).rejects.toBe(refusal)
  await expect(judged(fails(refusal), later(14))).rejects.toMatchObject({ status: 429 })
  // The two of the first moment are forgotten, the one a minute later counts still.
  await expect(judged(fails(new Error('away')), later(15))).rejects.toThrow('away')
  expect(await hits()).toBe(1)
})

test('a try that is over the limit takes nothing back', async () => {
  for (let n = 0; n < 3; n++) await countTry(db, bucket, LIMIT, NOW)
  await expect(judged(async () => 'right')).rejects.toMatchObject({ status: 429 })
  expect(await hits()).toBe(3)
})

test('what fails is told, also when the try cannot be taken back', async () => {
  const away: typeof db.query = (name, text, params) =>
    name === 'throttles.remove' ? Promise.reject(new Error('away too')) : db.query(name, text, params)
  const judging = judgeTry(
    { query: away, afterCommit: db.afterCommit },
    { bucket, limit: LIMIT, now: NOW },
    fails(new Error('away')),
  )
  await expect(judging).rejects.toThrow(/^away$/)
})
