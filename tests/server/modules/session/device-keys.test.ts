import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOT_BATCHED } from '#contract/wire/changes.ts'
import { deviceKey, secretId } from '#server/modules/session/device-key.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { signAccess } from '#server/modules/session/token.ts'
import { checkSecrets } from '#server/start/check-secrets.ts'
import { NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const PATH = '/api/auth/device_key/'
const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const FORMER = new TextEncoder().encode('the secret of the year before this one')
const FORGOTTEN = new TextEncoder().encode('a secret that the database does not remember')
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp({ formerSecrets: [FORGOTTEN, FORMER] })
  ruth = await hire(site.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate sessions, token_secrets')
})

async function signIn(device?: string) {
  const { body } = await site.signedOut('POST', '/api/auth/jwt/create/', {
    body: { email: EMAIL, password: PASSWORD },
    headers: device === undefined ? {} : { 'device-id': device },
  })
  const headers = { authorization: `Bearer ${body.access}` }
  return {
    keysOf: (asked: string) => site.signedOut('POST', PATH, { body: { device: asked }, headers }),
    signOut: () => site.signedOut('POST', '/api/auth/logout/', { body: { refresh: body.refresh }, headers }),
  }
}

describe('the key of a device', () => {
  test('is given to a user who signs in on the device: always the same 32 bytes, never cached', async () => {
    const tablet = randomUUID()
    const first = await (await signIn(tablet)).keysOf(tablet)
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } })
    expect(first.body.keys[0]).toEqual(deviceKey(SECRET, ruth, tablet))
    expect(Buffer.from(first.body.keys[0].key, 'base64url')).toHaveLength(32)
    site.clock.now = new Date(NOW.getTime() + 80 * 86_400_000)
    expect((await (await signIn(tablet)).keysOf(tablet.toUpperCase())).body).toEqual(first.body)
  })

  test('differs by user, device and secret, and its id identifies the secret', () => {
    const tablet = randomUUID()
    const keys = [
      deviceKey(SECRET, 1, tablet),
      deviceKey(SECRET, 11, tablet),
      deviceKey(SECRET, 1, randomUUID()),
      deviceKey(FORMER, 1, tablet),
    ]
    expect(new Set(keys.map(({ key }) => key)).size).toBe(4)
    expect(keys.map(({ id }) => id === secretId(SECRET))).toEqual([true, true, true, false])
  })

  test('never changes, so that data sealed with it can be opened years later', () => {
    const tablet = '01a3185c-5000-7bb6-a75e-b900027adc9b'
    expect(deviceKey(SECRET, 7, tablet)).toEqual({
      id: '44968974',
      key: 'xJQp4HZMLNhxKBFS7owDLSjZ1VHkAji8-0XgGuVGuOs',
    })
  })

  test('is refused for a device on which the user has never signed in', async () => {
    const [tablet, other] = [randomUUID(), randomUUID()]
    const mine = await signIn(tablet)
    expect(await mine.keysOf(other)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('sign in') },
    })
    // A colleague's sign-in on the device does not count for this user.
    const stranger = await site.as(await hire(site.db))
    expect((await stranger('POST', PATH, { body: { device: other } })).status).toBe(200)
    expect((await mine.keysOf(other)).status).toBe(403)
  })

  test('is still given after a sign-out on the device, to another session of the same user', async () => {
    const [tablet, phone] = [randomUUID(), randomUUID()]
    await (await signIn(tablet)).signOut()
    const elsewhere = await signIn(phone)
    expect((await elsewhere.keysOf(tablet)).status).toBe(200)
  })

  test('is given to a session without a device, which belongs to that device from then on', async () => {
    const [tablet, other] = [randomUUID(), randomUUID()]
    const mine = await signIn()
    expect((await mine.keysOf(tablet)).status).toBe(200)
    expect((await mine.keysOf(other)).status).toBe(403)
    expect((await mine.keysOf(tablet)).status).toBe(200)
  })

  test('needs a live session', async () => {
    const tablet = randomUUID()
    const mine = await signIn(tablet)
    await mine.signOut()
    expect((await mine.keysOf(tablet)).status).toBe(401)
    await site.db.query('test.inactive', 'update users set is_active = false where id = $1', [ruth])
    expect((await mine.keysOf(tablet)).status).toBe(401)
    await site.db.query('test.active', 'update users set is_active = true where id = $1', [ruth])
    const forged = await signAccess(FORMER, { user: ruth, session: randomUUID() }, NOW)
    const headers = { authorization: `Bearer ${forged}` }
    expect((await site.signedOut('POST', PATH, { body: { device: tablet }, headers })).status).toBe(401)
  })

  test('is not given in a batch of changes, and leaves nothing in the stored responses and devices', async () => {
    const tablet = randomUUID()
    const asker = await site.as(ruth)
    const headers = () => ({ 'Idempotency-Key': `"${randomUUID()}"`, 'Device-Id': tablet, 'Device-Seq': '1' })
    const { body } = await asker('POST', PATH, { body: { device: tablet }, headers: headers() })
    const change = { call: 'session.device_key', headers: headers(), body: JSON.stringify({ device: tablet }) }
    const batch = await asker('POST', '/api/changes/', { body: { changes: [change] } })
    expect(batch.body).toEqual({ answers: [{ status: NOT_BATCHED, body: null, retry_after: null }] })
    expect(batch.text).not.toContain(body.keys[0].key)
    for (const table of ['idempotency', 'devices'])
      expect(await site.db.query(`test.${table}`, `select 1 from ${table} where user_id = $1`, [ruth])).toEqual([])
  })
})

const START = { log: { say: () => undefined }, now: NOW }
describe('after a change of the secret', () => {
  const bySecret = (device: string, ...secrets: Uint8Array[]) => secrets.map((one) => deviceKey(one, ruth, device))

  test('a device gets the new key first, then the former ones, which open its stored data', async () => {
    const tablet = randomUUID()
    await checkSecrets(site.db, { current: FORMER, former: [] }, [], START)
    await checkSecrets(site.db, { current: SECRET, former: [FORMER] }, [], START)
    const { body } = await (await signIn(tablet)).keysOf(tablet)
    // Includes the key of a secret that was dropped and restored, or that an older backup does not know.
    expect(body.keys).toEqual(bySecret(tablet, SECRET, FORGOTTEN, FORMER))
  })

  test('a process that does not know the new secret yet gives no keys at all', async () => {
    const tablet = randomUUID()
    const next = new TextEncoder().encode('the secret that the other server has')
    await checkSecrets(site.db, { current: next, former: [SECRET] }, [], START)
    expect(await (await signIn(tablet)).keysOf(tablet)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    await checkSecrets(site.db, { current: SECRET, former: [] }, [secretId(next)], START)
    const { body } = await (await signIn(tablet)).keysOf(tablet)
    expect(body.keys).toEqual(bySecret(tablet, SECRET, FORGOTTEN, FORMER))
  })
})
