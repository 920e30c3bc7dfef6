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

/** Gives each test of a file a device on which nothing is kept, with a network, and the server that stands behind it. */
export function newDeviceForEach(server: SetupServer) {
  const anew = () => ({ page: openPage(), caches: fakeCacheStorage() })
  const device = anew()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  beforeEach(() => {
    Object.assign(device, anew())
    server.use(deviceKeyCall)
    vi.stubGlobal('caches', device.caches)
    // One for all lives, since packages are not loaded anew: the life before may have ended without a network.
    onlineManager.setOnline(true)
  })
  afterEach(() => vi.useRealTimers())
  // The page's globals stay: lives that are dead may still look for them, and the file's own process ends with it.
  afterAll(() => server.close())
  return device
}

/** One life of a page that reads: modules anew, storage and cookies as the life before left them. The lives before are dead. */
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
  /** What a life puts off until the page has nothing to do happens when the test says so: the dead do nothing more. */
  const putOff: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => putOff.push(work))
  const idle = () => {
    for (const work of putOff.splice(0)) work()
  }
  const [
    start,
    declared,
    lists,
    records,
    session,
    connectivity,
    client,
    keeper,
    more,
    settle,
    yard,
    yardState,
    whole,
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
    import('#src/offline/invalidate-after-settle.ts'),
    import('#src/offline/prefetch/prefetch-schedule.ts'),
    import('#src/offline/prefetch/prefetch-state.ts'),
    import('#src/offline/query-storage/whole-list.ts'),
    import('#src/offline/prefetch/prefetch-choice.ts'),
    import('#src/offline/query-storage/storage-trouble.ts'),
    import('#src/offline/reading/reading-state.ts'),
  ])
  await start.startOffline()
  const list = lists.listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    kind: kind<Driver>(driverKind.name, driverKind.keyOf),
    compare: compareDrivers('first_name,last_name'),
  })
  /** The same list by one status; made of the whole where the server can't be asked. */
  const filtered = (filter: Driver['current_status']) =>
    lists.listQuery({
      key: ['drivers', 'list'],
      endpoint: driverEndpoints.list,
      query: { filter },
      kind: kind<Driver>(driverKind.name, driverKind.keyOf),
      fits: driverFits(filter),
      compare: compareDrivers('first_name,last_name'),
      partOf: list,
    })
  const one = (id: number) =>
    records.recordQuery({ key: ['drivers', 'one'], endpoint: driverEndpoints.find, params: { id } })
  const known = () => client.queryClient.getQueryData(list.options.queryKey)
  const flush = () => keeper.currentPersister()?.flush()
  const signIn = () => session.signIn({ email: 'a@b.co', password: 'demo-haulyard', rememberMe: true })
  return {
    ...declared,
    ...lists,
    ...records,
    ...session,
    ...connectivity,
    ...more,
    ...settle,
    ...yard,
    ...yardState,
    ...whole,
    ...choice,
    ...trouble,
    ...state,
    ...client,
    ...keeper,
    list,
    filtered,
    one,
    known,
    flush,
    idle,
    signIn,
  }
}
