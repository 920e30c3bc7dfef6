import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenHash } from '#server/base/opaque-token.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const PATH = '/api/auth/end/'
const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate sessions')
})

async function signIn() {
  const { body } = await site.signedOut('POST', '/api/auth/jwt/create/', { body: { email: EMAIL, password: PASSWORD } })
  return body as { readonly access: string; readonly refresh: string }
}
/** The name of a session in the request: the hash of the half of its token that does not change. */
const firstHash = (refresh: string) => tokenHash(refresh.split('.')[0] ?? '')
const end = (...sessions: unknown[]) => site.signedOut('POST', PATH, { body: { sessions } })
const statusOf = async ({ access }: { readonly access: string }) =>
  (await site.signedOut('GET', '/api/users/users/me/', { headers: { authorization: `Bearer ${access}` } })).status

test('a sign-out made offline ends its session when it is sent later, without a sign-in', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const answer = await end(firstHash(mine.refresh))
  expect(answer).toMatchObject({ status: 204, text: '', headers: { 'clear-site-data': '"cache"' } })
  expect([await statusOf(mine), await statusOf(other)]).toEqual([401, 200])
  const again = await site.signedOut('POST', '/api/auth/jwt/refresh/', { body: { refresh: mine.refresh } })
  expect(again.status).toBe(401)
})

test('several sessions end in one request, and sending it again changes nothing', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const hashes = [mine, other].map(({ refresh }) => firstHash(refresh))
  const endedAt = () => site.db.query('test.ended', 'select revoked_at from sessions order by id')
  expect((await end(...hashes, hashes[0])).status).toBe(204)
  expect([await statusOf(mine), await statusOf(other)]).toEqual([401, 401])
  const before = await endedAt()
  site.clock.now = new Date(NOW.getTime() + 60_000)
  expect((await end(...hashes)).status).toBe(204)
  expect(await endedAt()).toEqual(before)
})

test('the response is the same for a session that never existed', async () => {
  const mine = await signIn()
  const known = await end(firstHash(mine.refresh))
  const { headers, ...unknown } = await end('0'.repeat(64))
  expect(unknown).toEqual({ status: known.status, body: known.body, text: known.text })
  expect(Object.keys(headers).toSorted()).toEqual(Object.keys(known.headers).toSorted())
  expect((await end()).status).toBe(204)
})

test('the token itself, a malformed hash, or more than 50 hashes are refused and end nothing', async () => {
  const mine = await signIn()
  const hash = firstHash(mine.refresh)
  for (const sessions of [
    [mine.refresh],
    [hash.toUpperCase()],
    [`${hash}0`],
    [null],
    Array.from({ length: 51 }, () => hash),
  ])
    expect((await end(...sessions)).status).toBe(400)
  expect(await statusOf(mine)).toBe(200)
})

test('the session of a user who is inactive by now ends too', async () => {
  const mine = await signIn()
  await site.db.query('test.inactive', 'update users set is_active = false where id = $1', [ruth])
  expect((await end(firstHash(mine.refresh))).status).toBe(204)
  await site.db.query('test.active', 'update users set is_active = true where id = $1', [ruth])
  expect(await statusOf(mine)).toBe(401)
})
