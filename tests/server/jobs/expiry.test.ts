import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { deleteExpired } from '#server/jobs/expiry-repository.ts'
import { openTestDb } from '#tests/support/database.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
let db: Db

beforeAll(async () => {
  db = await openTestDb()
  await db.script(
    null,
    `insert into users (first_name, last_name, sort_name, email, role) values ('A', 'B', 'a b', 'a@b.example', 'driver')`,
  )
})
afterAll(() => db.close())

const left = async (table: string) =>
  (await db.query<{ rows: number }>(`left-${table}`, `select count(*) as rows from ${table}`))[0]?.rows

test('answers of changes are kept for 90 days, ended sessions too, login failures for one', async () => {
  for (const [n, days] of [89, 91].entries()) {
    await db.query(
      'answer',
      `insert into idempotency (user_id, key, fingerprint, created_at) values (1, gen_random_uuid(), '', $1)`,
      [daysAgo(days)],
    )
    await db.query(
      'session',
      `insert into sessions (id, user_id, refresh_hash, expires_at) values (gen_random_uuid(), 1, $1, $2)`,
      [Buffer.from([n]), daysAgo(days)],
    )
  }
  for (const days of [0.5, 1.5]) {
    await db.query('failure', `insert into login_failures (account, address, at) values ('a', 'b', $1)`, [
      daysAgo(days),
    ])
  }
  await deleteExpired(db, NOW)
  expect([await left('idempotency'), await left('sessions'), await left('login_failures')]).toEqual([1, 1, 1])
  await deleteExpired(db, NOW)
  expect(await left('idempotency')).toBe(1)
})
