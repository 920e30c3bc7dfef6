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

interface StartOptions {
  readonly former?: readonly Uint8Array[]
  readonly forget?: readonly string[]
  readonly unread?: Uint8Array
}
const start = (current: Uint8Array, { former = [], forget = [], ...secrets }: StartOptions = {}) =>
  checkSecrets(db, { current, former, ...secrets }, forget, { log: { say: () => undefined }, now: new Date() })
const storedIds = async () =>
  (await db.query<{ id: string }>('test.known', 'select id from token_secrets')).map(({ id }) => id)

test('several processes start with the same secret on one database', async () => {
  await Promise.all([start(ours), start(ours), start(ours)])
  expect(await storedIds()).toEqual([secretId(ours)])
})

test('a missing secret stops the start with a message about the loss, and its id remains stored', async () => {
  await start(ours)
  await expect(start(next)).rejects.toThrow(
    `(${secretId(ours)}). Without it, what devices have sealed under its keys can never be opened again: changes that wait there are lost.`,
  )
  await expect(start(next)).rejects.toThrow(`FORGET_TOKEN_SECRETS=${secretId(ours)}`)
  expect(await storedIds()).toEqual([secretId(ours)])
  await start(ours)
})

test('the message about a missing secret says so if the secret is in the file that TOKEN_SECRET overrides', async () => {
  await start(ours)
  await expect(start(next, { unread: later })).rejects.toThrow('lost. Put the secret back: ')
  const words = `${secretId(ours)} lies in token-secret of DATA_DIR, which is not read while TOKEN_SECRET is set: add what stands there to FORMER_TOKEN_SECRETS.`
  await expect(start(next, { unread: ours })).rejects.toThrow(`lost. ${words} To give`)
  await start(next, { former: [ours] })
  await expect(start(later, { unread: ours })).rejects.toThrow(`lost. ${words} Put the secret back: `)
})

test('a secret can be replaced if all secrets before it are still available as former secrets', async () => {
  await start(ours)
  await start(next, { former: [ours] })
  await expect(start(later, { former: [next] })).rejects.toThrow(secretId(ours))
  await start(later, { former: [next, ours] })
  // The secret before is restored, and the later one becomes a former secret.
  await start(next, { former: [later, ours] })
})

test('only the secrets whose ids are listed are forgotten', async () => {
  await start(ours)
  await start(next, { former: [ours] })
  await expect(start(later, { forget: [secretId(ours)] })).rejects.toThrow(secretId(next))
  await start(later, { forget: [secretId(ours), secretId(next)] })
  expect(await storedIds()).toEqual([secretId(later)])
})

test('a leftover FORGET_TOKEN_SECRETS does not forget a secret that is available', async () => {
  await start(ours)
  await start(ours, { forget: [secretId(ours)] })
  expect(await storedIds()).toEqual([secretId(ours)])
})

test('of two processes that start first with different secrets, one is refused', async () => {
  const started = await Promise.allSettled([start(ours), start(next)])
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await storedIds()).toHaveLength(1)
})

const countLiveSessions = async () =>
  (await db.query('test.live', 'select 1 from sessions where revoked_at is null')).length
const signIn = async () =>
  db.query(
    'test.sign_in',
    `insert into sessions (id, user_id, refresh_hash, expires_at)
     select id, $1, sha256(id::text::bytea), now() + interval '60 days' from gen_random_uuid() id`,
    [await hire(db)],
  )
const loggedSecretChanges = () =>
  db.query('test.told', `select detail from security_events where kind = 'secret_changed'`)

test('a new secret ends every session once, and the security log records it', async () => {
  await signIn()
  await start(ours)
  await start(ours)
  expect(await countLiveSessions()).toBe(1)
  await start(next, { former: [ours] })
  expect(await countLiveSessions()).toBe(0)
  await signIn()
  await start(next, { former: [ours] })
  expect(await countLiveSessions()).toBe(1)
  expect(await loggedSecretChanges()).toMatchObject([{ detail: { sessions: 1 } }])
})

test('restoring a former secret ends every session too', async () => {
  await start(ours)
  await start(next, { former: [ours] })
  await signIn()
  await start(ours, { former: [next] })
  expect(await countLiveSessions()).toBe(0)
  await signIn()
  await start(ours, { former: [next] })
  expect(await countLiveSessions()).toBe(1)
  expect(await loggedSecretChanges()).toHaveLength(2)
})

test('a new secret in place of a forgotten one ends every session too', async () => {
  await start(ours)
  await signIn()
  await start(next, { forget: [secretId(ours)] })
  expect(await countLiveSessions()).toBe(0)
  expect(await loggedSecretChanges()).toMatchObject([{ detail: { sessions: 1 } }])
})
