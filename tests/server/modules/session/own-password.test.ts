import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { checkOwnPassword } from '#server/modules/session/own-password-service.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { hire } from '#tests/support/server/company.ts'
import { openTestDb } from '#tests/support/server/database.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

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
beforeEach(async () => {
  await db.script(null, 'truncate throttles')
  await emptySecurityLog(db)
})

const SESSION = randomUUID()
const check = (password: string, { user = ruth, session = SESSION, now = NOW } = {}, sql: Sql = db) =>
  checkOwnPassword(sql, { user, session, source: aSource(), now }, password)

test('the check accepts the user’s own password, and refuses a wrong one and that of another user', async () => {
  await check(PASSWORD)
  await expect(check('wrong')).rejects.toMatchObject(WRONG)
  await expect(check(PASSWORD, { user: await hire(db) })).rejects.toMatchObject(WRONG)
})

test('after ten wrong passwords of a session in a quarter of an hour even the right one must wait; an earlier right one forgives', async () => {
  for (let n = 0; n < 9; n++) await expect(check('wrong')).rejects.toMatchObject(WRONG)
  await check(PASSWORD)
  const tries = Array.from({ length: 14 }, () => check('wrong'))
  const refusals = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && one.reason.status)
  expect(refusals.filter((status) => status === 400)).toHaveLength(10)
  expect(refusals.filter((status) => status === 429)).toHaveLength(4)
  await expect(check(PASSWORD)).rejects.toMatchObject({ status: 429 })
  await check(PASSWORD, { now: later(15) })
})

test('right passwords at the same moment do not count as failures', async () => {
  const done = await Promise.allSettled(Array.from({ length: 14 }, () => check(PASSWORD)))
  expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('a try that was not judged does not count as a failure', async () => {
  const away: typeof db.query = (name, text, params) =>
    name === 'sessions.password_hash' ? Promise.reject(new Error('away')) : db.query(name, text, params)
  for (let n = 0; n < 12; n++)
    await expect(check(PASSWORD, {}, { query: away, afterCommit: db.afterCommit })).rejects.toThrow('away')
  for (let n = 0; n < 10; n++) await expect(check('wrong')).rejects.toMatchObject(WRONG)
  await expect(check(PASSWORD)).rejects.toMatchObject({ status: 429 })
})

test('each wrong password is logged for the user; a try that is not judged is not logged', async () => {
  await check(PASSWORD)
  for (let n = 0; n < 12; n++) await check('wrong').catch(() => undefined)
  const logged = await db.query('test.logged', 'select kind, actor_id, subject_id from security_events')
  expect(logged).toEqual(Array(10).fill({ kind: 'password_refused', actor_id: ruth, subject_id: ruth }))
})
