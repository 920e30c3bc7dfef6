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
import { keptBootValue, putBootValue } from '#tests/support/offline/kept-boot.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { sealerOfUser } from '#tests/support/server/device-keys.ts'

let user = aUser({ id: 3000 })
let isDown = false
/** The server refuses the drivers for some reason of its own. */
let isRefusing = false
let asked: string[] = []
/** Holds the drivers back until it resolves. */
let onTheWay: Promise<void> | null = null

const pageOf = (...results: readonly object[]) =>
  HttpResponse.json({ count: results.length, next: null, previous: null, results })
const forbidden = () => HttpResponse.json({ detail: 'You do not have permission.' }, { status: 403 })
/** The server judges each call by what the person may do now. */
const server = setupServer(
  http.all('*', ({ request }) => {
    asked.push(new URL(request.url).pathname)
    return isDown ? HttpResponse.error() : undefined
  }),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', async () => {
    const answer = can(user, view('drivers')) && !isRefusing ? pageOf(aDriver({ id: 1 })) : forbidden()
    await onTheWay
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

/** The first word of each answer on this device: what it is about. */
async function kept(): Promise<readonly string[]> {
  const db = await openDB<StoreSchema>(queryStoreName(String(user.id)))
  const [answers, uses] = await Promise.all([db.getAllKeys('answers'), db.getAllKeys('uses')])
  db.close()
  expect(answers).toEqual(uses)
  return [...new Set(answers.map((hash) => String(JSON.parse(hash)[0])))]
}

type App = Awaited<ReturnType<typeof openApp>>
const weekOf = (app: App) =>
  app.recordQuery({ key: ['schedule', 'driver'], endpoint: scheduleEndpoints.listForDriver, params: { id: 1 } })
/** For everybody who may choose from it; who may view the schedule sees more of it. */
const names = (app: App) =>
  app.recordQuery({
    key: ['dispatchers', 'names'],
    endpoint: dispatcherEndpoints.miniList,
    parts: [view('schedule')],
  })
const never = new AbortController().signal

async function opened(seal: AnswerSeal, row: SealedAnswer) {
  const answer = await seal.open(row)
  if (answer === null) throw new Error('an answer does not open')
  return answer
}

/** Somebody has read drivers, a list of them to its end, and a week; the worker has kept a list too. */
async function aReader(): Promise<App> {
  const app = await openApp()
  await app.signIn()
  await Promise.all([app.prefetch(app.list), app.prefetch(weekOf(app))])
  await app.wholeList(app.list).store?.({ signal: never, mayResume: false, onRows: () => undefined })
  await app.flush()
  await device.caches.open(`lists-v1-${user.id}`)
  expect(await kept()).toEqual(['drivers', 'schedule'])
  return app
}

/** The user that this device would start with. */
const remembered = () => keptBootValue(user.id, 'me')
/** The page hears who this is now, and has done about it what is to be done before that is remembered. */
async function meets(app: App): Promise<void> {
  await app.requireUser()
  await eventually(async () => expect(await remembered()).toMatchObject({ version: user.version }))
}
const timesAsked = (path: string) => asked.filter((one) => one === path).length

const device = newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  isRefusing = false
  onTheWay = null
  user = aUser({ id: user.id + 1 })
  asked = []
})

describe('an area that a person has lost', () => {
  test('goes from memory, from the device and from the worker’s lists; the rest stays', async () => {
    const app = await aReader()
    user = without('drivers')
    await meets(app)
    expect(await kept()).toEqual(['schedule'])
    expect(app.known()).toBeUndefined()
    expect(app.queryClient.getQueryData(weekOf(app).queryKey)).toBeDefined()
    // The outbox is the person's own.
    expect(Object.keys(device.caches.sizes()).filter((name) => !/^outbox-|^haulyard-device$/.test(name))).toEqual([])
  })

  test('goes at the next start too, though no page has asked for any of it', async () => {
    await aReader()
    user = without('drivers')
    const app = await openApp()
    await meets(app)
    expect(await kept()).toEqual(['schedule'])
  })

  test('goes when the loss was found and the page ended before it was off the device', async () => {
    await aReader()
    user = without('drivers')
    await putBootValue(user.id, 'me', user)
    isDown = true
    const app = await openApp()
    await app.prefetch(app.list)
    expect(app.known()).toBeUndefined()
    app.idle()
    await eventually(async () => expect(await kept()).toEqual(['schedule']))
  })

  test('goes with the sign-in after a session that ended', async () => {
    await aReader()
    browserCookies.remove(ACCESS_COOKIE)
    browserCookies.remove(REFRESH_COOKIE)
    user = without('drivers')
    const app = await openApp()
    expect(app.sessionState().state).toBe('signed_out')
    await app.signIn()
    expect(await kept()).toEqual(['schedule'])
  })

  test('leaves the screen at once, and the server’s refusal stands there', async () => {
    const app = await aReader()
    const observer = new QueryObserver(app.queryClient, app.list.options)
    const seen: (number | 'refused' | undefined)[] = []
    const stop = observer.subscribe(({ data, error }) => seen.push(error ? 'refused' : data?.data.rows.length))
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    user = without('drivers')
    seen.length = 0
    await meets(app)
    await eventually(() => expect(seen.at(-1)).toBe('refused'))
    expect(seen.filter((one) => one !== 'refused' && one !== undefined)).toEqual([])
    stop()
  })

  test('is not kept again by an answer that was on its way', async () => {
    const app = await aReader()
    const { promise, resolve } = Promise.withResolvers<void>()
    onTheWay = promise
    const [late, whole] = [
      app.queryClient.fetchQuery({ ...app.list.options, staleTime: 0 }).catch(() => null),
      app.wholeList(app.list).store?.({ signal: never, mayResume: false, onRows: () => undefined }),
    ]
    await eventually(() => expect(timesAsked('/api/drivers/')).toBe(4))
    user = without('drivers')
    await meets(app)
    expect(await kept()).toEqual(['schedule'])
    resolve()
    expect(await whole).toBe(false)
    await late
    await app.flush()
    expect(await kept()).toEqual(['schedule'])
    expect(app.known()).toBeUndefined()
  })

  test('stays without a network: nothing is lost that the server has not said', async () => {
    await aReader()
    user = without('drivers')
    isDown = true
    const app = await openApp()
    expect(await app.requireUser()).toMatchObject({ id: user.id })
    app.idle()
    await app.prefetch(app.list)
    expect(app.known()?.data.rows).toHaveLength(1)
    expect(await kept()).toEqual(['drivers', 'schedule'])
  })
})

describe('what an administrator typed and did, once they are none any more,', () => {
  /** They typed about a user and about a day, changed something that is done, and something that waits. */
  async function aFormerAdministrator() {
    user = aUser({ id: user.id, role: 'administrator' })
    const app = await openApp()
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
    const of = { user: String(user.id), command: 'of.nobody.knows.what' }
    const entry = anEntry({ ...of, seq: 1, state: 'done' })
    const fate = { id: entry.id, seq: 1, state: 'done' as const, settledAt: 1, versions: [], entry, isSettling: false }
    await outbox.write(async (tx) => {
      await tx.putFinalState(fate)
      await tx.putEntry(anEntry({ ...of, seq: 2 }))
    })
    const left = async () => ({
      drafts: (await drafts.all()).map(({ kind }) => kind),
      done: (await outbox.read((tx) => tx.rememberedStates(0, 9))).length,
      waiting: (await outbox.read((tx) => tx.entries())).length,
    })
    expect(await left()).toEqual({ drafts: ['users.profile', 'schedule.day'], done: 1, waiting: 1 })
    user = { ...aUser({ id: user.id, role: 'dispatcher' }), version: user.version + 1 }
    expect(can(user, edit('schedule'))).toBe(true)
    return { app, left }
  }

  test('goes off the device; what they may still do stays, and so does what waits', async () => {
    const { app, left } = await aFormerAdministrator()
    await meets(app)
    await eventually(async () => expect(await left()).toEqual({ drafts: ['schedule.day'], done: 0, waiting: 1 }))
  })

  test('goes at the next start when the page ended before it was off the device', async () => {
    const { left } = await aFormerAdministrator()
    await putBootValue(user.id, 'me', user)
    isDown = true
    const app = await openApp()
    app.idle()
    // A change that this version of the app does not know may be one that they can still make.
    await eventually(async () => expect(await left()).toEqual({ drafts: ['schedule.day'], done: 1, waiting: 1 }))
  })
})

test('an answer of which only a part has gone is asked for anew, and not kept as it was', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(names(app))
  await app.flush()
  expect(await kept()).toEqual(['dispatchers'])
  user = without('trucks')
  await meets(app)
  expect(await kept()).toEqual(['dispatchers'])
  user = without('schedule')
  await meets(app)
  expect(await kept()).toEqual([])
  await app.prefetch(names(app))
  await app.flush()
  expect(await kept()).toEqual(['dispatchers'])
  // Who never had that part loses nothing with it.
  user = without('trucks', 'trailers')
  await meets(app)
  expect(await kept()).toEqual(['dispatchers'])
})

test('what an older version of the app has kept is read, and goes with the first loss', async () => {
  await aReader()
  const db = await openDB<StoreSchema>(queryStoreName(String(user.id)))
  const seal = new AnswerSeal(String(user.id), await sealerOfUser(String(user.id)))
  for (const row of await db.getAll('answers')) {
    const { hash, json, asOf } = await opened(seal, row)
    await db.put('answers', await seal.seal({ hash, json, asOf }))
  }
  for (const { needs: _, ...older } of await db.getAll('uses')) await db.put('uses', older)
  db.close()
  isDown = true
  const app = await openApp()
  app.idle()
  await app.currentPersister()?.storageUse()
  expect(await kept()).toEqual(['drivers', 'schedule'])
  await app.prefetch(app.list)
  expect(app.known()?.data.rows).toHaveLength(1)
  isDown = false
  user = without('trucks')
  await meets(app)
  expect(await kept()).toEqual([])
})

describe('a refusal of what the device thought was allowed', () => {
  test('makes it ask who this is, and forget what is lost, without the server’s word of it', async () => {
    const app = await aReader()
    user = without('drivers')
    asked = []
    await app.queryClient.refetchQueries({ queryKey: app.list.queryKey, type: 'all' })
    await app.queryClient.fetchQuery({ ...app.list.options, staleTime: 0 }).catch(() => undefined)
    await eventually(() => expect(can(app.currentUser(), view('drivers'))).toBe(false))
    await eventually(async () => expect(await remembered()).toMatchObject({ version: user.version }))
    expect(await kept()).toEqual(['schedule'])
    expect(timesAsked('/api/users/users/me/')).toBe(1)
  })

  test('asks once each, also when nothing has changed: never round and round', async () => {
    const app = await aReader()
    isRefusing = true
    const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
    asked = []
    const before = localStorage.getItem(`haulyard:boot:${user.id}`)
    await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
    await eventually(() => expect(timesAsked('/api/users/users/me/')).toBe(1))
    // The answer is seen to when it has been noted, sealed anew.
    await eventually(() => expect(localStorage.getItem(`haulyard:boot:${user.id}`)).not.toBe(before))
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    await meets(app)
    await eventually(() => expect(timesAsked('/api/users/users/me/')).toBe(2))
    await app.probeNow()
    expect([timesAsked('/api/drivers/'), timesAsked('/api/users/users/me/')]).toEqual([1, 2])
    stop()
  })

  test('says nothing new of what the person was known to lack', async () => {
    user = without('drivers')
    const app = await openApp()
    await app.signIn()
    asked = []
    await app.prefetch(app.list)
    await app.probeNow()
    expect(timesAsked('/api/drivers/')).toBe(1)
    expect(timesAsked('/api/users/users/me/')).toBe(0)
  })
})

test('an area that was gained is asked for where it is on screen', async () => {
  const all = user
  user = without('drivers')
  const app = await openApp()
  await app.signIn()
  const observer = new QueryObserver(app.queryClient, app.list.options)
  const stop = observer.subscribe(() => undefined)
  await eventually(() => expect(observer.getCurrentResult().error).not.toBeNull())
  user = all
  await meets(app)
  await eventually(() => expect(app.known()?.data.rows).toHaveLength(1))
  stop()
})
