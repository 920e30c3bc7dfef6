import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { checkOwnPassword } from '#server/modules/session/own-password-service.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { hire } from '#tests/support/company.ts'
import { openTestDb } from '#tests/support/database.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const PASSWORD = 'gravel-and-diesel'
const WRONG = { status: 400, body: { current_password: ['Invalid password.'] } }
let db: Db
let ruth: number

beforeAll(async () => {
  db = await openTestDb()
  ruth = await hire(db, { email: 'ruth@haulyard.example', password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => db.close())
beforeEach(() => db.script(null, 'truncate throttles'))

test('who is signed in is asked for their own password', async () => {
  await checkOwnPassword(db, ruth, PASSWORD, NOW)
  await expect(checkOwnPassword(db, ruth, 'wrong', NOW)).rejects.toMatchObject(WRONG)
  await expect(checkOwnPassword(db, await hire(db), PASSWORD, NOW)).rejects.toMatchObject(WRONG)
})

test('after ten wrong ones in a quarter of an hour even the right one waits; a right one before forgives', async () => {
  for (let n = 0; n < 9; n++) await expect(checkOwnPassword(db, ruth, 'wrong', NOW)).rejects.toMatchObject(WRONG)
  await checkOwnPassword(db, ruth, PASSWORD, NOW)
  const tries = Array.from({ length: 14 }, () => checkOwnPassword(db, ruth, 'wrong', NOW))
  const refusals = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && one.reason.status)
  expect(refusals.filter((status) => status === 400)).toHaveLength(10)
  expect(refusals.filter((status) => status === 429)).toHaveLength(4)
  await expect(checkOwnPassword(db, ruth, PASSWORD, NOW)).rejects.toMatchObject({ status: 429 })
  await checkOwnPassword(db, ruth, PASSWORD, later(15))
})

test('right ones at the same moment are no failures', async () => {
  const done = await Promise.allSettled(Array.from({ length: 14 }, () => checkOwnPassword(db, ruth, PASSWORD, NOW)))
  expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('a try that was not judged is no failure', async () => {
  const away: typeof db.query = (name, text, params) =>
    name === 'sessions.password_hash' ? Promise.reject(new Error('away')) : db.query(name, text, params)
  for (let n = 0; n < 12; n++)
    await expect(checkOwnPassword({ query: away, afterCommit: db.afterCommit }, ruth, PASSWORD, NOW)).rejects.toThrow(
      'away',
    )
  for (let n = 0; n < 10; n++) await expect(checkOwnPassword(db, ruth, 'wrong', NOW)).rejects.toMatchObject(WRONG)
  await expect(checkOwnPassword(db, ruth, PASSWORD, NOW)).rejects.toMatchObject({ status: 429 })
})
