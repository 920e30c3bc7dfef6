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
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const LIMIT = 50
let drivers: readonly Driver[] = []
let isDown = false
let isRefused = false
/** Called before the response with each page. If it throws, the network fails. */
let onPage: (offset: number) => void | Promise<void> = () => undefined
let requestedOffsets: number[] = []
let user = aUser({ id: 500 })
let lastUserId = 500

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
    requestedOffsets.push(offset)
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
const advanceMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE })

/** An app with a signed-in user, whose prefetch set is the complete list of drivers. */
async function openSignedIn() {
  const app = await openApp()
  if (app.currentUser() === null) await app.signIn()
  app.setPrefetchQueries(() => [app.wholeList(app.list, { limit: LIMIT })])
  return app
}
/** Restarts the app on the same device, offline. */
async function openOffline() {
  isDown = true
  const app = await openSignedIn()
  await app.probeNow()
  return app
}

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  isRefused = false
  onPage = () => undefined
  requestedOffsets = []
  drivers = company(220)
  lastUserId += 1
  user = aUser({ id: lastUserId })
})

test('a list is stored to its end, page by page, and offline a view that was never opened shows all of it', async () => {
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([0, 50, 100, 150, 200])
  const after = await openOffline()
  await after.prefetch(after.list)
  expect(after.known()?.data).toMatchObject({ count: 220, next: expect.any(String) })
  expect(after.known()?.data.rows).toHaveLength(LIMIT)
  for (let page = 1; page < 5; page += 1) await after.loadMore(after.list)
  expect(after.known()?.data.rows.map(({ id }) => id)).toEqual(drivers.map(({ id }) => id))
  expect(after.known()).toMatchObject({ source: 'cache', data: { next: null } })
})

test('a filter that was never used is derived offline from all stored pages', async () => {
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  const after = await openOffline()
  const away = after.filtered('on_vacation')
  await after.prefetch(away)
  expect(after.queryClient.getQueryData(away.options.queryKey)?.data).toMatchObject({ count: 44, next: null })
})

test('prefetch runs after the sign-in, once the page is idle', async () => {
  const app = await openSignedIn()
  expect(requestedOffsets).toEqual([])
  app.idle()
  await eventually(() => expect(app.prefetchState.get().finishedAt).not.toBeNull())
  expect(requestedOffsets).toHaveLength(5)
})

test('data that is reported as saved is on the device by then, in case the page is killed next', async () => {
  const app = await openSignedIn()
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

test('an interrupted prefetch continues where it stopped, even after a restart', async () => {
  const before = await openSignedIn()
  onPage = (offset) => {
    if (offset === 150) throw new Error('the tunnel begins')
  }
  await before.fetchPrefetchSet()
  expect(before.prefetchState.get()).toMatchObject({ total: 0, finishedAt: null })
  onPage = () => undefined
  requestedOffsets = []
  const after = await openSignedIn()
  await after.probeNow()
  await after.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([150, 200])
  expect(after.prefetchState.get().finishedAt).not.toBeNull()
})

test('an incomplete first copy shows the rows that it has, and never counts as complete', async () => {
  const before = await openSignedIn()
  onPage = (offset) => {
    if (offset === 100) throw new Error('the tunnel begins')
  }
  await before.fetchPrefetchSet()
  const after = await openOffline()
  await after.prefetch(after.list)
  await after.loadMore(after.list)
  expect(after.known()?.data.rows).toHaveLength(100)
  await expect(after.loadMore(after.list)).rejects.toMatchObject({ kind: 'network' })
  const away = after.filtered('on_vacation')
  await after.prefetch(away)
  expect(after.queryClient.getQueryData(away.options.queryKey)).toBeUndefined()
})

test('while a newer copy is being fetched the complete older one is shown, never a mixture', async () => {
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  const finishedAt = before.prefetchState.get().finishedAt
  advanceMinutes(60)
  drivers = company(220, { miles_driven: 7 })
  onPage = (offset) => {
    if (offset === 100) throw new Error('the tunnel begins')
  }
  await before.fetchPrefetchSet()
  expect(before.prefetchState.get().finishedAt).toBe(finishedAt)
  const after = await openOffline()
  await after.prefetch(after.filtered('on_vacation'))
  const derived = after.queryClient.getQueryData(after.filtered('on_vacation').options.queryKey)
  expect(derived?.asOf).toBe(finishedAt)
  expect(derived?.data.rows.filter((row) => row.miles_driven === 7)).toEqual([])
  isDown = false
  onPage = () => undefined
  await after.probeNow()
  await after.fetchPrefetchSet()
  expect(after.prefetchState.get().finishedAt).toBeGreaterThan(finishedAt ?? Number.POSITIVE_INFINITY)
})

test('fresh data is not fetched again after a reload; the user’s request fetches it', async () => {
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  requestedOffsets = []
  const after = await openSignedIn()
  advanceMinutes(5)
  await after.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([])
  expect(after.prefetchState.get().finishedAt).not.toBeNull()
  expect(after.prefetchState.get().size).toBeGreaterThan(20_000)
  await after.fetchPrefetchSet('all')
  expect(requestedOffsets).toHaveLength(5)
})

/** The module of the app's current life. */
const loadMakeRoom = () => import('#src/offline/space/make-room.ts')

test('lists that made room are reported as missing and not prefetched again for a day, unless the user requests it', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  const { makeRoom, sizeToRead } = await loadMakeRoom()
  expect(await sizeToRead()).toBeGreaterThan(20_000)
  expect(await makeRoom('all')).toBe(true)
  await eventually(() => expect(app.prefetchState.get()).toMatchObject({ finishedAt: null, workSince: null, size: 0 }))
  expect(await sizeToRead()).toBe(0)
  requestedOffsets = []
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([])
  expect(app.prefetchState.get()).toMatchObject({ finishedAt: null, workSince: null })

  await app.fetchPrefetchSet('all')
  expect(requestedOffsets).toHaveLength(5)
  expect(app.prefetchState.get().finishedAt).not.toBeNull()

  await makeRoom('all')
  advanceMinutes(25 * 60)
  requestedOffsets = []
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toHaveLength(5)
})

test('to make room, half of the lists are enough at first, and what waits to be sent stays', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  const before = app.prefetchState.get().size ?? 0
  localStorage.setItem('haulyard-outbox-witness-1', 'waiting')
  const { makeRoom, sizeToRead } = await loadMakeRoom()
  expect(await makeRoom('unused')).toBe(true)
  const left = await sizeToRead()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(before * 0.7)
  expect(localStorage.getItem('haulyard-outbox-witness-1')).toBe('waiting')
  await eventually(() => expect(app.prefetchState.get()).toMatchObject({ finishedAt: null, size: left }))
})

test('nothing gives way while no user is signed in', async () => {
  await openApp()
  const { makeRoom, sizeToRead } = await loadMakeRoom()
  expect([await makeRoom('unused'), await sizeToRead()]).toEqual([false, 0])
})

test('the age of the prefetch set is reported offline too', async () => {
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  const finishedAt = before.prefetchState.get().finishedAt
  advanceMinutes(3 * 60)
  const after = await openOffline()
  await after.fetchPrefetchSet()
  expect(after.prefetchState.get().finishedAt).toBe(finishedAt)
})

test('after a change the copy is refetched from its beginning, not resumed', async () => {
  const app = await openSignedIn()
  onPage = (offset) => {
    if (offset === 100) throw new Error('the tunnel begins')
  }
  await app.fetchPrefetchSet()
  onPage = () => undefined
  await app.probeNow()
  requestedOffsets = []
  await app.fetchPrefetchSet(() => true)
  expect(requestedOffsets[0]).toBe(0)
})

test('a prefetch that a change requires rejects when its query can’t be fetched', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  isDown = true
  await app.probeNow()
  await expect(app.fetchPrefetchSet(() => true)).rejects.toMatchObject({ kind: 'network' })
})

test('a list that the server refuses is deleted from the device, with all of its pages', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  isRefused = true
  await app.prefetch(app.list)
  await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
  const next = await openOffline()
  await next.prefetch(next.list)
  await next.prefetch(next.filtered('on_vacation'))
  expect(next.known()).toBeUndefined()
  expect(next.queryClient.getQueryData(next.filtered('on_vacation').options.queryKey)).toBeUndefined()
  expect(await next.currentPersister()?.storageUse()).toMatchObject({ size: 0 })
})

test('a list that the server refuses during a prefetch pass is deleted from the device too', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  isRefused = true
  advanceMinutes(60)
  await app.fetchPrefetchSet()
  expect(await app.currentPersister()?.storageUse()).toMatchObject({ size: 0 })
})

test('prefetch skips a metered connection unless the user requests it, and does not run while switched off', async () => {
  const app = await openSignedIn()
  vi.stubGlobal('navigator', { ...navigator, onLine: true, locks: navigator.locks, connection: { saveData: true } })
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([])
  await app.fetchPrefetchSet('all')
  expect(requestedOffsets).toHaveLength(5)

  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  advanceMinutes(60)
  requestedOffsets = []
  app.setPrefetchOn(user.id, false)
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([])
  app.setPrefetchOn(user.id, true)
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toHaveLength(5)
})

test('prefetch runs over mobile data as over any other connection', async () => {
  const app = await openSignedIn()
  const connection = { type: 'cellular', effectiveType: '3g', saveData: false }
  vi.stubGlobal('navigator', { ...navigator, onLine: true, locks: navigator.locks, connection })
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toHaveLength(5)
})

test('a prefetch can be canceled midway and resumed', async () => {
  const app = await openSignedIn()
  onPage = (offset) => {
    if (offset === 100) app.cancelPrefetch()
  }
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([0, 50, 100])
  expect(app.prefetchState.get()).toMatchObject({ total: 0, rows: null })
  onPage = () => undefined
  await app.fetchPrefetchSet()
  expect(requestedOffsets.slice(3)).toEqual([100, 150, 200])
})

test('canceling a pass that the user requested is not a failure; canceling a pass that a change requires is one', async () => {
  const app = await openSignedIn()
  onPage = (offset) => {
    if (offset === 100) app.cancelPrefetch()
  }
  await app.fetchPrefetchSet('all')
  expect(requestedOffsets).toEqual([0, 50, 100])
  await expect(app.fetchPrefetchSet(() => true)).rejects.toMatchObject({ name: 'AbortError' })
})

test('canceling a user’s request that is queued behind a pass is not a failure either', async () => {
  const app = await openSignedIn()
  let behind: Promise<void> | null = null
  onPage = (offset) => {
    if (offset !== 100) return
    behind = app.fetchPrefetchSet('all')
    app.cancelPrefetch()
  }
  await app.fetchPrefetchSet('all')
  expect(requestedOffsets).toEqual([0, 50, 100])
  await expect(behind).resolves.toBeUndefined()
  expect(requestedOffsets).toEqual([0, 50, 100])
})

test('canceling a queued pass that a change requires rejects every request that shares it', async () => {
  const app = await openSignedIn()
  let behind: Promise<PromiseSettledResult<void>[]> | null = null
  onPage = (offset) => {
    if (offset !== 100) return
    behind = Promise.allSettled([app.fetchPrefetchSet('all'), app.fetchPrefetchSet(() => true)])
    app.cancelPrefetch()
  }
  await app.fetchPrefetchSet('all')
  expect(await behind).toMatchObject(Array(2).fill({ status: 'rejected', reason: { name: 'AbortError' } }))
})

test('a pass over what is due waits while another tab writes stored lists, and is not skipped', async () => {
  const app = await openSignedIn()
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const other = navigator.locks.request(`yard-set:${user.id}`, () => isDone)
  const pass = app.fetchPrefetchSet()
  await app.probeNow()
  expect(requestedOffsets).toEqual([])
  done()
  await Promise.all([other, pass])
  expect(requestedOffsets).toHaveLength(5)
  // As in a tab that has waited for the pass of another one.
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toHaveLength(5)
})

test('many simultaneous requests share at most two passes', async () => {
  const app = await openSignedIn()
  await Promise.all(Array.from({ length: 20 }, () => app.fetchPrefetchSet(() => true)))
  expect(requestedOffsets.length).toBeLessThanOrEqual(10)
})

test('passes for changes that follow each other wait for a rest, which the user’s own request skips', async () => {
  const app = await openSignedIn()
  const clock = vi.spyOn(performance, 'now')
  let now = 0
  clock.mockImplementation(() => now)
  onPage = () => {
    now += 1_000
  }
  await app.fetchPrefetchSet(() => true)
  requestedOffsets = []
  let isOver = false
  const second = app
    .fetchPrefetchSet(() => true)
    .then(() => {
      isOver = true
    })
  await app.probeNow()
  expect([requestedOffsets, isOver]).toEqual([[], false])
  await app.fetchPrefetchSet('all')
  await second
  expect(requestedOffsets).toEqual([0, 50, 100, 150, 200])
  requestedOffsets = []
  now += 25_000
  await app.fetchPrefetchSet(() => true)
  expect(requestedOffsets).toHaveLength(5)
  clock.mockRestore()
})

test('the next user gets nothing of the previous user’s prefetch, even in the middle of a pass', async () => {
  const app = await openSignedIn()
  const maria = String(user.id)
  let signedIn: Promise<void> = Promise.resolve()
  onPage = (offset) => {
    if (offset !== 50) return
    lastUserId += 1
    user = aUser({ id: lastUserId })
    signedIn = app.signIn()
    return signedIn
  }
  await app.fetchPrefetchSet()
  await signedIn
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(queryStoreName(maria))
  expect(app.prefetchState.get().finishedAt).toBeNull()
  expect(requestedOffsets).toEqual([0, 50])
  await app.signOut()
})
