import { hashKey } from '@tanstack/react-query'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Driver } from '#contract/people/drivers.ts'
import { queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const LIMIT = 50
let drivers: readonly Driver[] = []
let isDown = false
let isRefused = false
/** Called before each page is answered; what it throws is a network that breaks. */
let onPage: (offset: number) => void | Promise<void> = () => undefined
let asked: number[] = []
let user = aUser({ id: 500 })
let people = 500

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', async ({ request }) => {
    const { searchParams } = new URL(request.url)
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
    asked.push(offset)
    if (isRefused) return HttpResponse.json({ detail: 'You may not see this.' }, { status: 403 })
    try {
      await onPage(offset)
    } catch {
      return HttpResponse.error()
    }
    const end = offset + limit
    const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
    return HttpResponse.json({ count: drivers.length, next, previous: null, results: drivers.slice(offset, end) })
  }),
)

const company = (size: number, more: Partial<Driver> = {}) =>
  Array.from({ length: size }, (_, at) =>
    aDriver({ id: at + 1, current_status: at % 5 === 0 ? 'on_vacation' : 'on_the_road', ...more }),
  )
const MINUTE = 60_000
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE })

/** A person who is signed in, whose yard set is everyone. */
async function aPerson() {
  const app = await openApp()
  if (app.currentUser() === null) await app.signIn()
  app.setPrefetchQueries(() => [app.wholeList(app.list, { limit: LIMIT })])
  return app
}
/** The next life of the same device, out of reach of the server. */
async function inADeadZone() {
  isDown = true
  const app = await aPerson()
  await app.probeNow()
  return app
}

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  isRefused = false
  onPage = () => undefined
  asked = []
  drivers = company(220)
  people += 1
  user = aUser({ id: people })
})

test('a list is kept to its end, page by page, and a view never opened shows all of it without a network', async () => {
  const before = await aPerson()
  await before.fetchPrefetchSet()
  expect(asked).toEqual([0, 50, 100, 150, 200])
  const after = await inADeadZone()
  await after.prefetch(after.list)
  expect(after.known()?.data).toMatchObject({ count: 220, next: expect.any(String) })
  expect(after.known()?.data.rows).toHaveLength(LIMIT)
  for (let page = 1; page < 5; page += 1) await after.loadMore(after.list)
  expect(after.known()?.data.rows.map(({ id }) => id)).toEqual(drivers.map(({ id }) => id))
  expect(after.known()).toMatchObject({ source: 'cache', data: { next: null } })
})

test('a filter never chosen is made of all pages', async () => {
  const before = await aPerson()
  await before.fetchPrefetchSet()
  const after = await inADeadZone()
  const away = after.filtered('on_vacation')
  await after.prefetch(away)
  expect(after.queryClient.getQueryData(away.options.queryKey)?.data).toMatchObject({ count: 44, next: null })
})

test('it is fetched after the sign-in, once the page has nothing else to do', async () => {
  const app = await aPerson()
  expect(asked).toEqual([])
  app.idle()
  await eventually(() => expect(app.prefetchState.get().finishedAt).not.toBeNull())
  expect(asked).toHaveLength(5)
})

test('what is said to be saved is on the device by then, for a page that is killed at once', async () => {
  const app = await aPerson()
  app.setPrefetchQueries(() => [app.list])
  const onDevice = new Promise((resolve) => {
    app.prefetchState.subscribe(() => {
      if (app.prefetchState.get().finishedAt !== null)
        resolve(app.currentPersister()?.readAnswer(hashKey(app.list.queryKey)))
    })
  })
  await app.fetchPrefetchSet()
  expect(await onDevice).toMatchObject({ asOf: expect.any(Number) })
})

test('what was broken off goes on where it was, in the next life too', async () => {
  const before = await aPerson()
  onPage = (offset) => {
    if (offset === 150) throw new Error('the tunnel begins')
  }
  await before.fetchPrefetchSet()
  expect(before.prefetchState.get()).toMatchObject({ total: 0, finishedAt: null })
  onPage = () => undefined
  asked = []
  const after = await aPerson()
  await after.probeNow()
  await after.fetchPrefetchSet()
  expect(asked).toEqual([150, 200])
  expect(after.prefetchState.get().finishedAt).not.toBeNull()
})

test('a first copy that is not through yet shows what it has, and never passes for all', async () => {
  const before = await aPerson()
  onPage = (offset) => {
    if (offset === 100) throw new Error('the tunnel begins')
  }
  await before.fetchPrefetchSet()
  const after = await inADeadZone()
  await after.prefetch(after.list)
  await after.loadMore(after.list)
  expect(after.known()?.data.rows).toHaveLength(100)
  await expect(after.loadMore(after.list)).rejects.toMatchObject({ kind: 'network' })
  const away = after.filtered('on_vacation')
  await after.prefetch(away)
  expect(after.queryClient.getQueryData(away.options.queryKey)).toBeUndefined()
})

test('while a newer copy comes in, the one that stands is shown; it never is a mixture', async () => {
  const before = await aPerson()
  await before.fetchPrefetchSet()
  const then = before.prefetchState.get().finishedAt
  later(60)
  drivers = company(220, { miles_driven: 7 })
  onPage = (offset) => {
    if (offset === 100) throw new Error('the tunnel begins')
  }
  await before.fetchPrefetchSet()
  expect(before.prefetchState.get().finishedAt).toBe(then)
  const after = await inADeadZone()
  await after.prefetch(after.filtered('on_vacation'))
  const made = after.queryClient.getQueryData(after.filtered('on_vacation').options.queryKey)
  expect(made?.asOf).toBe(then)
  expect(made?.data.rows.filter((row) => row.miles_driven === 7)).toEqual([])
  isDown = false
  onPage = () => undefined
  await after.probeNow()
  await after.fetchPrefetchSet()
  expect(after.prefetchState.get().finishedAt).toBeGreaterThan(then ?? Number.POSITIVE_INFINITY)
})

test('what is fresh enough is not fetched again after a reload; the person’s word fetches it', async () => {
  const before = await aPerson()
  await before.fetchPrefetchSet()
  asked = []
  const after = await aPerson()
  later(5)
  await after.fetchPrefetchSet()
  expect(asked).toEqual([])
  expect(after.prefetchState.get().finishedAt).not.toBeNull()
  expect(after.prefetchState.get().size).toBeGreaterThan(20_000)
  await after.fetchPrefetchSet('all')
  expect(asked).toHaveLength(5)
})

test('how old the set is, is told without a network too', async () => {
  const before = await aPerson()
  await before.fetchPrefetchSet()
  const then = before.prefetchState.get().finishedAt
  later(3 * 60)
  const after = await inADeadZone()
  await after.fetchPrefetchSet()
  expect(after.prefetchState.get().finishedAt).toBe(then)
})

test('after a change the copy is fetched anew from its beginning, not gone on with', async () => {
  const app = await aPerson()
  onPage = (offset) => {
    if (offset === 100) throw new Error('the tunnel begins')
  }
  await app.fetchPrefetchSet()
  onPage = () => undefined
  await app.probeNow()
  asked = []
  await app.fetchPrefetchSet(() => true)
  expect(asked[0]).toBe(0)
})

test('a part that a change concerns and that can’t be had is no success', async () => {
  const app = await aPerson()
  await app.fetchPrefetchSet()
  isDown = true
  await app.probeNow()
  await expect(app.fetchPrefetchSet(() => true)).rejects.toMatchObject({ kind: 'network' })
})

test('what the server refuses is taken off the device, every page of it', async () => {
  const app = await aPerson()
  await app.fetchPrefetchSet()
  isRefused = true
  await app.prefetch(app.list)
  await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
  const next = await inADeadZone()
  await next.prefetch(next.list)
  await next.prefetch(next.filtered('on_vacation'))
  expect(next.known()).toBeUndefined()
  expect(next.queryClient.getQueryData(next.filtered('on_vacation').options.queryKey)).toBeUndefined()
  expect(await next.currentPersister()?.storageUse()).toMatchObject({ size: 0 })
})

test('a part that the server refuses is taken off the device by the pass, too', async () => {
  const app = await aPerson()
  await app.fetchPrefetchSet()
  isRefused = true
  later(60)
  await app.fetchPrefetchSet()
  expect(await app.currentPersister()?.storageUse()).toMatchObject({ size: 0 })
})

test('on a metered connection, or switched off, it fetches nothing by itself but does on the person’s word', async () => {
  const app = await aPerson()
  vi.stubGlobal('navigator', { ...navigator, onLine: true, locks: navigator.locks, connection: { saveData: true } })
  await app.fetchPrefetchSet()
  expect(asked).toEqual([])
  await app.fetchPrefetchSet('all')
  expect(asked).toHaveLength(5)

  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  later(60)
  asked = []
  app.setPrefetchOn(user.id, false)
  await app.fetchPrefetchSet()
  expect(asked).toEqual([])
  app.setPrefetchOn(user.id, true)
  await app.fetchPrefetchSet()
  expect(asked).toHaveLength(5)
})

test('over mobile data it fetches by itself, as over any other connection', async () => {
  const app = await aPerson()
  const connection = { type: 'cellular', effectiveType: '3g', saveData: false }
  vi.stubGlobal('navigator', { ...navigator, onLine: true, locks: navigator.locks, connection })
  await app.fetchPrefetchSet()
  expect(asked).toHaveLength(5)
})

test('it can be called off in the middle, and gone on with', async () => {
  const app = await aPerson()
  onPage = (offset) => {
    if (offset === 100) app.cancelPrefetch()
  }
  await app.fetchPrefetchSet()
  expect(asked).toEqual([0, 50, 100])
  expect(app.prefetchState.get()).toMatchObject({ total: 0, rows: null })
  onPage = () => undefined
  await app.fetchPrefetchSet()
  expect(asked.slice(3)).toEqual([100, 150, 200])
})

test('what the person asked for and then called off is no failure; what a change waits for is one', async () => {
  const app = await aPerson()
  onPage = (offset) => {
    if (offset === 100) app.cancelPrefetch()
  }
  await app.fetchPrefetchSet('all')
  expect(asked).toEqual([0, 50, 100])
  await expect(app.fetchPrefetchSet(() => true)).rejects.toMatchObject({ name: 'AbortError' })
})

test('what was asked for behind a pass and called off with it is no failure either', async () => {
  const app = await aPerson()
  let behind: Promise<void> | null = null
  onPage = (offset) => {
    if (offset !== 100) return
    behind = app.fetchPrefetchSet('all')
    app.cancelPrefetch()
  }
  await app.fetchPrefetchSet('all')
  expect(asked).toEqual([0, 50, 100])
  await expect(behind).resolves.toBeUndefined()
  expect(asked).toEqual([0, 50, 100])
})

test('what a change waits for, behind a pass and with what the person asked for, is called off as a failure', async () => {
  const app = await aPerson()
  let behind: Promise<PromiseSettledResult<void>[]> | null = null
  onPage = (offset) => {
    if (offset !== 100) return
    behind = Promise.allSettled([app.fetchPrefetchSet('all'), app.fetchPrefetchSet(() => true)])
    app.cancelPrefetch()
  }
  await app.fetchPrefetchSet('all')
  expect(await behind).toMatchObject(Array(2).fill({ status: 'rejected', reason: { name: 'AbortError' } }))
})

test('one tab does it: another leaves to it what is only due', async () => {
  const app = await aPerson()
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const other = navigator.locks.request(`yard-set:${user.id}`, () => isDone)
  await app.fetchPrefetchSet()
  expect(asked).toEqual([])
  done()
  await other
  await app.fetchPrefetchSet()
  expect(asked).toHaveLength(5)
})

test('many wishes at once are one pass', async () => {
  const app = await aPerson()
  await Promise.all(Array.from({ length: 20 }, () => app.fetchPrefetchSet(() => true)))
  expect(asked.length).toBeLessThanOrEqual(10)
})

test('after many changes in a row the list is fetched again for a part of the time only; the person need not wait', async () => {
  const app = await aPerson()
  const clock = vi.spyOn(performance, 'now')
  let now = 0
  clock.mockImplementation(() => now)
  onPage = () => {
    now += 1_000
  }
  await app.fetchPrefetchSet(() => true)
  asked = []
  let isOver = false
  const second = app
    .fetchPrefetchSet(() => true)
    .then(() => {
      isOver = true
    })
  await app.probeNow()
  expect([asked, isOver]).toEqual([[], false])
  await app.fetchPrefetchSet('all')
  await second
  expect(asked).toEqual([0, 50, 100, 150, 200])
  asked = []
  now += 25_000
  await app.fetchPrefetchSet(() => true)
  expect(asked).toHaveLength(5)
  clock.mockRestore()
})

test('what the next person gets is nothing of the one before, also in the middle of a pass', async () => {
  const app = await aPerson()
  const maria = String(user.id)
  let signedIn: Promise<void> = Promise.resolve()
  onPage = (offset) => {
    if (offset !== 50) return
    people += 1
    user = aUser({ id: people })
    signedIn = app.signIn()
    return signedIn
  }
  await app.fetchPrefetchSet()
  await signedIn
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(queryStoreName(maria))
  expect(app.prefetchState.get().finishedAt).toBeNull()
  expect(asked).toEqual([0, 50])
  await app.signOut()
})
