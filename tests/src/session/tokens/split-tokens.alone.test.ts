import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { authPath, splitHost } from '#tests/support/server/split-host.ts'

const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const refreshed = () => HttpResponse.json({ access: fresh, refresh_cookie: true })
const browser = splitHost({ access: old, refresh: refreshed })
const { server, openTab, setResponses, bodiesSentTo } = browser

test.each([
  [true, 'lasting', { access: old, refresh: null }],
  [false, 'session', null],
] as const)(
  'a sign-in (remembered: %s) stores one half, and no refresh cookie that a script can read',
  async (rememberMe, keep, kept) => {
    setResponses()
    const tab = await openTab()
    await tab.signIn({ ...form, rememberMe })
    expect(bodiesSentTo('jwt/create/')).toMatchObject([{ refresh_cookie: keep }])
    expect([browserCookies.read(ACCESS_COOKIE), browserCookies.read(REFRESH_COOKIE)]).toEqual([old, null])
    expect([browser.vault.tokens, browser.keys.half]).toEqual([kept, { sub: '7', sid: 's1', half: 'half' }])
  },
)

test('an expired token is refreshed with the half, even by a page loaded later', async () => {
  setResponses()
  await (await openTab()).signIn(form)
  const later = await openTab()
  expect(await later.refresh(old)).toBe('refreshed')
  expect(bodiesSentTo('jwt/refresh/')).toEqual([{ refresh: 'half', refresh_cookie: 'lasting' }])
  expect([browserCookies.read(ACCESS_COOKIE), browserCookies.read(REFRESH_COOKIE)]).toEqual([fresh, null])
  expect(browser.vault.tokens).toEqual({ access: fresh, refresh: null })
})

test('a tab refreshes with the half of the last sign-in, whichever tab made it', async () => {
  setResponses({ half: 'first' })
  const [tab, other] = [await openTab(), await openTab()]
  await tab.signIn(form)
  server.resetHandlers()
  setResponses({ half: 'second' })
  await other.signIn(form)
  expect(await tab.refresh(old)).toBe('refreshed')
  expect(bodiesSentTo('jwt/refresh/')).toMatchObject([{ refresh: 'second' }])
})

test('a sign-out deletes the half on the device even if the server is unreachable; the server gets that half', async () => {
  setResponses()
  const tab = await openTab()
  await tab.signIn(form)
  server.use(
    http.post(authPath('logout/'), async ({ request }) => {
      browser.requests.push({ path: 'logout/', body: await request.json() })
      return HttpResponse.error()
    }),
  )
  await tab.signOut()
  expect([browser.vault.tokens, browser.keys.half, browserCookies.read(ACCESS_COOKIE)]).toEqual([null, null, null])
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('half'))).toString('hex')
  expect(localStorage.getItem('haulyard:to-end')).toBe(hash)
  await eventually(() => expect(bodiesSentTo('logout/')).toEqual([{ refresh: 'half' }]))
})

describe('a session from before split tokens', () => {
  beforeEach(() => {
    browserCookies.write(ACCESS_COOKIE, old, 60)
    browserCookies.write(REFRESH_COOKIE, 'former', 60)
    localStorage.setItem('haulyard:signed-in', 'yes')
  })
  /** The host's cookie replaces the cookie that a script wrote. */
  const takingCookie = (answer: () => Response) => () => {
    browserCookies.remove(REFRESH_COOKIE)
    return answer()
  }

  test('uses them from its first refresh', async () => {
    setResponses({ refresh: takingCookie(refreshed) })
    const tab = await openTab()
    expect(await tab.refresh(old)).toBe('refreshed')
    expect([browser.vault.tokens, browser.keys.half]).toEqual([
      { access: fresh, refresh: null },
      { sub: '7', sid: 's1', half: 'former' },
    ])
  })

  test.each([
    ['only the cookie arrived', takingCookie(() => HttpResponse.error())],
    ['nothing arrived', () => HttpResponse.error()],
  ])('continues when %s from the first refresh', async (_, lost) => {
    setResponses({ refresh: lost })
    expect(await (await openTab()).refresh(old)).toBe('unreachable')
    setResponses({ refresh: takingCookie(refreshed) })
    const later = await openTab()
    expect(await later.refresh(old)).toBe('refreshed')
    expect(bodiesSentTo('jwt/refresh/')).toEqual(Array(2).fill({ refresh: 'former', refresh_cookie: 'lasting' }))
    expect(browser.keys.half).toEqual({ sub: '7', sid: 's1', half: 'former' })
  })

  test('continues unchanged with a host that sets no cookie', async () => {
    setResponses({ refresh: () => HttpResponse.json({ access: fresh }) })
    const tab = await openTab()
    expect(await tab.refresh(old)).toBe('refreshed')
    expect(browserCookies.read(REFRESH_COOKIE)).toBe('former')
    expect(await (await openTab()).refresh(fresh)).toBe('refreshed')
    expect(bodiesSentTo('jwt/refresh/')).toEqual(Array(2).fill({ refresh: 'former', refresh_cookie: 'lasting' }))
  })
})

test('a sign-in cancels a running sign-out, whose response would remove the new cookie', async () => {
  setResponses()
  const tab = await openTab()
  await tab.signIn(form)
  const isAsked = browser.hangAtSignOut()
  await tab.signOut()
  const leaving = await isAsked
  await tab.signIn(form)
  expect(leaving.aborted).toBe(true)
  expect(localStorage.getItem('haulyard:to-end')).not.toBeNull()
})

test('the user is told that the session ended because its token was used twice', async () => {
  const reused = { detail: 'An old copy of this session was used.', code: 'token_reused' }
  setResponses({ refresh: () => HttpResponse.json(reused, { status: 401 }) })
  const tab = await openTab()
  await tab.signIn(form)
  expect(await tab.refresh(old)).toBe('refused')
  expect(tab.get()).toMatchObject({ state: 'sign_in_again', why: 'reused' })
  expect(browser.keys.half).toBeNull()
})

test('a privacy lock deletes the keys and keeps the half, with which the server opens the data again', async () => {
  setResponses()
  const tab = await openTab()
  await tab.signIn(form)
  await tab.lock('locked')
  expect([browser.keys.userKeys, browser.keys.half]).toEqual([null, { sub: '7', sid: 's1', half: 'half' }])
  expect(await tab.refresh(old)).toBe('refreshed')
})

test('storage that temporarily does not respond ends no session', async () => {
  setResponses()
  await (await openTab()).signIn(form)
  const { findHalf } = browser.keys
  browser.keys.findHalf = () => Promise.reject(new DOMException('It takes too long.', 'TimeoutError'))
  const later = await openTab()
  expect(await later.refresh(old)).toBe('unreachable')
  expect([later.get().state, bodiesSentTo('jwt/refresh/')]).toEqual(['signed_in', []])
  browser.keys.findHalf = findHalf
  expect(await later.refresh(old)).toBe('refreshed')
})
