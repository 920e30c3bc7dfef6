import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { secretId } from '#server/modules/session/device-key.ts'
import { checkSecrets } from '#server/start/check-secrets.ts'
import { hire } from '#tests/support/server/company.ts'
import { openTestDb } from '#tests/support/server/database.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const secretOf = (name: string) => new TextEncoder().encode(`${name}: 32 characters and more of it`)
const [ours, next, later] = [secretOf('ours'), secretOf('next'), secretOf('later')]
let db: Db

beforeAll(async () => {
  db = await openTestDb()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.script(null, 'truncate token_secrets, sessions')
  await emptySecurityLog(db)
})

interface Given {
  readonly former?: readonly Uint8Array[]
  readonly forget?: readonly string[]
  readonly unread?: Uint8Array
}
const start = (current: Uint8Array, { former = [], forget = [], ...given }: Given = {}) =>
  checkSecrets(db, { current, former, ...given }, forget, { log: { say: () => undefined }, now: new Date() })
const known = async () =>
  (await db.query<{ id: string }>('test.known', 'select id from token_secrets')).map(({ id }) => id)

test('a database is served with the same secret again, by as many processes as like', async () => {
  await Promise.all([start(ours), start(ours), start(ours)])
  expect(await known()).toEqual([secretId(ours)])
})

test('a secret that is gone stops the start, says what that costs, and stays known', async () => {
  await start(ours)
  await expect(start(next)).rejects.toThrow(
    `(${secretId(ours)}). Without it, what devices have sealed under its keys can never be opened again: changes that wait there are lost.`,
  )
  await expect(start(next)).rejects.toThrow(`FORGET_TOKEN_SECRETS=${secretId(ours)}`)
  expect(await known()).toEqual([secretId(ours)])
  await start(ours)
})

test('a missing secret that lies in the file, unread since another one is set, is said to lie there', async () => {
  await start(ours)
  await expect(start(next, { unread: later })).rejects.toThrow('lost. Put the secret back: ')
  const words = `${secretId(ours)} lies in token-secret of DATA_DIR, which is not read while TOKEN_SECRET is set: add what stands there to FORMER_TOKEN_SECRETS.`
  await expect(start(next, { unread: ours })).rejects.toThrow(`lost. ${words} To give`)
  await start(next, { former: [ours] })
  await expect(start(later, { unread: ours })).rejects.toThrow(`lost. ${words} Put the secret back: `)
})

test('a secret is changed where the one before is kept, and every one before that', async () => {
  await start(ours)
  await start(next, { former: [ours] })
  await expect(start(later, { former: [next] })).rejects.toThrow(secretId(ours))
  await start(later, { former: [next, ours] })
  // The one before put back: the later one is former now.
  await start(next, { former: [later, ours] })
})

test('a secret that is lost for good is forgotten by its name, and no other with it', async () => {
  await start(ours)
  await start(next, { former: [ours] })
  await expect(start(later, { forget: [secretId(ours)] })).rejects.toThrow(secretId(next))
  await start(later, { forget: [secretId(ours), secretId(next)] })
  expect(await known()).toEqual([secretId(later)])
})

test('a setting that was left standing forgets nothing that is here', async () => {
  await start(ours)
  await start(ours, { forget: [secretId(ours)] })
  expect(await known()).toEqual([secretId(ours)])
})

test('of two processes that first start with two secrets, one does not', async () => {
  const started = await Promise.allSettled([start(ours), start(next)])
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await known()).toHaveLength(1)
})

const live = async () => (await db.query('test.live', 'select 1 from sessions where revoked_at is null')).length
const signIn = async () =>
  db.query(
    'test.sign_in',
    `insert into sessions (id, user_id, refresh_hash, expires_at)
     select id, $1, sha256(id::text::bytea), now() + interval '60 days' from gen_random_uuid() id`,
    [await hire(db)],
  )
const told = () => db.query('test.told', `select detail from security_events where kind = 'secret_changed'`)

test('a new secret ends every session, once, and the log says so', async () => {
  await signIn()
  await start(ours)
  await start(ours)
  expect(await live()).toBe(1)
  await start(next, { former: [ours] })
  expect(await live()).toBe(0)
  await signIn()
  await start(next, { former: [ours] })
  expect(await live()).toBe(1)
  expect(await told()).toMatchObject([{ detail: { sessions: 1 } }])
})

test('a former secret that is put back ends every session as well', async () => {
  await start(ours)
  await start(next, { former: [ours] })
  await signIn()
  await start(ours, { former: [next] })
  expect(await live()).toBe(0)
  await signIn()
  await start(ours, { former: [next] })
  expect(await live()).toBe(1)
  expect(await told()).toHaveLength(2)
})

test('so does one in the place of a secret that is lost', async () => {
  await start(ours)
  await signIn()
  await start(next, { forget: [secretId(ours)] })
  expect(await live()).toBe(0)
  expect(await told()).toMatchObject([{ detail: { sessions: 1 } }])
})
