import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { signAccess } from '#server/modules/session/token.ts'
import { NOW, type ReceivedResponse, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const PASSWORD = 'gravel-and-diesel'
const OTHER_SECRET = new TextEncoder().encode('another secret of thirty-two bytes')
let site: TestApp
let passwordHash: string

beforeAll(async () => {
  site = await testApp()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => site.close())
beforeEach(() => {
  site.clock.now = NOW
})

const later = (minutes: number) => {
  site.clock.now = new Date(NOW.getTime() + minutes * 60_000)
}
async function signedIn() {
  const email = `${randomUUID()}@haulyard.example`
  const user = await hire(site.db, { email, password_hash: passwordHash, role: 'fleet_manager' })
  const { body } = await site.signedOut('POST', '/api/auth/jwt/create/', { body: { email, password: PASSWORD } })
  const headers = { authorization: `Bearer ${body.access}` }
  return {
    user,
    me: () => site.signedOut('GET', '/api/users/users/me/', { headers }),
    listen: () => site.signedOut('GET', '/api/events/', { headers }),
    refresh: () => site.signedOut('POST', '/api/auth/jwt/refresh/', { body: { refresh: body.refresh } }),
    signOut: () => site.signedOut('POST', '/api/auth/logout/', { body: { refresh: body.refresh }, headers }),
  }
}
/** The status, the code of a refusal, and the `clear-site-data` header or null. */
const verdict = ({ status, body, headers }: ReceivedResponse) => [
  status,
  body?.code,
  headers['clear-site-data'] ?? null,
]
const meWith = async (token: string) =>
  verdict(await site.signedOut('GET', '/api/users/users/me/', { headers: { authorization: `Bearer ${token}` } }))

const ENDED = [401, 'token_not_valid', '"cache"']
const INACTIVE = [401, 'account_inactive', '"cache"']
const EXPIRED = [401, 'token_not_valid', null]

describe('a dismissed user', () => {
  const ways = {
    'made inactive': (user: number) =>
      site.db.query('test.inactive', 'update users set is_active = false where id = $1', [user]),
    'made inactive by an administrator, which ends all sessions': async (user: number) => {
      const admin = await site.as(await hire(site.db, { role: 'administrator' }))
      expect((await admin('PATCH', `/api/users/users/${user}/`, { body: { is_active: false } })).status).toBe(200)
    },
    'deleted by an administrator': async (user: number) => {
      const admin = await site.as(await hire(site.db, { role: 'administrator', password_hash: passwordHash }))
      const body = { current_password: PASSWORD }
      expect(await admin('DELETE', `/api/users/users/${user}/`, { body })).toMatchObject({ status: 204 })
    },
  }
  test.each(Object.entries(ways))(
    'is refused as inactive when %s: by every call and the refresh, however late',
    async (_, dismiss) => {
      const mine = await signedIn()
      await dismiss(mine.user)
      expect(verdict(await mine.me())).toEqual(INACTIVE)
      expect(verdict(await mine.listen())).toEqual(INACTIVE)
      expect(verdict(await mine.refresh())).toEqual(INACTIVE)
      later(60 * 24 * 61)
      expect(verdict(await mine.me())).toEqual(INACTIVE)
      expect(verdict(await mine.refresh())).toEqual(INACTIVE)
    },
  )

  test('who is reactivated has ended sessions and is no longer refused as inactive', async () => {
    const mine = await signedIn()
    await ways['made inactive by an administrator, which ends all sessions'](mine.user)
    await site.db.query('test.active', 'update users set is_active = true where id = $1', [mine.user])
    expect([verdict(await mine.me()), verdict(await mine.refresh())]).toEqual([ENDED, ENDED])
  })

  test('is not revealed without a valid token of that user', async () => {
    const mine = await signedIn()
    await ways['made inactive'](mine.user)
    const forged = await signAccess(OTHER_SECRET, { user: mine.user, session: randomUUID() }, NOW)
    expect(await meWith(forged)).toEqual(EXPIRED)
    expect(await meWith(`${forged}x`)).toEqual(EXPIRED)
    expect(await meWith('nonsense')).toEqual(EXPIRED)
  })
})

test('an ended session is refused as ended, and its browser clears the cache', async () => {
  const mine = await signedIn()
  expect(verdict(await mine.signOut())).toEqual([204, undefined, '"cache"'])
  expect([verdict(await mine.me()), verdict(await mine.listen()), verdict(await mine.refresh())]).toEqual([
    ENDED,
    ENDED,
    ENDED,
  ])
  later(20)
  expect(verdict(await mine.me())).toEqual(ENDED)
})

test('an expired access token clears nothing while its session lasts, and clears the cache when that is over', async () => {
  const mine = await signedIn()
  later(16)
  expect(verdict(await mine.me())).toEqual(EXPIRED)
  expect((await mine.refresh()).headers['clear-site-data']).toBeUndefined()
  later(60 * 24 * 60 + 1)
  expect([verdict(await mine.me()), verdict(await mine.refresh())]).toEqual([ENDED, ENDED])
})

test('an unknown session is refused as ended, as after a restored backup', async () => {
  const { user } = await signedIn()
  expect(await meWith(await signAccess(SECRET, { user, session: randomUUID() }, NOW))).toEqual(ENDED)
  const unknown = await site.signedOut('POST', '/api/auth/jwt/refresh/', { body: { refresh: 'x'.repeat(43) } })
  expect(verdict(unknown)).toEqual(ENDED)
})

test('a call without a token, and one that is accepted, clear nothing', async () => {
  const mine = await signedIn()
  expect(verdict(await site.signedOut('GET', '/api/users/users/me/'))).toEqual([401, 'not_authenticated', null])
  expect(verdict(await mine.me())).toEqual([200, undefined, null])
})
