import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { createLink } from '#server/modules/passwords/link-service.ts'
import { changePassword, endLinks } from '#server/modules/passwords/password-change-service.ts'
import { confirmReset } from '#server/modules/passwords/reset-service.ts'
import { signIn } from '#server/modules/session/session-service.ts'
import { bucketOf, countTry } from '#server/throttle/throttle.ts'
import { aSource, SOURCE } from '#tests/support/builders/a-source.ts'
import { NOW, SECRET } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { databaseAt, openOwnTestDb, testDatabaseUrl } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

const EMAIL = 'ruth@haulyard.example'
let db: Db
/** Another server process on the same database. */
let other: Db
let ruth: number
beforeEach(async () => {
  db = await openOwnTestDb()
  const [here] = await db.query<{ name: string }>('here', 'select current_database() as name')
  other = await openPostgres(databaseAt(testDatabaseUrl(), here?.name ?? ''), noLog)
  ruth = await hire(db, { email: EMAIL, password_hash: 'old' })
})
afterEach(async () => {
  await other.close()
  await db.close()
})

/** Accepts any password: the races concern what follows the check. */
const keys = { secrets: { current: SECRET, former: [] }, passwords: { matches: async () => true } }
const attempt = { email: EMAIL, password: 'x', address: '::1', device: '', source: aSource(), now: NOW }
const author = { user: null, device: null, now: NOW }
const waitingStatements = () =>
  other.query('waits', `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
const liveSessions = () => db.query('live', 'select 1 from sessions where revoked_at is null')

/** The result of a call that starts before the transaction of `first` commits and has to wait for it. */
async function callDuring<T>(
  first: (sql: Sql) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const [called] = await db.tx(async (sql) => {
    await first(sql)
    const ended = Promise.allSettled([call()])
    await expect.poll(waitingStatements).toHaveLength(1)
    return [ended]
  })
  const [end] = await called
  return end
}

test('a sign-in with the old password that runs during the password change opens no session', async () => {
  const signingIn = await callDuring(
    (sql) => changePassword(sql, { user: ruth, passwordHash: 'new', author, source: SOURCE, by: 'password' }),
    () => signIn(other, keys, attempt),
  )
  expect(signingIn).toMatchObject({ status: 'rejected', reason: { status: 401 } })
  expect(await liveSessions()).toEqual([])
})

test('a link created during an e-mail change goes to the new address; an earlier link is ended', async () => {
  await createLink(other, ruth, NOW)
  const links = () => db.query('links', 'select 1 from password_links')
  const newLink = await callDuring(
    async (sql) => {
      await sql.query('readdress', 'update users set email = $2 where id = $1', [ruth, 'new@haulyard.example'])
      await endLinks(sql, ruth)
    },
    () => createLink(other, ruth, NOW),
  )
  expect(newLink).toMatchObject({ status: 'fulfilled', value: { email: 'new@haulyard.example' } })
  expect(await links()).toHaveLength(1)
  await db.tx((sql) => endLinks(sql, ruth))
  expect(await links()).toEqual([])
})

test('an inactive user gets no link', async () => {
  await db.query('deactivate', 'update users set is_active = false where id = $1', [ruth])
  expect(await createLink(db, ruth, NOW)).toBeNull()
})

test('a burst of attempts through two processes is allowed up to the limit and no further', async () => {
  const limit = { name: 'tests', most: 10, windowMs: 60_000, detail: 'Too many.' }
  for (let round = 0; round < 10; round++) {
    const bucket = bucketOf('test', round)
    const tries = Array.from({ length: 30 }, (_, n) => countTry(n % 2 ? db : other, bucket, limit, NOW))
    const done = await Promise.allSettled(tries)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  }
})

test('a link used through two processes at the same time sets one password', async () => {
  for (let round = 0; round < 5; round++) {
    const token = (await createLink(db, ruth, NOW))?.token ?? ''
    const call = { device: null, host: null, source: SOURCE, now: NOW }
    const use = (at: Db, n: number) => {
      const password = `gravel-and-diesel-${n}`
      return confirmReset(at, { uid: `${ruth}`, token, new_password: password, re_new_password: password }, call)
    }
    const done = await Promise.allSettled([use(db, 1), use(other, 2), use(db, 3), use(other, 4)])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 400 })
  }
  const [row] = await db.query<{ version: number }>('version', 'select version from users where id = $1', [ruth])
  expect(row?.version).toBe(6)
})
