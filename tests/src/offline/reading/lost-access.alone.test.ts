import { QueryObserver } from '@tanstack/react-query'
import { openDB } from 'idb'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { scheduleEndpoints } from '#contract/boards/schedule.ts'
import { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { AREAS, type Area, administrator, can, edit, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { AnswerSeal } from '#src/offline/query-storage/answer-seal.ts'
import { queryStoreName } from '#src/offline/query-storage/query-store.ts'
import type { SealedAnswer, StoreSchema } from '#src/offline/query-storage/store-opening.ts'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aCrate, changeCrate } from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { putBootValue, storedBootValue } from '#tests/support/offline/stored-boot-state.ts'
import { sealerOfUser } from '#tests/support/server/device-keys.ts'

let user = aUser({ id: 3000 })
let isDown = false
/** The server refuses the list of drivers although the user has the permission. */
let isRefusing = false
let requestedPaths: string[] = []
/** Holds the response with the drivers back until it resolves. */
let driversDelay: Promise<void> | null = null

const pageOf = (...results: readonly object[]) =>
  HttpResponse.json({ count: results.length, next: null, previous: null, results })
const forbidden = () => HttpResponse.json({ detail: 'You do not have permission.' }, { status: 403 })
/** A server that checks each call against the user's current permissions. */
const server = setupServer(
  http.all('*', ({ request }) => {
    requestedPaths.push(new URL(request.url).pathname)
    return isDown ? HttpResponse.error() : undefined
  }),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', async () => {
    const answer = can(user, view('drivers')) && !isRefusing ? pageOf(aDriver({ id: 1 })) : forbidden()
    await driversDelay
    return answer
  }),
  http.get('*/api/schedule/list_for_driver/:id/', () => (can(user, view('schedule')) ? pageOf() : forbidden())),
  http.get('*/api/dispatchers/mini-list/', () => pageOf()),
)

const without = (...lost: readonly Area[]): CurrentUser => ({
  ...user,
  version: user.version + 1,
  view_permissions: user.view_permissions.map((one, at) => ({
    ...one,
    user_has_permission: one.user_has_permission && !lost.includes(AREAS[at]!),
  })),
})

/** The first part of the key of each response stored on this device, without duplicates. */
async function storedKinds(): Promise<readonly string[]> {
  const db = await openDB<StoreSchema>(queryStoreName(String(user.id)))
  const [answers, uses] = await Promise.all([db.getAllKeys('answers'), db.getAllKeys('uses')])
  db.close()
  expect(answers).toEqual(uses)
  return [...new Set(answers.map((hash) => String(JSON.parse(hash)[0])))]
}

type App = Awaited<ReturnType<typeof openApp>>
const weekOf = (app: App) =>
  app.recordQuery({
    key: ['schedule', 'driver'],
    endpoint: scheduleEndpoints.listForDriver,
    params: { id: 1 },
    areas: ['schedule'],
  })
/** Names for every signed-in user. A part of the response requires view access to the schedule. */
const dispatcherNames = (app: App) =>
  app.recordQuery({
    key: ['dispatchers', 'names'],
    endpoint: dispatcherEndpoints.miniList,
    areas: ['dispatchers'],
    parts: [view('schedule')],
  })
const never = new AbortController().signal

async function openAnswer(seal: AnswerSeal, row: SealedAnswer) {
  const answer = await seal.open(row)
  if (answer === null) throw new Error('an answer does not open')
  return answer
}

/**
 * A signed-in app that has stored a page of drivers, the complete list and a week. The worker has stored a list too.
 */
async function openWithData(): Promise<App> {
  const app = await openApp()
  await app.signIn()
  await Promise.all([app.prefetch(app.list), app.prefetch(weekOf(app))])
  await app.storeWhole(app.wholeList(app.list), { signal: never, mayResume: false, onRows: () => undefined })
  await app.flush()
  await device.caches.open(`lists-v1-${user.id}`)
  expect(await storedKinds()).toEqual(['drivers', 'schedule'])
  return app
}

/** The user with whom this device would start. */
const storedUser = () => storedBootValue(user.id, 'me')
/** The app refetches the user. Resolves when the user is stored, which happens after lost data was deleted. */
async function revalidateUser(app: App): Promise<void> {
  await app.requireUser()
  await eventually(async () => expect(await storedUser()).toMatchObject({ version: user.version }))
}
const countRequests = (path: string) => requestedPaths.filter((one) => one === path).length

const device = newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  isRefusing = false
  driversDelay = null
  user = aUser({ id: user.id + 1 })
  requestedPaths = []
})

describe('an area that a user has lost', () => {
  test('is deleted from memory, from the device and from the worker’s lists; the rest stays', async () => {
    const app = await openWithData()
    user = without('drivers')
    await revalidateUser(app)
    expect(await storedKinds()).toEqual(['schedule'])
    expect(app.known()).toBeUndefined()
    expect(app.queryClient.getQueryData(weekOf(app).queryKey)).toBeDefined()
    // The outbox stays: it contains the user's own changes.
    expect(Object.keys(device.caches.sizes()).filter((name) => !/^outbox-|^haulyard-device$/.test(name))).toEqual([])
  })

  test('is deleted at the next start too, although no page has requested any of it', async () => {
    await openWithData()
    user = without('drivers')
    const app = await openApp()
    await revalidateUser(app)
    expect(await storedKinds()).toEqual(['schedule'])
  })

  test('is deleted at the next start if the page ended between noticing the loss and deleting the data', async () => {
    await openWithData()
    user = without('drivers')
    await putBootValue(user.id, 'me', user)
    isDown = true
    const app = await openApp()
    await app.prefetch(app.list)
    expect(app.known()).toBeUndefined()
    app.idle()
    await eventually(async () => expect(await storedKinds()).toEqual(['schedule']))
  })

  test('is deleted at the sign-in after a session that ended', async () => {
    await openWithData()
    browserCookies.remove(ACCESS_COOKIE)
    browserCookies.remove(REFRESH_COOKIE)
    user = without('drivers')
    const app = await openApp()
    expect(app.sessionState().state).toBe('signed_out')
    await app.signIn()
    expect(await storedKinds()).toEqual(['schedule'])
  })

  test('leaves the screen immediately, and the server’s refusal takes its place', async () => {
    const app = await openWithData()
    const observer = new QueryObserver(app.queryClient, app.list.options)
    const seen: (number | 'refused' | undefined)[] = []
    const stop = observer.subscribe(({ data, error }) => seen.push(error ? 'refused' : data?.data.rows.length))
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    user = without('drivers')
    seen.length = 0
    await revalidateUser(app)
    await eventually(() => expect(seen.at(-1)).toBe('refused'))
    expect(seen.filter((one) => one !== 'refused' && one !== undefined)).toEqual([])
    stop()
  })

  test('is not stored again by a response that was on its way', async () => {
    const app = await openWithData()
    const { promise, resolve } = Promise.withResolvers<void>()
    driversDelay = promise
    const [late, whole] = [
      app.queryClient.fetchQuery({ ...app.list.options, staleTime: 0 }).catch(() => null),
      app.storeWhole(app.wholeList(app.list), { signal: never, mayResume: false, onRows: () => undefined }),
    ]
    await eventually(() => expect(countRequests('/api/drivers/')).toBe(4))
    user = without('drivers')
    await revalidateUser(app)
    expect(await storedKinds()).toEqual(['schedule'])
    resolve()
    expect(await whole).toBe(false)
    await late
    await app.flush()
    expect(await storedKinds()).toEqual(['schedule'])
    expect(app.known()).toBeUndefined()
  })

  test('stays while offline: only the server reports a loss', async () => {
    await openWithData()
    user = without('drivers')
    isDown = true
    const app = await openApp()
    expect(await app.requireUser()).toMatchObject({ id: user.id })
    app.idle()
    await app.prefetch(app.list)
    expect(app.known()?.data.rows).toHaveLength(1)
    expect(await storedKinds()).toEqual(['drivers', 'schedule'])
  })
})

describe('drafts and finished changes of a former administrator', () => {
  const UNKNOWN = 'of.nobody.knows.what'
  const knowOneCommand = async () => (await import('#src/offline/outbox/outbox.ts')).registerCommands([changeCrate])
  /**
   * Two drafts (of a user and of a day), two finished changes (one of which this version does not know) and one waiting
   * change. Then the user loses the role.
   */
  async function aFormerAdministrator() {
    user = aUser({ id: user.id, role: 'administrator' })
    const app = await openApp()
    await knowOneCommand()
    await app.signIn()
    const sealer = await sealerOfUser(String(user.id))
    const [drafts, outbox] = [idbDraftStore(String(user.id), sealer), sealedStores(String(user.id), sealer).store]
    const draft = {
      key: 'a',
      version: 1,
      value: {},
      words: { record: '', text: '' },
      startedAt: 1,
      savedAt: Date.now(),
    }
    await drafts.put({ ...draft, id: '1', kind: 'users.profile', access: administrator })
    await drafts.put({ ...draft, id: '2', kind: 'schedule.day', access: edit('schedule') })
    const of = { user: String(user.id), command: UNKNOWN }
    const known = { command: changeCrate.name, input: { was: aCrate(), to: { color: 'green' } } }
    const finished = [anEntry({ ...of, seq: 1, state: 'done' }), anEntry({ ...of, ...known, seq: 3, state: 'done' })]
    await outbox.write(async (tx) => {
      for (const entry of finished) {
        const { id, seq } = entry
        await tx.putFinalState({ id, seq, state: 'done', settledAt: seq, versions: [], entry, isSettling: false })
      }
      await tx.putEntry(anEntry({ ...of, seq: 2 }))
    })
    const stored = async () => ({
      drafts: (await drafts.all()).map(({ kind }) => kind),
      done: (await outbox.read((tx) => tx.rememberedStates(0, 9))).map(({ entry }) => entry?.command),
      waiting: (await outbox.read((tx) => tx.entries())).length,
    })
    const done = [changeCrate.name, UNKNOWN]
    expect(await stored()).toEqual({ drafts: ['users.profile', 'schedule.day'], done, waiting: 1 })
    user = { ...aUser({ id: user.id, role: 'dispatcher' }), version: user.version + 1 }
    expect(can(user, edit('schedule'))).toBe(true)
    return { app, stored }
  }

  test('are deleted; what the user may still do stays, and so do waiting changes', async () => {
    const { app, stored } = await aFormerAdministrator()
    await revalidateUser(app)
    await eventually(async () => expect(await stored()).toEqual({ drafts: ['schedule.day'], done: [], waiting: 1 }))
  })

  test('are deleted at the next start if the page ended too early, except changes that this version does not know', async () => {
    const { stored } = await aFormerAdministrator()
    await putBootValue(user.id, 'me', user)
    isDown = true
    const app = await openApp()
    await knowOneCommand()
    app.idle()
    // The user might still have the permission for a change that this version of the app does not know.
    await eventually(async () =>
      expect(await stored()).toEqual({ drafts: ['schedule.day'], done: [UNKNOWN], waiting: 1 }),
    )
  })
})

test('a response that has lost a part is deleted and refetched; losing anything else leaves it alone', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(dispatcherNames(app))
  await app.flush()
  expect(await storedKinds()).toEqual(['dispatchers'])
  user = without('trucks')
  await revalidateUser(app)
  expect(await storedKinds()).toEqual(['dispatchers'])
  user = without('schedule')
  await revalidateUser(app)
  expect(await storedKinds()).toEqual([])
  await app.prefetch(dispatcherNames(app))
  await app.flush()
  expect(await storedKinds()).toEqual(['dispatchers'])
  // The new response does not contain the lost part: another loss does not concern it.
  user = without('trucks', 'trailers')
  await revalidateUser(app)
  expect(await storedKinds()).toEqual(['dispatchers'])
})

test('responses that an older version stored without required access are readable, and deleted at the first loss', async () => {
  await openWithData()
  const db = await openDB<StoreSchema>(queryStoreName(String(user.id)))
  const seal = new AnswerSeal(String(user.id), await sealerOfUser(String(user.id)))
  for (const row of await db.getAll('answers')) {
    const { hash, json, asOf } = await openAnswer(seal, row)
    await db.put('answers', await seal.seal({ hash, json, asOf }))
  }
  for (const { needs: _, ...older } of await db.getAll('uses')) await db.put('uses', older)
  db.close()
  isDown = true
  const app = await openApp()
  app.idle()
  await app.currentPersister()?.storageUse()
  expect(await storedKinds()).toEqual(['drivers', 'schedule'])
  await app.prefetch(app.list)
  expect(app.known()?.data.rows).toHaveLength(1)
  isDown = false
  user = without('trucks')
  await revalidateUser(app)
  expect(await storedKinds()).toEqual([])
})

describe('a refusal that the device did not expect', () => {
  test('makes the app refetch the user and delete what is lost, without a notice from the server', async () => {
    const app = await openWithData()
    user = without('drivers')
    requestedPaths = []
    await app.queryClient.refetchQueries({ queryKey: app.list.queryKey, type: 'all' })
    await app.queryClient.fetchQuery({ ...app.list.options, staleTime: 0 }).catch(() => undefined)
    await eventually(() => expect(can(app.currentUser(), view('drivers'))).toBe(false))
    await eventually(async () => expect(await storedUser()).toMatchObject({ version: user.version }))
    expect(await storedKinds()).toEqual(['schedule'])
    expect(countRequests('/api/users/users/me/')).toBe(1)
  })

  test('refetches the user once, even if nothing has changed: never in a loop', async () => {
    const app = await openWithData()
    isRefusing = true
    const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
    requestedPaths = []
    const before = localStorage.getItem(`haulyard:boot:${user.id}`)
    await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
    await eventually(() => expect(countRequests('/api/users/users/me/')).toBe(1))
    // The response with the user has been processed once it is stored: the boot state is sealed again then.
    await eventually(() => expect(localStorage.getItem(`haulyard:boot:${user.id}`)).not.toBe(before))
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    await revalidateUser(app)
    await eventually(() => expect(countRequests('/api/users/users/me/')).toBe(2))
    await app.probeNow()
    expect([countRequests('/api/drivers/'), countRequests('/api/users/users/me/')]).toEqual([1, 2])
    stop()
  })

  test('does not refetch the user when the missing permission was known', async () => {
    user = without('drivers')
    const app = await openApp()
    await app.signIn()
    requestedPaths = []
    await app.prefetch(app.list)
    await app.probeNow()
    expect(countRequests('/api/drivers/')).toBe(1)
    expect(countRequests('/api/users/users/me/')).toBe(0)
  })
})

test('an area that the user has gained is refetched where it is on screen', async () => {
  const all = user
  user = without('drivers')
  const app = await openApp()
  await app.signIn()
  const observer = new QueryObserver(app.queryClient, app.list.options)
  const stop = observer.subscribe(() => undefined)
  await eventually(() => expect(observer.getCurrentResult().error).not.toBeNull())
  user = all
  await revalidateUser(app)
  await eventually(() => expect(app.known()?.data.rows).toHaveLength(1))
  stop()
})
