import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import { bucketOf, countTry, runCountedTry } from '#server/throttle/throttle.ts'
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

const judge = (work: () => Promise<unknown>, now = NOW) => runCountedTry(db, { bucket, limit: LIMIT, now }, work)
const fails = (error: Error) => () => Promise.reject(error)
const hits = async () => {
  const [row] = await db.query<{ count: number }>('test.hits', 'select cardinality(hits) as count from throttles')
  return row?.count ?? 0
}

test.each([
  ['an overload', new Problem(503, { detail: 'Later.' })],
  ['a full queue', new Problem(429, { detail: 'Later.' })],
  ['an internal error', new Error('the database is away')],
])('%s does not count as a try', async (_, error) => {
  for (let n = 0; n < 5; n++) await expect(judge(fails(error))).rejects.toBe(error)
  expect(await hits()).toBe(0)
})

test('a refusal counts, and removing a try removes exactly that one', async () => {
  const refusal = new Problem(401, { detail: 'No.' })
  await expect(judge(fails(refusal))).rejects.toBe(refusal)
  await countTry(db, bucket, LIMIT, later(1))
  await expect(judge(fails(new Error('away')))).rejects.toThrow('away')
  expect(await hits()).toBe(2)
  await expect(judge(fails(refusal))).rejects.toBe(refusal)
  await expect(judge(fails(refusal), later(14))).rejects.toMatchObject({ status: 429 })
  // The two tries of the first moment have expired. The try a minute later still counts.
  await expect(judge(fails(new Error('away')), later(15))).rejects.toThrow('away')
  expect(await hits()).toBe(1)
})

test('a try over the limit removes no counted try', async () => {
  for (let n = 0; n < 3; n++) await countTry(db, bucket, LIMIT, NOW)
  await expect(judge(async () => 'right')).rejects.toMatchObject({ status: 429 })
  expect(await hits()).toBe(3)
})

test('the original error is thrown even if the try cannot be removed', async () => {
  const away: typeof db.query = (name, text, params) =>
    name === 'throttles.remove' ? Promise.reject(new Error('away too')) : db.query(name, text, params)
  const judging = runCountedTry(
    { query: away, afterCommit: db.afterCommit },
    { bucket, limit: LIMIT, now: NOW },
    fails(new Error('away')),
  )
  await expect(judging).rejects.toThrow(/^away$/)
})
