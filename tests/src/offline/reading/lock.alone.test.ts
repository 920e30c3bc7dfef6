import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'
import { storedBootValue } from '#tests/support/offline/stored-boot-state.ts'

const DAY = 24 * 60 * 60_000
let network: 'there' | 'down' | 'hangs' = 'there'
const pending: (() => void)[] = []
const releasePending = () => {
  for (const go of pending.splice(0)) go()
}
let user = aUser({ id: 800 })
/** The server's clock, used for the `Date` header. Null: the device's clock. */
let serverNow: number | null = null

const server = setupServer(
  http.all('*', async () => {
    if (network === 'down') return HttpResponse.error()
    if (network === 'hangs') await new Promise<void>((resolve) => pending.push(resolve))
    return undefined
  }),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })),
  http.get('*/api/users/users/me/', () =>
    HttpResponse.json(user, { headers: { date: new Date(serverNow ?? Date.now()).toUTCString() } }),
  ),
  http.get('*/api/drivers/', () =>
    HttpResponse.json({ count: 1, next: null, previous: null, results: [aDriver({ id: 1 })] }),
  ),
)

const contact = () => storedBootValue(user.id, 'last-contact')
const in14Days = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * DAY + 60_000 })

/** A signed-in app with the drivers stored on the device. */
async function openWithData() {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  await app.flush()
  return app
}

const device = newDeviceForEach(server)
beforeEach(() => {
  network = 'there'
  serverNow = null
  user = aUser({ id: user.id + 1 })
})
afterEach(() => {
  releasePending()
})

describe('the lock after 14 days without a response from the server', () => {
  test('hides stored data: no query finds it, in memory or on disk, until the server responds', async () => {
    await openWithData()
    in14Days()
    network = 'down'
    const app = await openApp()
    expect(app.sessionState()).toMatchObject({ state: 'sign_in_again', user: null, why: 'locked' })
    expect(await app.requireUser()).toBeNull()
    expect(app.currentPersister()).toBeNull()
    await app.prefetch(app.list)
    expect(app.known()).toBeUndefined()
    network = 'there'
    expect(await app.requireUser()).toEqual(user)
    await app.prefetch(app.list)
    expect(app.known()?.data.rows).toHaveLength(1)
    await app.signOut()
  })

  test('opens on its own once the server can be reached, if the session is still valid', async () => {
    await openWithData()
    in14Days()
    network = 'down'
    const app = await openApp()
    expect(await app.requireUser()).toBeNull()
    network = 'there'
    await app.probeNow()
    await eventually(() => expect(app.sessionState()).toMatchObject({ state: 'signed_in', user }))
    await app.signOut()
  })

  test('ends at a start with a network before any page asks for the user', async () => {
    await openWithData()
    in14Days()
    const app = await openApp()
    await eventually(() => expect(app.sessionState()).toMatchObject({ state: 'signed_in', user }))
    await app.signOut()
  })

  test('also closes a page that stays open', async () => {
    const app = await openWithData()
    network = 'down'
    in14Days()
    device.page.document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(app.sessionState()).toMatchObject({ user: null, why: 'locked' }))
    expect(app.known()).toBeUndefined()
    expect(app.currentPersister()).toBeNull()
    await app.signOut()
  })

  test('is counted from the last response, not from the sign-in', async () => {
    const app = await openWithData()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * DAY })
    const refetchedAt = Date.now()
    await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
    await eventually(async () => expect(await contact()).toBeGreaterThanOrEqual(refetchedAt))
    await app.signOut()
  })

  test('can’t be avoided by setting the clock back', async () => {
    await openWithData()
    network = 'down'
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 400 * DAY })
    const app = await openApp()
    expect(app.sessionState()).toMatchObject({ user: null, why: 'wrong_clock' })
    expect(app.currentPersister()).toBeNull()
  })
})

describe('a wrong clock', () => {
  const setClock = (by: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })

  test.each([20, 400, 20_000])(
    'that was set back by %i days loses nothing once it is right again, even offline',
    async (days) => {
      await openWithData()
      network = 'down'
      setClock(-days * DAY)
      const app = await openApp()
      expect(app.sessionState()).toMatchObject({ state: 'sign_in_again', user: null, why: 'wrong_clock' })
      expect(await app.requireUser()).toBeNull()
      vi.useRealTimers()
      const after = await openApp()
      expect(after.sessionState()).toMatchObject({ state: 'signed_in', user })
      await after.signOut()
    },
  )

  test('that is set back while a page is open locks nothing: the page knows the right time', async () => {
    const app = await openWithData()
    network = 'down'
    setClock(-20 * DAY)
    device.page.document.dispatchEvent(new Event('visibilitychange'))
    expect(app.sessionState()).toMatchObject({ state: 'signed_in', user })
    expect(app.known()?.data.rows).toHaveLength(1)
    await app.signOut()
  })

  test('that ran ahead locks the data like real days; the server opens it while the session is valid', async () => {
    await openWithData()
    network = 'down'
    setClock(40 * DAY)
    const app = await openApp()
    expect(app.sessionState()).toMatchObject({ user: null, why: 'locked' })
    vi.useRealTimers()
    const right = await openApp()
    expect(right.sessionState()).toMatchObject({ user: null, why: 'locked' })
    network = 'there'
    expect(await right.requireUser()).toEqual(user)
    await right.signOut()
  })

  test.each([-40, 40])(
    'of %i days that the server’s date has revealed locks nothing, nor does correcting it',
    async (days) => {
      setClock(days * DAY)
      // The server's clock is right.
      serverNow = Date.now() - days * DAY
      await openWithData()
      network = 'down'
      const app = await openApp()
      expect(app.sessionState()).toMatchObject({ state: 'signed_in', user })
      vi.useRealTimers()
      const right = await openApp()
      expect(right.sessionState()).toMatchObject({ state: 'signed_in', user })
      await right.signOut()
    },
  )
})

test('a connection that hangs leads to the login page after three seconds; a late response still opens the app', async () => {
  const before = await openWithData()
  await before.flush()
  in14Days()
  network = 'hangs'
  const app = await openApp()
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const entering = app.requireUser()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await entering).toBeNull()
  vi.useRealTimers()
  network = 'there'
  releasePending()
  await eventually(() => expect(app.sessionState()).toMatchObject({ state: 'signed_in', user }))
  await app.signOut()
})

test('without local and session storage the app works while it is open, and reports the trouble', async () => {
  const blocked = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const area of [device.page.local, device.page.session]) {
    vi.spyOn(area, 'getItem').mockImplementation(blocked)
    vi.spyOn(area, 'setItem').mockImplementation(blocked)
    vi.spyOn(area, 'removeItem').mockImplementation(blocked)
  }
  const app = await openWithData()
  expect(await app.requireUser()).toEqual(user)
  expect(app.known()?.data.rows).toHaveLength(1)
  expect(app.storageTrouble.get()).toBe('forgetful')
  await app.signOut()
  expect(await app.requireUser()).toBeNull()
})
