import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { authPath, splitHost } from '#tests/support/server/split-host.ts'

const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const ofAnother = aToken({ sub: '7', sid: 's2', n: 1 })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const refreshed = () => HttpResponse.json({ access: fresh, refresh_cookie: true })
const browser = splitHost({ access: old, refresh: refreshed })
const { server, openTab, host, askedOf } = browser

const broken = () => Promise.reject(new DOMException('Internal error opening backing store', 'UnknownError'))
const late = () => Promise.reject(new DOMException('It takes too long.', 'TimeoutError'))
const hashOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')

describe('a user who leaves', () => {
  test('before the page has read the half ends the session at the server all the same', async () => {
    host()
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
    await eventually(() => expect([browser.keys.kept, browser.keys.half]).toEqual([null, null]))
    browser.keys.findHalf = findHalf
    host({ half: 'second', access: ofAnother })
    await (await openTab()).signIn(form)
    resolve()
    await left
    await eventually(() => expect(askedOf('logout/')).toEqual([{ refresh: 'half' }]))
    // Nothing is taken from the user who has signed in meanwhile.
    expect(browser.keys.half).toEqual({ sub: '7', sid: 's2', half: 'second' })
  })

  test.each([late, broken])(
    'ends it with the access token alone where the device can’t say the half',
    async (fails) => {
      host()
      await (await openTab()).signIn(form)
      browser.keys.findHalf = fails
      await (await openTab()).signOut()
      await eventually(() => expect(askedOf('logout/')).toEqual([{ refresh: 'unknown' }]))
      expect(localStorage.getItem('haulyard:to-end')).toBeNull()
    },
  )

  test('keeps no half in memory', async () => {
    host()
    const tab = await openTab()
    await tab.signIn(form)
    await tab.signOut()
    browserCookies.write(ACCESS_COOKIE, old, 60)
    await tab.refresh(old)
    expect(askedOf('jwt/refresh/')).toEqual([])
  })

  test('keeps none in other tabs either', async () => {
    browser.keys.saveHalf = broken
    host()
    const [tab, other] = [await openTab(), await openTab()]
    await other.signIn(form)
    await tab.signOut()
    browserCookies.write(ACCESS_COOKIE, old, 60)
    await other.refresh(old)
    expect(askedOf('jwt/refresh/')).toEqual([])
  })

  test('in another tab, while this one closes what is kept for its age, has no half put back', async () => {
    host()
    // A tab that the browser has frozen hears of it later.
    const tab = await openTab({ hearOtherTabs: () => undefined })
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
  test('that fails to read what it keeps, for good, asks to sign in', async () => {
    host()
    await (await openTab()).signIn(form)
    browser.keys.findHalf = broken
    const later = await openTab()
    expect([await later.refresh(old), await later.refresh(old)]).toEqual(['unreachable', 'unreachable'])
    expect(later.get().state).toBe('signed_in')
    expect([await later.refresh(old), later.get().state]).toEqual(['refused', 'sign_in_again'])
  })

  test('that is slow to read it is waited for, however often', async () => {
    host()
    await (await openTab()).signIn(form)
    browser.keys.findHalf = late
    const later = await openTab()
    for (let n = 0; n < 5; n++) expect(await later.refresh(old)).toBe('unreachable')
    expect(later.get().state).toBe('signed_in')
  })

  test('that keeps nothing uses the half of no former session', async () => {
    Object.assign(browser.keys, { findHalf: broken, saveHalf: broken })
    host({ half: 'first' })
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    server.resetHandlers()
    host({ half: 'second', access: ofAnother })
    await other.signIn(form)
    await tab.refresh(ofAnother)
    expect(askedOf('jwt/refresh/')).toEqual([])
    await other.refresh(ofAnother)
    expect(askedOf('jwt/refresh/')).toMatchObject([{ refresh: 'second' }])
  })
})

describe('a session that a page of the former version opened', () => {
  const opened = () => {
    browserCookies.write(ACCESS_COOKIE, old, 60)
    browserCookies.write(REFRESH_COOKIE, 'first.second', 60)
    localStorage.setItem('haulyard:signed-in', 'yes')
  }

  test('has its second half moved into the cookie of the host', async () => {
    opened()
    host({
      refresh: () => {
        browserCookies.remove(REFRESH_COOKIE)
        return refreshed()
      },
    })
    const tab = await openTab()
    expect(await tab.refresh(old)).toBe('refreshed')
    expect([browser.vault.kept, browser.keys.half]).toEqual([
      { access: fresh, refresh: null },
      { sub: '7', sid: 's1', half: 'first' },
    ])
    expect(await tab.refresh(fresh)).toBe('refreshed')
    expect(askedOf('jwt/refresh/')).toMatchObject([{ refresh: 'first.second' }, { refresh: 'first' }])
  })

  test('is ended by its first half, which the server knows', async () => {
    opened()
    host()
    server.use(http.post(authPath('logout/'), () => HttpResponse.error()))
    await (await openTab()).signOut()
    expect(localStorage.getItem('haulyard:to-end')).toBe(await hashOf('first'))
  })
})

describe('sign-ins and refreshes', () => {
  /** A host whose answers to refreshes wait. */
  function slowHost() {
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<AbortSignal>()
    host()
    server.use(
      http.post(authPath('jwt/refresh/'), async ({ request }) => {
        ask(request.signal)
        await isOpen
        browser.asked.push({ path: 'refreshed', body: null })
        return refreshed()
      }),
    )
    return { open, isAsked }
  }

  test('take turns over all tabs', async () => {
    host()
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    const { open, isAsked } = slowHost()
    const refreshing = other.refresh(old)
    await isAsked
    const signedIn = tab.signIn(form)
    // As long as a sign-in that waits for no one would take.
    for (let n = 0; n < 5; n++) await fetch('http://app.test/api/users/users/me/')
    open()
    await Promise.all([refreshing, signedIn])
    const order = browser.asked.map(({ path }) => path).filter((path) => /create|refreshed/.test(path))
    expect(order).toEqual(['jwt/create/', 'refreshed', 'jwt/create/'])
  })

  test('a sign-in gives up a refresh of its tab that is on its way', async () => {
    host()
    // Over plain http no tab waits for another.
    const tab = await openTab({ runExclusively: (work) => work() })
    await tab.signIn(form)
    const { isAsked } = slowHost()
    const refreshing = tab.refresh(old)
    const signal = await isAsked
    await tab.signIn(form)
    expect([signal.aborted, await refreshing]).toEqual([true, 'unreachable'])
  })

  test('what a refresh brings after a sign-out in another tab is not kept', async () => {
    host()
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    const { open, isAsked } = slowHost()
    const refreshing = tab.refresh(old)
    await isAsked
    await other.signOut()
    open()
    expect(await refreshing).toBe('refused')
    expect([browserCookies.read(ACCESS_COOKIE), browser.vault.kept, browser.keys.half]).toEqual([null, null, null])
  })

  test('a tab that hears of a sign-in elsewhere gives up its sign-out, and takes up the half', async () => {
    host({ half: 'first' })
    const [tab, other] = [await openTab(), await openTab()]
    await tab.signIn(form)
    const isAsked = browser.hangAtSignOut()
    await tab.signOut()
    const leaving = await isAsked
    host({ half: 'second', access: ofAnother })
    await other.signIn(form)
    await eventually(() => expect([leaving.aborted, tab.get().state]).toEqual([true, 'signed_in']))
    browser.keys.findHalf = broken
    await tab.refresh(ofAnother)
    expect(askedOf('jwt/refresh/')).toMatchObject([{ refresh: 'second' }])
  })
})

test('a host that takes no halves has the whole token kept where it was, and nowhere else', async () => {
  localStorage.setItem('haulyard:host-proves', 'no')
  browserCookies.write(ACCESS_COOKIE, old, 60)
  browserCookies.write(REFRESH_COOKIE, 'whole', 60)
  sessionStorage.setItem('haulyard:signed-in', 'yes')
  host({ refresh: () => HttpResponse.json({ access: fresh }) })
  expect(await (await openTab()).refresh(old)).toBe('refreshed')
  expect([browserCookies.read(REFRESH_COOKIE), browser.keys.half]).toEqual(['whole', null])
})
