import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { authPath, splitHost } from '#tests/support/server/split-host.ts'

const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const ofAnother = aToken({ sub: '7', sid: 's2', n: 1 })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const refreshed = () => HttpResponse.json({ access: fresh, refresh_cookie: true })
const browser = splitHost({ access: old, refresh: refreshed })
const { server, openTab, setResponses, bodiesSentTo } = browser

const broken = () => Promise.reject(new DOMException('Internal error opening backing store', 'UnknownError'))
const late = () => Promise.reject(new DOMException('It takes too long.', 'TimeoutError'))
const hashOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')

describe('a user who signs out', () => {
  test('before the page has read the refresh half still ends the session at the server', async () => {
    setResponses()
    await (await openTab()).signIn(form)
    const { promise, resolve } = Promise.withResolvers<void>()
    const { findHalf } = browser.keys
    browser.keys.findHalf = async () => {
      const half = await findHalf()
      await promise
      return half
    }
    const later = await openTab()
    const left = later.signOut()
    expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
    await eventually(() => expect([browser.keys.userKeys, browser.keys.half]).toEqual([null, null]))
    browser.keys.findHalf = findHalf
    setResponses({ half: 'second', access: ofAnother })
    await (await openTab()).signIn(form)
    resolve()
    await left
    await eventually(() => expect(bodiesSentTo('logout/')).toEqual([{ refresh: 'half' }]))
    // The user who has signed in meanwhile keeps the half.
    expect(browser.keys.half).toEqual({ sub: '7', sid: 's2', half: 'second' })
  })

  test.each([late, broken])(
    'ends the session with the access token alone when the device cannot read the half',
    async (fails) => {
      setResponses()
      await (await openTab()).signIn(form)
      browser.keys.findHalf = fails
      await (await openTab()).signOut()
      await eventually(() => expect(bodiesSentTo('logout/')).toEqual([{ refresh: 'unknown' }]))
      expect(localStorage.getItem('haulyard:to-end')).toBeNull()
    },
  )

  test('leaves no half in memory', async () => {
    setResponses()
    const tab = await openTab()
    await tab.signIn(form)
    await tab.signOut()
    browserCookies.write(ACCESS_COOKIE, old, 60)
    await tab.refresh(old)
    expect(bodiesSentTo('jwt/refresh/')).toEqual([])
  })

  test('leaves no half in the memory of other tabs either', async () => {
    browser.keys.saveHalf = broken
    setResponses()
    const [tab, other] = [await openTab(), await openTab()]
    await other.signIn(form)
    await tab.signOut()
    browserCookies.write(ACCESS_COOKIE, old, 60)
    await other.refresh(old)
    expect(bodiesSentTo('jwt/refresh/')).toEqual([])
  })

  test('in another tab, while this tab locks old data, gets no half restored', async () => {
    setResponses()
    // A frozen tab receives the message only later.
    const tab = await openTab({ onTabNews: () => undefined })
    const other = await openTab()
    await tab.signIn(form)
    const { forget } = browser.keys
    let isFirst = true
    browser.keys.forget = async () => {
      await forget()
      if (!isFirst) return
      isFirst = false
      await other.signOut()
    }
    await tab.lock('locked')
    expect(browser.keys.half).toBeNull()
  })
})

describe('a device', () => {
  test('that permanently fails to read its storage asks the user to sign in', async () => {
    setResponses()
    await (await openTab()).signIn(form)
    browser.keys.findHalf = broken
    const later = await openTab()
    expect([await later.refresh(old), await later.refresh(old)]).toEqual(['unreachable', 'unreachable'])
    expect(later.get().state).toBe('signed_in')
    expect([await later.refresh(old), later.get().state]).toEqual(['refused', 'sign_in_again'])
  })

  test('that is slow to read its storage never ends the session', async () => {
    setResponses()
    await (await openTab()).signIn(form)
    browser.keys.findHalf = late
    const later = await openTab()
    for (let n = 0; n < 5; n++) expect(await later.refresh(old)).toBe('unreachable')
    expect(later.get().state).toBe('signed_in')
  })

  test('that stores nothing never uses the half of an older session', async () => {
    Object.assign(browser.keys, { findHalf: broken, saveHalf: broken })
    setResponses({ half: 'first' })
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    server.resetHandlers()
    setResponses({ half: 'second', access: ofAnother })
    await other.signIn(form)
    await tab.refresh(ofAnother)
    expect(bodiesSentTo('jwt/refresh/')).toEqual([])
    await other.refresh(ofAnother)
    expect(bodiesSentTo('jwt/refresh/')).toMatchObject([{ refresh: 'second' }])
  })
})

describe('a session opened by a page of the previous version', () => {
  const restoreCookies = () => {
    browserCookies.write(ACCESS_COOKIE, old, 60)
    browserCookies.write(REFRESH_COOKIE, 'first.second', 60)
    localStorage.setItem('haulyard:signed-in', 'yes')
  }

  test('has its second half moved into the host’s cookie', async () => {
    restoreCookies()
    setResponses({
      refresh: () => {
        browserCookies.remove(REFRESH_COOKIE)
        return refreshed()
      },
    })
    const tab = await openTab()
    expect(await tab.refresh(old)).toBe('refreshed')
    expect([browser.vault.tokens, browser.keys.half]).toEqual([
      { access: fresh, refresh: null },
      { sub: '7', sid: 's1', half: 'first' },
    ])
    expect(await tab.refresh(fresh)).toBe('refreshed')
    expect(bodiesSentTo('jwt/refresh/')).toMatchObject([{ refresh: 'first.second' }, { refresh: 'first' }])
  })

  test('is ended by its first half, which the server knows', async () => {
    restoreCookies()
    setResponses()
    server.use(http.post(authPath('logout/'), () => HttpResponse.error()))
    await (await openTab()).signOut()
    expect(localStorage.getItem('haulyard:to-end')).toBe(await hashOf('first'))
  })
})

describe('sign-ins and refreshes', () => {
  /** A host that responds to refreshes only after `open` is called. */
  function slowHost() {
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<AbortSignal>()
    setResponses()
    server.use(
      http.post(authPath('jwt/refresh/'), async ({ request }) => {
        ask(request.signal)
        await isOpen
        browser.requests.push({ path: 'refreshed', body: null })
        return refreshed()
      }),
    )
    return { open, isAsked }
  }

  test('take turns across all tabs', async () => {
    setResponses()
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    const { open, isAsked } = slowHost()
    const refreshing = other.refresh(old)
    await isAsked
    const signedIn = tab.signIn(form)
    // Enough time for a sign-in that does not wait for the refresh.
    for (let n = 0; n < 5; n++) await fetch('http://app.test/api/users/users/me/')
    open()
    await Promise.all([refreshing, signedIn])
    const order = browser.requests.map(({ path }) => path).filter((path) => /create|refreshed/.test(path))
    expect(order).toEqual(['jwt/create/', 'refreshed', 'jwt/create/'])
  })

  test('a sign-in cancels a running refresh of its tab', async () => {
    setResponses()
    // Over plain http, tabs do not wait for each other.
    const tab = await openTab({ runExclusively: (work) => work() })
    await tab.signIn(form)
    const { isAsked } = slowHost()
    const refreshing = tab.refresh(old)
    const signal = await isAsked
    await tab.signIn(form)
    expect([signal.aborted, await refreshing]).toEqual([true, 'unreachable'])
  })

  test('the response to a refresh that arrives after a sign-out in another tab is not stored', async () => {
    setResponses()
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    const { open, isAsked } = slowHost()
    const refreshing = tab.refresh(old)
    await isAsked
    await other.signOut()
    open()
    expect(await refreshing).toBe('refused')
    expect([browserCookies.read(ACCESS_COOKIE), browser.vault.tokens, browser.keys.half]).toEqual([null, null, null])
  })

  test('a tab that is notified of a sign-in elsewhere cancels its sign-out, and uses the new half of the token', async () => {
    setResponses({ half: 'first' })
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    const isAsked = browser.hangAtSignOut()
    await tab.signOut()
    const leaving = await isAsked
    setResponses({ half: 'second', access: ofAnother })
    await other.signIn(form)
    await eventually(() => expect([leaving.aborted, tab.get().state]).toEqual([true, 'signed_in']))
    browser.keys.findHalf = broken
    await tab.refresh(ofAnother)
    expect(bodiesSentTo('jwt/refresh/')).toMatchObject([{ refresh: 'second' }])
  })
})

test('for a host without split tokens, the whole token stays in its cookie and nowhere else', async () => {
  localStorage.setItem('haulyard:host-proves', 'no')
  browserCookies.write(ACCESS_COOKIE, old, 60)
  browserCookies.write(REFRESH_COOKIE, 'whole', 60)
  sessionStorage.setItem('haulyard:signed-in', 'yes')
  setResponses({ refresh: () => HttpResponse.json({ access: fresh }) })
  expect(await (await openTab()).refresh(old)).toBe('refreshed')
  expect([browserCookies.read(REFRESH_COOKIE), browser.keys.half]).toEqual(['whole', null])
})
