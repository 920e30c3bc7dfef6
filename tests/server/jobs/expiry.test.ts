import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { deleteExpired } from '#server/jobs/expiry-repository.ts'
import { openTestDb } from '#tests/support/server/database.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
let db: Db

beforeAll(async () => {
  db = await openTestDb()
  await db.script(
    null,
    `insert into users (first_name, last_name, sort_name, email, role) values ('A', 'B', 'a b', 'a@b.example', 'driver'), ('C', 'D', 'c d', 'c@d.example', 'driver')`,
  )
})
afterAll(() => db.close())

const countRows = async (table: string) =>
  (await db.query<{ rows: number }>(`left-${table}`, `select count(*) as rows from ${table}`))[0]?.rows

test('responses to changes and ended sessions are deleted after 90 days, counted tries after one day, password links at expiry', async () => {
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
    await db.query('try', `insert into throttles (bucket, hits, touched_at) values ($1, array[$2::timestamptz], $2)`, [
      `login ${days}`,
      daysAgo(days),
    ])
  }
  for (const [id, hours] of [
    [1, 1],
    [2, -1],
  ] as const) {
    await db.query('link', `insert into password_links (user_id, token_hash, expires_at) values ($1, '', $2)`, [
      id,
      new Date(NOW.getTime() + hours * 3_600_000),
    ])
  }
  await deleteExpired(db, NOW)
  for (const table of ['idempotency', 'sessions', 'throttles', 'password_links'])
    expect(await countRows(table), table).toBe(1)
  await deleteExpired(db, NOW)
  expect(await countRows('idempotency')).toBe(1)
})

test('a device not seen for a year is deleted, and only its highest sequence number remains', async () => {
  for (const [device, days] of [
    ['5bd1c12e-0d2c-4a46-a3a9-0d5f4f1a0c01', 364],
    ['5bd1c12e-0d2c-4a46-a3a9-0d5f4f1a0c02', 366],
  ] as const) {
    await db.query(
      'device',
      `insert into devices (user_id, device_id, highest_seq, missing_seqs, last_seen_at) values (1, $1::uuid, 9, '{7}', $2)`,
      [device, daysAgo(days)],
    )
  }
  await deleteExpired(db, NOW)
  expect(await countRows('devices')).toBe(1)
  expect(await db.query('forgotten', 'select device_id, highest_seq from forgotten_devices')).toEqual([
    { device_id: '5bd1c12e-0d2c-4a46-a3a9-0d5f4f1a0c02', highest_seq: 9 },
  ])
})

test('security events are deleted after a year', async () => {
  // The database also checks its own clock: it refuses to delete younger events.
  const now = new Date()
  for (const days of [366, 363]) {
    await db.query('event', `insert into security_events (at, kind) values ($1::timestamptz, 'sign_in')`, [
      new Date(now.getTime() - days * 86_400_000),
    ])
  }
  await deleteExpired(db, now)
  expect(await countRows('security_events')).toBe(1)
})

test('a server whose clock is ahead deletes no security event early and does not fail', async () => {
  await deleteExpired(db, new Date(Date.now() + 30 * 86_400_000))
  expect(await countRows('security_events')).toBe(1)
})
