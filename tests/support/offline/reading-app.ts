import { onlineManager } from '@tanstack/react-query'
import type { SetupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { compareDrivers, type Driver, driverEndpoints, driverFits, driverKind } from '#contract/people/drivers.ts'
import { kind } from '#contract/wire/record.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { deviceKeyCall } from '#tests/support/server/device-keys.ts'

let lives = 0
const { BroadcastChannel: RealChannel } = globalThis

/** Gives each test of a file an empty device that is online, and starts `server` for the whole file. */
export function newDeviceForEach(server: SetupServer) {
  const emptyDevice = () => ({ page: openPage(), caches: fakeCacheStorage() })
  const device = emptyDevice()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  beforeEach(() => {
    Object.assign(device, emptyDevice())
    server.use(deviceKeyCall)
    vi.stubGlobal('caches', device.caches)
    // All lives share it, because packages are not loaded again. The previous life may have ended offline.
    onlineManager.setOnline(true)
  })
  afterEach(() => vi.useRealTimers())
  // The page's globals stay: earlier lives may still read them. The test file's process ends with it.
  afterAll(() => server.close())
  return device
}

/**
 * Starts one life of the page: loads the modules again, with the storage and cookies of the previous life. The earlier
 * lives do nothing more.
 */
export async function openApp() {
  vi.resetModules()
  lives += 1
  const life = lives
  const Channel = class extends RealChannel {
    constructor(name: string) {
      super(`${life}:${name}`)
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  /** Work for when the page is idle. It runs when the test calls `idle`; that of earlier lives never runs. */
  const idleWork: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idleWork.push(work))
  const idle = () => {
    for (const work of idleWork.splice(0)) work()
  }
  const [
    start,
    declared,
    lists,
    records,
    session,
    connectivity,
    client,
    queryPersister,
    more,
    settle,
    prefetch,
    prefetchState,
    whole,
    storing,
    choice,
    trouble,
    state,
  ] = await Promise.all([
    import('#src/offline/start-offline.ts'),
    import('#src/offline/reading/declared-query.ts'),
    import('#src/offline/reading/list-query.ts'),
    import('#src/offline/reading/record-query.ts'),
    import('#src/session/session.ts'),
    import('#src/offline/connectivity.ts'),
    import('#src/offline/query-storage/query-client.ts'),
    import('#src/offline/query-storage/query-persister.ts'),
    import('#src/offline/reading/load-more.ts'),
    import('#src/offline/refetch-after-settle.ts'),
    import('#src/offline/prefetch/prefetch-schedule.ts'),
    import('#src/offline/prefetch/prefetch-state.ts'),
    import('#src/offline/query-storage/whole-list.ts'),
    import('#src/offline/prefetch/store-whole.ts'),
    import('#src/offline/prefetch/prefetch-choice.ts'),
    import('#src/offline/query-storage/storage-trouble.ts'),
    import('#src/offline/reading/reading-state.ts'),
  ])
  await start.startOffline()
  const list = lists.listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    areas: ['drivers', 'figures'],
    kind: kind<Driver>(driverKind.name, driverKind.keyOf),
    compare: compareDrivers('first_name,last_name'),
  })
  /** The list of drivers with one status. Offline it is derived from the complete list. */
  const filtered = (filter: Driver['current_status']) =>
    lists.listQuery({
      key: ['drivers', 'list'],
      endpoint: driverEndpoints.list,
      query: { filter },
      areas: ['drivers'],
      kind: kind<Driver>(driverKind.name, driverKind.keyOf),
      fits: driverFits(filter),
      compare: compareDrivers('first_name,last_name'),
      partOf: list,
    })
  const one = (id: number) =>
    records.recordQuery({
      key: ['drivers', 'one'],
      endpoint: driverEndpoints.find,
      params: { id },
      areas: ['drivers', 'users'],
    })
  const known = () => client.queryClient.getQueryData(list.options.queryKey)
  const flush = () => queryPersister.currentPersister()?.flush()
  const signIn = () => session.signIn({ email: 'a@b.co', password: 'demo-haulyard', rememberMe: true })
  return {
    ...declared,
    ...lists,
    ...records,
    ...session,
    ...connectivity,
    ...more,
    ...settle,
    ...prefetch,
    ...prefetchState,
    ...whole,
    ...storing,
    ...choice,
    ...trouble,
    ...state,
    ...client,
    ...queryPersister,
    list,
    filtered,
    one,
    known,
    flush,
    idle,
    signIn,
  }
}
