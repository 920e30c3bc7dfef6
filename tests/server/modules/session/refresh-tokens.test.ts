import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { NOW, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const [CREATE, REFRESH, LOGOUT] = ['/api/auth/jwt/create/', '/api/auth/jwt/refresh/', '/api/auth/logout/']
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD), role: 'administrator' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate sessions')
  await emptySecurityLog(site.db)
})

const later = (seconds: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + seconds * 1000)
}
const cookieIn = ({ headers }: ReceivedResponse) => String(headers['set-cookie'] ?? '')
const valueIn = (answer: ReceivedResponse) => /^refresh-token=([^;]*)/.exec(cookieIn(answer))?.[1] ?? ''
const secondOf = (cookie: string) => ({ cookie: `other=1; refresh-token=${cookie}` })

/** Replaces a letter in the middle: the last letters of base64 may carry no information. */
const altered = (half: string) => `${half.slice(0, 20)}${half[20] === 'A' ? 'B' : 'A'}${half.slice(21)}`

/** Signs in as a browser that stores the cookie. */
async function browser(keep: 'session' | 'lasting' = 'lasting') {
  const signedIn = await site.signedOut('POST', CREATE, {
    body: { email: EMAIL, password: PASSWORD, refresh_cookie: keep },
  })
  const { access, refresh } = signedIn.body
  const own = { authorization: `Bearer ${access}` }
  return {
    signedIn,
    first: refresh as string,
    second: valueIn(signedIn),
    refresh: (cookie: string, agent = 'A tablet') =>
      site.signedOut('POST', REFRESH, { body: { refresh }, headers: { ...secondOf(cookie), 'user-agent': agent } }),
    me: () => site.signedOut('GET', '/api/users/users/me/', { headers: own }),
    sessions: () => site.signedOut('GET', '/api/auth/sessions/', { headers: own }),
    events: () => site.signedOut('GET', '/api/security/events/', { headers: own }),
    signOut: (cookie: string) =>
      site.signedOut('POST', LOGOUT, { body: { refresh }, headers: { ...own, ...secondOf(cookie) } }),
  }
}

describe('a browser', () => {
  test('gets half of its token in a cookie that no script can read', async () => {
    const lasting = await browser('lasting')
    expect(cookieIn(lasting.signedIn)).toMatch(
      /^refresh-token=[\w-]{40,}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=5184000$/,
    )
    expect(lasting.signedIn.body).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      refresh_cookie: true,
    })
    expect(lasting.signedIn.text).not.toContain(lasting.second)
    expect(cookieIn((await browser('session')).signedIn)).toMatch(/SameSite=Strict$/)
  })

  test('on HTTPS gets a Secure cookie, and is told to use HTTPS from then on', async () => {
    const secure = await testApp({ publicUrl: 'https://fleet.example.com' })
    await hire(secure.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) })
    const body = { email: EMAIL, password: PASSWORD, refresh_cookie: 'session' }
    const answer = await secure.signedOut('POST', CREATE, { body })
    expect(cookieIn(answer)).toContain('; Secure')
    // The browser must not use HTTP again.
    const always = 'max-age=31536000'
    expect(answer.headers['strict-transport-security']).toBe(always)
    expect((await secure.signedOut('GET', '/login')).headers['strict-transport-security']).toBe(always)
    expect((await site.signedOut('GET', '/login')).headers['strict-transport-security']).toBeUndefined()
    await secure.close()
  })

  test('gets another half and an access token at each use', async () => {
    const mine = await browser()
    const answer = await mine.refresh(mine.second)
    expect(answer).toMatchObject({ status: 200, body: { access: expect.any(String), refresh_cookie: true } })
    expect(valueIn(answer)).not.toBe(mine.second)
    expect(answer.body.refresh).toBeUndefined()
    later(15 * 60)
    expect((await mine.refresh(valueIn(answer))).status).toBe(200)
    // Max-Age is the rest of the session's 60 days: it does not start again.
    expect(cookieIn(await mine.refresh(valueIn(answer)))).toContain(`Max-Age=${60 * 86_400 - 15 * 60}`)
  })

  test('gets nothing with one half alone, whichever it is', async () => {
    const mine = await browser()
    const other = await browser()
    const alone = { refresh: mine.second }
    const tries = [
      site.signedOut('POST', REFRESH, { body: { refresh: mine.first } }),
      site.signedOut('POST', REFRESH, { body: alone, headers: secondOf(mine.second) }),
      site.signedOut('POST', REFRESH, { body: { refresh: 'x' }, headers: secondOf(mine.second) }),
      mine.refresh(other.second),
      mine.refresh(altered(mine.second)),
      mine.refresh(''),
    ]
    for (const answer of await Promise.all(tries)) {
      expect([answer.status, answer.body.code]).toEqual([401, 'token_not_valid'])
    }
    expect((await mine.me()).status).toBe(200)
  })

  test('that signs out is told to drop its cookie; the cookie of a later sign-in stays', async () => {
    const [first, since] = [await browser(), await browser()]
    expect(cookieIn(await first.signOut(since.second))).toBe('')
    expect(cookieIn(await since.signOut(since.second))).toMatch(/^refresh-token=; .*Max-Age=0$/)
  })
})

describe('a replaced half', () => {
  test('works until the next one comes back, because the response may be lost', async () => {
    const mine = await browser()
    for (let day = 0; day < 5; day++) {
      later(86_400)
      expect((await mine.refresh(mine.second)).status).toBe(200)
    }
    const next = valueIn(await mine.refresh(mine.second))
    later(3600)
    expect((await mine.refresh(next)).status).toBe(200)
    expect((await mine.me()).status).toBe(401)
  })

  test('works for another minute, for other tabs', async () => {
    const mine = await browser()
    const next = valueIn(await mine.refresh(mine.second))
    later(900)
    await mine.refresh(next)
    later(60)
    expect((await mine.refresh(mine.second)).status).toBe(200)
  })

  test('ends the session after that for both parties that have it, and the log and every call report it', async () => {
    const mine = await browser()
    const stolen = valueIn(await mine.refresh(mine.second))
    const own = valueIn(await mine.refresh(mine.second))
    later(900)
    const thief = await mine.refresh(stolen, 'Thief/9')
    expect(thief.status).toBe(200)
    later(61)
    const response = await mine.refresh(own)
    expect([response.status, response.body.code]).toEqual([401, 'token_reused'])
    expect((await mine.refresh(valueIn(thief))).body.code).toBe('token_reused')
    expect((await mine.me()).body.code).toBe('token_reused')
    const again = await browser()
    expect((await again.events()).body.results).toMatchObject([
      { kind: 'sign_in' },
      { kind: 'token_reused', actor: null, subject: { id: ruth }, user_agent: 'A tablet' },
      { kind: 'sign_in' },
    ])
  })

  test('still works in a browser that was killed before it stored the new one', async () => {
    const mine = await browser()
    const next = valueIn(await mine.refresh(mine.second))
    // The next half is used within the half minute before the browser writes it to disk. Then the browser is killed.
    later(5)
    expect(valueIn(await mine.refresh(next))).toBe('')
    later(86_400)
    expect((await mine.refresh(mine.second)).status).toBe(200)
  })

  test('a half issued after the backup from which the database was restored still works', async () => {
    const mine = await browser()
    const [backup] = await site.db.query<{ turn: number; turn_nonce: string; turned_at: string }>(
      'test.backup',
      'select turn, turn_nonce, turned_at from sessions',
    )
    let half = mine.second
    for (let n = 0; n < 4; n++) {
      later(900)
      half = valueIn(await mine.refresh(half))
    }
    await site.db.query('test.restore', 'update sessions set turn = $1, turn_nonce = $2, turned_at = $3::timestamptz', [
      backup?.turn,
      backup?.turn_nonce,
      backup?.turned_at,
    ])
    later(900)
    expect((await mine.refresh(half)).status).toBe(200)
  })
})

describe('a program without cookies', () => {
  const signIn = async () => (await site.signedOut('POST', CREATE, { body: { email: EMAIL, password: PASSWORD } })).body
  const refresh = (token: string) => site.signedOut('POST', REFRESH, { body: { refresh: token } })

  test('gets and sends the whole token in the body, and gets another one at each use', async () => {
    const mine = await signIn()
    const answer = await refresh(mine.refresh)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body.refresh).not.toBe(mine.refresh)
    later(900)
    expect((await refresh(answer.body.refresh)).status).toBe(200)
    later(61)
    expect((await refresh(mine.refresh)).body.code).toBe('token_reused')
  })

  test('that never adopts the new token goes on with its first one', async () => {
    const mine = await signIn()
    for (let n = 0; n < 3; n++) {
      later(86_400)
      expect((await refresh(mine.refresh)).status).toBe(200)
    }
  })
})

describe('a session from before tokens had halves', () => {
  beforeEach(async () => {
    await site.db.query(
      'test.former',
      `insert into sessions (id, user_id, refresh_hash, created_at, last_seen_at, expires_at)
       values (gen_random_uuid(), $1, sha256('a former token'), $2::timestamptz, $2::timestamptz, $2::timestamptz + interval '60 days')`,
      [ruth, NOW.toISOString()],
    )
  })
  const refresh = (more: object = {}, headers = {}) =>
    site.signedOut('POST', REFRESH, { body: { refresh: 'a former token', ...more }, headers })

  test('goes on unchanged with a page of the former version', async () => {
    for (let n = 0; n < 2; n++) {
      later(900)
      const answer = await refresh()
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
    }
  })

  test('has halves once the first one comes back; until then the response may be lost, day after day', async () => {
    for (let day = 0; day < 5; day++) {
      later(86_400)
      const lost = await refresh({ refresh_cookie: 'lasting' })
      expect(cookieIn(lost)).toContain('HttpOnly; SameSite=Strict; Max-Age=')
    }
    const answer = await refresh({ refresh_cookie: 'lasting' })
    later(900)
    const next = await refresh({ refresh_cookie: 'lasting' }, secondOf(valueIn(answer)))
    expect([next.status, cookieIn(next)]).toEqual([200, expect.stringContaining('Max-Age=')])
    expect((await refresh({ refresh_cookie: 'lasting' })).status).toBe(401)
    later(900)
    expect((await refresh({}, secondOf(valueIn(next)))).status).toBe(200)
  })

  test('is not ended by a browser that was killed before it stored the first half', async () => {
    const answer = await refresh({ refresh_cookie: 'lasting' })
    later(20)
    expect((await refresh({}, secondOf(valueIn(answer)))).status).toBe(200)
    expect((await refresh({ refresh_cookie: 'lasting' })).status).toBe(200)
  })
})

test('signing out with any other token ends the session that sends the request', async () => {
  const mine = await browser()
  const headers = { authorization: `Bearer ${mine.signedIn.body.access}` }
  expect((await site.signedOut('POST', LOGOUT, { body: { refresh: 'any other' }, headers })).status).toBe(204)
  expect((await mine.me()).status).toBe(401)
})

test('the list of sessions shows from where each was last used', async () => {
  const mine = await browser()
  later(600)
  await mine.refresh(mine.second, 'Thief/9')
  expect((await mine.sessions()).body.results).toMatchObject([
    { network: '127.0.0.1', last_user_agent: 'Thief/9', last_seen_at: site.clock.now.toISOString() },
  ])
})
