import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { authPath, splitHost } from '#tests/support/server/split-host.ts'

const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const refreshed = () => HttpResponse.json({ access: fresh, refresh_cookie: true })
const browser = splitHost({ access: old, refresh: refreshed })
const { server, openTab, host, askedOf } = browser

test.each([
  [true, 'lasting', { access: old, refresh: null }],
  [false, 'session', null],
] as const)(
  'a sign-in (remembered: %s) keeps one half, and no cookie that a script can read',
  async (rememberMe, keep, kept) => {
    host()
    const tab = await openTab()
    await tab.signIn({ ...form, rememberMe })
    expect(askedOf('jwt/create/')).toMatchObject([{ refresh_cookie: keep }])
    expect([browserCookies.read(ACCESS_COOKIE), browserCookies.read(REFRESH_COOKIE)]).toEqual([old, null])
    expect([browser.vault.kept, browser.keys.half]).toEqual([kept, { sub: '7', sid: 's1', half: 'half' }])
  },
)

test('a token that is over is refreshed with the half, also by a page that was loaded since', async () => {
  host()
  await (await openTab()).signIn(form)
  const later = await openTab()
  expect(await later.refresh(old)).toBe('refreshed')
  expect(askedOf('jwt/refresh/')).toEqual([{ refresh: 'half', refresh_cookie: 'lasting' }])
  expect([browserCookies.read(ACCESS_COOKIE), browserCookies.read(REFRESH_COOKIE)]).toEqual([fresh, null])
  expect(browser.vault.kept).toEqual({ access: fresh, refresh: null })
})

test('a tab refreshes with the half of the last sign-in, whichever tab made that', async () => {
  host({ half: 'first' })
  const [tab, other] = [await openTab(), await openTab()]
  await tab.signIn(form)
  server.resetHandlers()
  host({ half: 'second' })
  await other.signIn(form)
  expect(await tab.refresh(old)).toBe('refreshed')
  expect(askedOf('jwt/refresh/')).toMatchObject([{ refresh: 'second' }])
})

test('a sign-out deletes the half on the device, with the server out of reach; the server hears of that half', async () => {
  host()
  const tab = await openTab()
  await tab.signIn(form)
  server.use(
    http.post(authPath('logout/'), async ({ request }) => {
      browser.asked.push({ path: 'logout/', body: await request.json() })
      return HttpResponse.error()
    }),
  )
  await tab.signOut()
  expect([browser.vault.kept, browser.keys.half, browserCookies.read(ACCESS_COOKIE)]).toEqual([null, null, null])
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('half'))).toString('hex')
  expect(localStorage.getItem('haulyard:to-end')).toBe(hash)
  await eventually(() => expect(askedOf('logout/')).toEqual([{ refresh: 'half' }]))
})

describe('a session from before tokens had halves', () => {
  beforeEach(() => {
    browserCookies.write(ACCESS_COOKIE, old, 60)
    browserCookies.write(REFRESH_COOKIE, 'former', 60)
    localStorage.setItem('haulyard:signed-in', 'yes')
  })
  /** The host's cookie takes the place of the one that a script wrote. */
  const takingCookie = (answer: () => Response) => () => {
    browserCookies.remove(REFRESH_COOKIE)
    return answer()
  }

  test('goes on with them from its first refresh', async () => {
    host({ refresh: takingCookie(refreshed) })
    const tab = await openTab()
    expect(await tab.refresh(old)).toBe('refreshed')
    expect([browser.vault.kept, browser.keys.half]).toEqual([
      { access: fresh, refresh: null },
      { sub: '7', sid: 's1', half: 'former' },
    ])
  })

  test.each([
    ['its cookie came', takingCookie(() => HttpResponse.error())],
    ['nothing came', () => HttpResponse.error()],
  ])('goes on where of the first answer %s and no more', async (_, lost) => {
    host({ refresh: lost })
    expect(await (await openTab()).refresh(old)).toBe('unreachable')
    host({ refresh: takingCookie(refreshed) })
    const later = await openTab()
    expect(await later.refresh(old)).toBe('refreshed')
    expect(askedOf('jwt/refresh/')).toEqual(Array(2).fill({ refresh: 'former', refresh_cookie: 'lasting' }))
    expect(browser.keys.half).toEqual({ sub: '7', sid: 's1', half: 'former' })
  })

  test('goes on as it is with a host that sets no cookie', async () => {
    host({ refresh: () => HttpResponse.json({ access: fresh }) })
    const tab = await openTab()
    expect(await tab.refresh(old)).toBe('refreshed')
    expect(browserCookies.read(REFRESH_COOKIE)).toBe('former')
    expect(await (await openTab()).refresh(fresh)).toBe('refreshed')
    expect(askedOf('jwt/refresh/')).toEqual(Array(2).fill({ refresh: 'former', refresh_cookie: 'lasting' }))
  })
})

test('a sign-in gives up the sign-out that is still on its way, whose answer would take the new cookie away', async () => {
  host()
  const tab = await openTab()
  await tab.signIn(form)
  const isAsked = browser.hangAtSignOut()
  await tab.signOut()
  const leaving = await isAsked
  await tab.signIn(form)
  expect(leaving.aborted).toBe(true)
  expect(localStorage.getItem('haulyard:to-end')).not.toBeNull()
})

test('a user is told that the session was ended because two had its token', async () => {
  const reused = { detail: 'An old copy of this session was used.', code: 'token_reused' }
  host({ refresh: () => HttpResponse.json(reused, { status: 401 }) })
  const tab = await openTab()
  await tab.signIn(form)
  expect(await tab.refresh(old)).toBe('refused')
  expect(tab.get()).toMatchObject({ state: 'sign_in_again', why: 'reused' })
  expect(browser.keys.half).toBeNull()
})

test('a lock for privacy deletes the keys and leaves the half, with which the server opens again', async () => {
  host()
  const tab = await openTab()
  await tab.signIn(form)
  await tab.lock('locked')
  expect([browser.keys.kept, browser.keys.half]).toEqual([null, { sub: '7', sid: 's1', half: 'half' }])
  expect(await tab.refresh(old)).toBe('refreshed')
})

test('a storage that does not answer just now ends no session', async () => {
  host()
  await (await openTab()).signIn(form)
  const { findHalf } = browser.keys
  browser.keys.findHalf = () => Promise.reject(new DOMException('It takes too long.', 'TimeoutError'))
  const later = await openTab()
  expect(await later.refresh(old)).toBe('unreachable')
  expect([later.get().state, askedOf('jwt/refresh/')]).toEqual(['signed_in', []])
  browser.keys.findHalf = findHalf
  expect(await later.refresh(old)).toBe('refreshed')
})
