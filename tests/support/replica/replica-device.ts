import type { QueryKey } from '@tanstack/react-query'
import { vi } from 'vitest'
import { driverEndpoints, driverKind } from '#contract/people/drivers.ts'
import { type Access, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { EndpointShape, Schema } from '#contract/wire/endpoint.ts'
import { MAX_PAST_SECONDS } from '#contract/wire/events.ts'
import { kind } from '#contract/wire/record.ts'
import { MAX_FETCH_MS } from '#src/offline/live/coverage.ts'
import type { LiveEvent } from '#src/offline/live/live-stream.ts'
import type { PrefetchRequest } from '#src/offline/prefetch/prefetch-state.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { byName, type ModelList, PAPERS } from './model-lists.ts'
import type { ModelServer, ModelStream } from './model-server.ts'
import { type Disk, type KillPoint, ModelStore } from './model-store.ts'

/** Faults of a device that the property test must find. */
export type DeviceFault = 'a lost permission is ignored' | 'a write is reported and not made'

/** What a device is connected to during one run. */
export interface Connection {
  readonly server: ModelServer
  readonly session: string
  readonly fault: DeviceFault | null
}

const PAGE = 3
type Modules = Awaited<ReturnType<typeof loadModules>>

/** The modules of one device, apart from those of other devices: they know one signed-in user. */
async function loadModules(ports: {
  readonly call: (
    endpoint: EndpointShape,
    options: { readonly query?: Readonly<Record<string, unknown>> },
  ) => Promise<object>
  readonly user: () => CurrentUser | null
  readonly requireUser: () => Promise<CurrentUser | null>
  readonly isOnline: () => boolean
}) {
  vi.resetModules()
  const nothing = () => undefined
  vi.doMock('#src/session/session.ts', () => ({
    sessionState: () => ({ state: 'signed_in', user: ports.user() }),
    currentUser: ports.user,
    requireUser: ports.requireUser,
    sessionCredentials: { token: () => 'token', refresh: async () => 'refused' },
    onSessionChange: () => nothing,
    sealerOf: () => null,
  }))
  vi.doMock('#src/api/call.ts', async (original) => ({
    ...(await original<object>()),
    call: ports.call,
    callUnlessSame: ports.call,
  }))
  // As with an older server: whole lists come page by page. `streamed-lists` tests the stream.
  vi.doMock('#src/api/read-events.ts', async () => {
    const { ApiError } = await import('#src/api/api-error.ts')
    return { readEvents: () => Promise.reject(new ApiError('status', { status: 404 })) }
  })
  vi.doMock('#src/offline/connectivity.ts', () => ({
    isOnline: ports.isOnline,
    probeNow: async () => ports.isOnline(),
    onBackOnline: () => nothing,
    untilDoneOrOffline: (work: Promise<unknown>) => work.then(nothing, nothing),
  }))
  vi.doMock('#src/offline/outbox/outbox.ts', () => ({
    openedOutbox: async () => ({ forgetInaccessible: nothing }),
    outboxSnapshot: () => ({ entries: [] }),
  }))
  vi.doMock('#src/offline/drafts/forget-lost-drafts.ts', () => ({ forgetLostDrafts: nothing }))
  vi.doMock('#src/offline/query-storage/wipe.ts', () => ({ forgetCachedLists: async () => undefined }))
  let lastPass: Promise<unknown> = Promise.resolve()
  let cancellation = new AbortController()
  // The modules below load others on demand, which would be those of the device that was created last.
  vi.doMock('#src/offline/prefetch/prefetch-schedule.ts', async () => {
    const { runPrefetch } = await import('#src/offline/prefetch/prefetch-run.ts')
    const fetchPrefetchSet = (request: PrefetchRequest = 'due') => {
      const { signal } = cancellation
      const pass = lastPass.then(() => runPrefetch(new Set([request]), signal))
      lastPass = pass.catch(nothing)
      return pass
    }
    const cancelPrefetch = () => {
      cancellation.abort(new DOMException('No caller waits for it.', 'AbortError'))
      cancellation = new AbortController()
    }
    return { fetchPrefetchSet, cancelPrefetch }
  })
  const [client, persister, lists, whole, prefetch, schedule, later, sync, stored, live, refresh, receive, lost] =
    await Promise.all([
      import('#src/offline/query-storage/query-client.ts'),
      import('#src/offline/query-storage/query-persister.ts'),
      import('#src/offline/reading/list-query.ts'),
      import('#src/offline/query-storage/whole-list.ts'),
      import('#src/offline/prefetch/prefetch-state.ts'),
      import('#src/offline/prefetch/prefetch-schedule.ts'),
      import('#src/offline/prefetch/prefetch-later.ts'),
      import('#src/offline/prefetch/sync-parts.ts'),
      import('#src/offline/query-storage/stored-list.ts'),
      import('#src/offline/live/stored-list-sync.ts'),
      import('#src/offline/live/live-refresh.ts'),
      import('#src/offline/live/receive-events.ts'),
      import('#src/offline/lost-access.ts'),
    ])
  const rights = await import('#src/offline/required-access.ts')
  const derived = await import('#src/offline/reading/derived-list.ts')
  const errors = await import('#src/api/api-error.ts')
  const query = await import('@tanstack/react-query')
  return {
    ...client,
    ...persister,
    ...lists,
    ...whole,
    ...prefetch,
    ...schedule,
    ...later,
    ...sync,
    ...stored,
    ...live,
    ...refresh,
    ...receive,
    ...lost,
    ...rights,
    ...derived,
    ...errors,
    QueryObserver: query.QueryObserver,
  }
}

/** The two lists that the device stores. */
function declareLists({ listQuery, countStored }: Modules) {
  const drivers = listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    query: { limit: PAGE },
    areas: ['drivers', 'dispatchers'],
    kind: kind(driverKind.name, (row: { readonly id: number }) => String(row.id)) as never,
    compare: byName,
    isSynced: true,
  })
  const names = listQuery({
    key: ['drivers', 'names'],
    endpoint: driverEndpoints.miniList,
    query: { limit: PAGE },
    areas: ['drivers'],
    parts: [PAPERS],
    kind: kind(driverKind.name, (row: { readonly id: number }) => String(row.id)) as never,
    compare: byName as never,
    isSynced: true,
  })
  for (const list of [drivers, names] as const)
    Object.assign(list.options.meta?.synced ?? {}, { countStored: () => countStored(list as never, undefined) })
  return { 'drivers.list': drivers, 'drivers.miniList': names } as const
}

/** The locks of all devices. Each has a user of its own, so each has its own names. */
const locks = new Map<string, Promise<unknown>>()
function requestLock<T>(name: string, _options: object, work: (lock: object) => Promise<T>): Promise<T> {
  const turn = (locks.get(name) ?? Promise.resolve()).then(() => work({}))
  locks.set(
    name,
    turn.catch(() => undefined),
  )
  return turn
}

const after = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

/** A device with one signed-in user: the app's own code, over a model of its disk, its network and its server. */
export class ReplicaDevice {
  #modules!: Modules
  #lists!: ReturnType<typeof declareLists>
  #on: Connection | null = null
  #user: CurrentUser | null = null
  #disk: Disk = new Map()
  #store!: ModelStore
  #isOnline = true
  #stream: ModelStream | null = null
  #position: string | null = null
  #hasBegun = false
  #life: {
    readonly stop: () => void
    readonly refresh: InstanceType<Modules['LiveRefresh']>
    readonly receive: (events: readonly LiveEvent[]) => void
    readonly onBegin: () => void
  } | null = null
  isKilled = false
  readonly troubles: unknown[] = []

  static async create(): Promise<ReplicaDevice> {
    openPage()
    vi.stubGlobal('navigator', { onLine: true, locks: { request: requestLock } })
    const device = new ReplicaDevice()
    device.#modules = await loadModules({
      call: (endpoint, { query = {} }) => device.#call(endpoint, query),
      user: () => device.#user,
      requireUser: () => device.#requireUser(),
      isOnline: () => device.#isOnline,
    })
    device.#lists = declareLists(device.#modules)
    device.#modules.setPrefetchQueries(() =>
      Object.values(device.#lists).map((list) => device.#modules.wholeList(list as never, { limit: PAGE })),
    )
    return device
  }

  /** Begins a run with an empty device. */
  begin(on: Connection): void {
    this.#on = on
    this.#disk = new Map()
    this.#user = on.server.userOf(on.session)
    this.#isOnline = true
    this.troubles.length = 0
    this.start()
  }
  end(): void {
    this.#stop()
    this.#on = null
  }

  /** Starts the app on what the disk has. */
  start(): void {
    this.#stop()
    this.isKilled = false
    const { QueryPersister, setPersister, LiveRefresh, StoredListSync, receiveEvents, laterPass } = this.#modules
    const { queryClient, syncStoredLists, applyStreamedRows, isFollowed, QueryObserver } = this.#modules
    this.#store = new ModelStore(String(this.#user?.id), this.#disk, () => {
      this.isKilled = true
    })
    this.#store.losesWrites = this.#on?.fault === 'a write is reported and not made'
    const notice = {
      isAllowed: (access: Access) => can(this.#user, access),
      client: queryClient,
      notifyTabs: () => undefined,
    }
    setPersister(new QueryPersister(this.#store as never, notice as never))
    this.#modules.forgetLeftovers()
    const syncing = new StoredListSync({
      after,
      request: syncStoredLists,
      apply: applyStreamedRows,
      onRestart: () => {
        refresh.noteChanges(null)
        void this.pass(() => true)
      },
      onTrouble: (error) => void this.troubles.push(error),
    })
    const whenStored = async (list: QueryKey) => (await syncing.whenApplied()) && isFollowed(list)
    const ports = { client: queryClient, now: Date.now, after, isVisible: () => true, willBeRefetched: () => false }
    const refresh = new LiveRefresh({ ...ports, whenStored })
    const onAccess = () => void this.#requireUser()
    const followers = { refresh, syncing, prefetching: laterPass, onAccess }
    const leave = new QueryObserver(queryClient, this.#lists['drivers.list'].options as never).subscribe(
      () => undefined,
    )
    this.#life = {
      refresh,
      receive: (events) => receiveEvents(followers, events, true),
      onBegin: () => syncing.note(),
      stop: () => {
        leave()
        for (const one of [refresh, syncing, laterPass]) one.stop()
      },
    }
    void this.pass()
  }

  #stop(): void {
    this.cut()
    this.#life?.stop()
    this.#life = null
    this.#position = null
    this.#store?.close()
    // A killed page leaves its locks.
    locks.delete(`yard-set:${this.#user?.id}`)
    this.#modules.cancelPrefetch()
    this.#modules.currentPersister()?.close()
    this.#modules.setPersister(null)
    this.#modules.queryClient.clear()
  }

  killAtNextWrite(at: KillPoint): void {
    this.#store.killAtNextWrite(at)
  }

  get isOnline(): boolean {
    return this.#isOnline
  }
  set isOnline(is: boolean) {
    const isBack = is && !this.#isOnline
    this.#isOnline = is
    if (!is) this.cut()
    if (isBack) this.#modules.queryClient.getQueryCache().onOnline()
  }

  pass(request: PrefetchRequest = 'due'): Promise<void> {
    return this.#modules.fetchPrefetchSet(request).catch(() => undefined)
  }

  /** Opens the event stream. */
  async connect(): Promise<void> {
    const on = this.#on
    if (on === null || !this.#isOnline || this.#stream !== null || this.isKilled) return
    const { asOf = Date.now() } =
      this.#modules.queryClient.getQueryData<{ asOf: number }>(this.#lists['drivers.list'].queryKey) ?? {}
    // See `live.ts`.
    const pastSeconds = Math.min(MAX_PAST_SECONDS, Math.ceil((Date.now() - asOf + MAX_FETCH_MS) / 1000))
    this.#life?.refresh.setCoveredFrom(Date.now() - pastSeconds * 1000)
    const life = this.#life
    const stream = await on.server.connect(on.session, this.#position, pastSeconds)
    if (life !== this.#life || this.#stream !== null || !this.#isOnline) return stream.finish()
    this.#stream = stream
    this.#hasBegun = false
    void this.#requireUser()
  }
  /** The connection of the stream breaks. */
  cut(): void {
    const stream = this.#stream
    this.#stream = null
    stream?.finish()
  }
  get isListening(): boolean {
    return this.#stream !== null
  }

  /** Reads some of what the server has written to the stream. */
  read(count: number): void {
    const stream = this.#stream
    if (stream === null || this.isKilled) return
    const frames = stream.frames.splice(0, count)
    const events: LiveEvent[] = []
    for (const frame of frames)
      if ('position' in frame) this.#position = frame.position
      else events.push({ event: frame.event, data: JSON.parse(frame.json) } as LiveEvent)
    if (frames.length > 0 && !this.#hasBegun) this.#life?.onBegin()
    if (frames.length > 0) this.#hasBegun = true
    if (events.length > 0) this.#life?.receive(events)
    if (stream.isOver && stream.frames.length === 0) this.#stream = null
  }

  /** The response to a change of this device's user arrives. */
  change(response: Promise<unknown>): void {
    const life = this.#life
    void response.then((rows) => {
      if (life === this.#life && rows !== null) life?.refresh.takeOwnRows(rows)
    })
  }

  async #call(endpoint: EndpointShape, query: Readonly<Record<string, unknown>>): Promise<object> {
    const { ApiError } = this.#modules
    const on = this.#on
    const life = this.#life
    const fail = () => {
      throw new ApiError('network')
    }
    if (on === null || !this.#isOnline) return fail()
    const { server, session } = on
    const respond = async () => {
      if (endpoint.name === 'sync.changes')
        return server.sync(session, query.after as string | undefined, query.lists as string[] | undefined)
      if (endpoint.name === 'drivers.list' || endpoint.name === 'drivers.miniList')
        return server.page(session, endpoint.name as ModelList, { limit: PAGE, ...query })
      throw new ApiError('status', { status: 404 })
    }
    const reply = await respond()
    if (reply === null) throw new ApiError('status', { status: 403 })
    // A page that was left gets no response.
    if (life !== this.#life || this.isKilled || !this.#isOnline) return fail()
    const data = (endpoint.reply as Schema).parse(reply)
    return { data, asOf: Date.now(), source: 'network', status: 200, etag: null }
  }

  async #requireUser(): Promise<CurrentUser | null> {
    const on = this.#on
    const life = this.#life
    if (on === null || !this.#isOnline || on.fault === 'a lost permission is ignored') return this.#user
    const user = await on.server.company.read(() => on.server.userOf(on.session))
    const before = this.#user
    if (life !== this.#life || this.isKilled || !this.#isOnline || before === null) return before
    this.#user = user
    if (this.#modules.rightsFingerprint(before) === this.#modules.rightsFingerprint(user)) return user
    // See `live.ts`.
    this.cut()
    await this.#modules.forgetLostData(before, user)
    return user
  }

  get user(): CurrentUser | null {
    return this.#user
  }
  /** The rows of a stored list, and its count; null when none is stored. */
  async storedRows(list: ModelList): Promise<{ readonly rows: readonly unknown[]; readonly count: number } | null> {
    const stored = await this.#lists[list].storedCopy()
    if (stored === null || !stored.isWhole) return null
    const rows: unknown[] = []
    for (let at = 0; at < stored.pages; at += 1) rows.push(...((await stored.page(at))?.results ?? []))
    return { rows, count: stored.count }
  }
  /** The loaded rows of the drivers on screen; null when there are none. */
  rowsOnScreen(): { readonly rows: readonly unknown[]; readonly count: number; readonly next: string | null } | null {
    const { queryClient } = this.#modules
    const known = queryClient.getQueryData<{ data: never }>(this.#lists['drivers.list'].queryKey)
    return known?.data ?? null
  }
  /** The hashes of stored answers, with the access that each needs. */
  get stored(): Disk {
    return this.#disk
  }
  unpack(list: ModelList, rows: readonly unknown[]): readonly unknown[] {
    return this.#lists[list].unpack({ count: 0, next: null, previous: null, results: rows })?.results ?? []
  }
}
