import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { noteRefresh } from '#server/modules/session/refresh-repository.ts'
import { judgeHalf, newHalf } from '#server/modules/session/refresh-token.ts'
import { NOW, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const REFRESH = '/api/auth/jwt/refresh/'
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp({ publicUrl: 'https://fleet.example.com' })
  ruth = await hire(site.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate sessions')
})

const later = (seconds: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + seconds * 1000)
}
const cookieIn = ({ headers }: ReceivedResponse) => String(headers['set-cookie'] ?? '')
const valueIn = (answer: ReceivedResponse) => /^refresh-token=([^;]*)/.exec(cookieIn(answer))?.[1] ?? ''
const signIn = async (more: object = { refresh_cookie: 'lasting' }, headers = {}) => {
  const body = { email: EMAIL, password: PASSWORD, ...more }
  const answer = await site.signedOut('POST', '/api/auth/jwt/create/', { body, headers })
  return { answer, first: answer.body.refresh as string, second: valueIn(answer) }
}
const refresh = (body: object, cookie = '') =>
  site.signedOut('POST', REFRESH, { body, headers: { ...(cookie && { cookie }) } })

describe('the cookie', () => {
  test.each([
    ['https://fleet.example.com', true],
    ['http://192.168.1.20:8080', false],
    [undefined, true],
  ])('of a page from %s is sent over HTTPS only: %s', async (origin, isSecure) => {
    const { answer } = await signIn({ refresh_cookie: 'session' }, origin === undefined ? {} : { origin })
    expect(/; Secure(?:;|$)/.test(cookieIn(answer))).toBe(isSecure)
  })

  test('is found among other cookies with the same name, in any position', async () => {
    const { first, second } = await signIn()
    for (const cookie of [
      `refresh-token=of-the-portal; refresh-token=${second}`,
      `refresh-token=${second}; refresh-token=of-the-portal`,
      `my-refresh-token=x; refresh-token=${second}`,
    ]) {
      expect((await refresh({ refresh: first }, cookie)).status).toBe(200)
    }
    expect((await refresh({ refresh: first }, `my-refresh-token=${second}`)).status).toBe(401)
  })

  test.each([10, 900])(
    'of one browser session lasts from the refresh on, %i s after the sign-in, that requests it',
    async (seconds) => {
      const { first, second } = await signIn({ refresh_cookie: 'session' })
      later(seconds)
      const kept = await refresh({ refresh: first, refresh_cookie: 'session' }, `refresh-token=${second}`)
      const held = valueIn(kept) || second
      expect(cookieIn(kept)).not.toContain('; Max-Age=')
      const longer = await refresh({ refresh: first, refresh_cookie: 'lasting' }, `refresh-token=${held}`)
      expect(cookieIn(longer)).toContain('; Max-Age=')
      later(900)
      const next = await refresh({ refresh: first, refresh_cookie: 'lasting' }, `refresh-token=${valueIn(longer)}`)
      expect([next.status, cookieIn(next)]).toEqual([200, expect.stringContaining('; Max-Age=')])
    },
  )

  test('of a remembered sign-in never becomes shorter, whatever a refresh requests', async () => {
    const { first, second } = await signIn()
    later(900)
    const answer = await refresh({ refresh: first, refresh_cookie: 'session' }, `refresh-token=${second}`)
    expect(cookieIn(answer)).toContain('; Max-Age=')
  })

  test('does not last when the refresh that requests it comes with an old half', async () => {
    const { first, second } = await signIn({ refresh_cookie: 'session' })
    let held = second
    for (let turn = 0; turn < 3; turn += 1) {
      later(900)
      held = valueIn(await refresh({ refresh: first, refresh_cookie: 'session' }, `refresh-token=${held}`)) || held
    }
    const stolen = await refresh({ refresh: first, refresh_cookie: 'lasting' }, `refresh-token=${second}`)
    expect([stolen.body.code, cookieIn(stolen)]).toEqual(['token_reused', expect.not.stringContaining('Max-Age=5')])
    const [row] = await site.db.query<{ lasts: boolean }>('test.lasting', 'select is_lasting as lasts from sessions')
    expect(row?.lasts).toBe(false)
  })

  test('stays when an earlier sign-out is reported late: it may belong to a user who has signed in since', async () => {
    const { first, second } = await signIn()
    const sessions = [createHash('sha256').update(first).digest('hex')]
    const answer = await site.signedOut('POST', '/api/auth/end/', {
      body: { sessions },
      headers: { cookie: `refresh-token=${second}` },
    })
    expect([answer.status, cookieIn(answer)]).toEqual([204, ''])
    expect((await refresh({ refresh: first }, `refresh-token=${second}`)).status).toBe(401)
  })
})

test('a session that a page of the former version opened moves its second half into the cookie, even if that response is lost', async () => {
  const { first: whole } = await signIn({})
  const [first = ''] = whole.split('.')
  later(900)
  const lost = await refresh({ refresh: whole, refresh_cookie: 'lasting' })
  expect(lost.body).toEqual({ access: expect.any(String), refresh_cookie: true })
  expect(cookieIn(lost)).toContain('; Max-Age=')
  later(900)
  const again = await refresh({ refresh: whole, refresh_cookie: 'lasting' })
  later(900)
  const lostToo = await refresh({ refresh: whole, refresh_cookie: 'lasting' }, `refresh-token=${valueIn(again)}`)
  later(900)
  const ahead = await refresh({ refresh: whole, refresh_cookie: 'lasting' }, `refresh-token=${valueIn(lostToo)}`)
  expect([again.status, lostToo.status, ahead.status]).toEqual([200, 200, 200])
  later(900)
  const next = await refresh({ refresh: first, refresh_cookie: 'lasting' }, `refresh-token=${valueIn(ahead)}`)
  expect([next.status, cookieIn(next)]).toEqual([200, expect.stringContaining('; Max-Age=')])
  later(900)
  // A page of the former version is open in another tab. The browser sends the cookie with its requests too.
  expect((await refresh({ refresh: whole }, `refresh-token=${valueIn(next)}`)).status).toBe(200)
  expect((await refresh({ refresh: whole })).body.code).toBe('token_reused')
})

test('a first half that comes without its cookie is logged once, and ends nothing', async () => {
  const { first, second } = await signIn()
  await emptySecurityLog(site.db)
  for (const cookie of ['', 'refresh-token=another', '']) {
    expect((await refresh({ refresh: first }, cookie)).body.code).toBe('token_not_valid')
  }
  const events = await site.db.query(
    'test.events',
    'select kind, subject_id, session is not null as named from security_events',
  )
  expect(events).toEqual([{ kind: 'token_refused', subject_id: ruth, named: true }])
  expect((await refresh({ refresh: first }, `refresh-token=${second}`)).status).toBe(200)
})

describe('a half', () => {
  const hour = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
  const state = (turn: number, turnedAt: Date) => ({ turn, nonce: 'counts', turnedAt })

  test('of two turns ago counts as reused, however recent the last turn was', () => {
    expect(judgeHalf(state(5, NOW), newHalf(3, hour(-2)), NOW)).toBe('reused')
    expect(judgeHalf(state(5, NOW), newHalf(4, hour(-1)), NOW)).toBe('replace')
  })

  test('is judged by a clock that ran ahead for a moment as by any other', () => {
    expect(judgeHalf(state(5, hour(24)), newHalf(4, hour(-1)), NOW)).toBe('reused')
    expect(judgeHalf(state(5, hour(24)), newHalf(6, hour(24)), NOW)).toBe('turn')
  })

  test('that arrives late does not set the session back', async () => {
    await signIn()
    const [row] = await site.db.query<{ id: string }>('test.session', 'select id from sessions')
    const use = { session: row?.id ?? '', network: '', userAgent: '', now: NOW }
    await noteRefresh(site.db, use, newHalf(2, NOW))
    await noteRefresh(site.db, use, newHalf(1, NOW))
    expect(await site.db.query('test.turn', 'select turn from sessions')).toEqual([{ turn: 2 }])
  })
})
