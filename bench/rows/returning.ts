import type { Browser, BrowserContext } from '@playwright/test'
import { signInOn, startChromium } from '../app/browser.ts'
import { timeUntilPainted } from '../app/painted.ts'
import { slowWire } from '../app/slow-wire.ts'
import { readyTab } from '../app/slowed.ts'
import { countedWire, type Wire } from '../app/wire.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type RecordedResponse, type ServedApp, servedApp, signInAs } from '../served-app.ts'
import { PORTS, settings } from '../settings.ts'
import { changeOneStatus, commitChange, mixedChanges } from './colleagues.ts'
import { moveClock, untilSynced, watchDevice } from './device-watch.ts'

const AWAY_MS = settings.hours * 3_600_000
const CHANGES = 500
/** After this time without a byte on the wire, the device has caught up with everything. In ms. */
const QUIET_MS = 8_000
const GOALS: Readonly<Record<string, number>> = {
  'sync requests until the lists follow': 1,
  'kB down until the lists follow': 120,
  'seconds until the lists follow': 1.5,
  'seconds until a changed row is on screen': 1.5,
}

/** The clock of the server and of the device: how far it is ahead of the machine's, in ms. */
interface MovedClock {
  ahead: number
}

/** The paths of requests, with their number. */
function pathsOf(responses: readonly RecordedResponse[]): string {
  const paths = responses.map(({ status, path }) => `${status} ${path.split('?', 1)[0]}`)
  const counts = Map.groupBy(paths, (path) => path)
  return [...counts].map(([path, all]) => `${path} ${all.length}×`).join(', ')
}

/** All changes of a day, while the device is away. The first driver on screen changes last. */
async function changeMuch(app: ServedApp): Promise<void> {
  const by = { origin: app.origin, headers: { authorization: `Bearer ${await signInAs(app.origin)}` } }
  for (const change of await mixedChanges(by, CHANGES - 1)) await commitChange(by, change)
  await changeOneStatus(by, 0)
}

/** Opens the drivers on a device that has stored everything, with the moved clock. */
async function storedDevice(browser: Browser, site: ServedApp, { ahead }: MovedClock) {
  // A session that lasts longer than its first token can't be carried over from another browser.
  const prepare = async (context: BrowserContext) => {
    await watchDevice(context, ahead)
    const login = await context.newPage()
    await signInOn(login, site)
    await login.close()
  }
  const device = await readyTab({ browser, app: site, state: { cookies: [], origins: [] }, prepare })
  await device.tab.goto(`${site.origin}/drivers`)
  await device.tab.locator('article').first().waitFor()
  return device
}

/** The requests that the server has answered, and the bytes, since the network is back. */
function trafficSince(before: ReturnType<Wire['bytes']>, wire: Wire, { responses }: ServedApp) {
  const { up, down } = wire.bytes()
  const requests = responses.filter(({ path }) => path.startsWith('/api/'))
  const syncs = requests.filter(({ path }) => path.startsWith('/api/sync/?'))
  const paths = pathsOf(requests)
  return {
    requests: requests.length,
    syncs: syncs.length,
    paths,
    up: (up - before.up) / 1e3,
    down: (down - before.down) / 1e3,
  }
}

async function measureReturnOnce(browser: Browser, app: ServedApp, wire: Wire, clock: MovedClock) {
  clock.ahead = -AWAY_MS
  const { context, tab } = await storedDevice(browser, { ...app, origin: wire.origin }, clock)
  await wire.quiet(QUIET_MS)
  const label = await tab.locator('article [aria-label^="Status of"]').first().getAttribute('aria-label')
  const sign = `[aria-label^="${label?.split(':', 1)[0]}"]`
  await context.setOffline(true)
  // An emulated network leaves an open event stream alone.
  wire.cut()
  await changeMuch(app)
  clock.ahead = 0
  await moveClock(tab, 0)
  const before = wire.bytes()
  app.responses.length = 0
  const shown = timeUntilPainted(tab, { event: 'online', sign }, () => context.setOffline(false))
  const { syncedMs, syncBytes } = await untilSynced(tab)
  const synced = trafficSince(before, wire, app)
  const shownMs = await shown
  await wire.quiet(QUIET_MS, performance.now())
  const all = trafficSince(before, wire, app)
  await context.close()
  console.log(`  Until the lists follow: ${synced.paths}`)
  return {
    'sync requests until the lists follow': synced.syncs,
    'requests until the lists follow': synced.requests,
    'kB of the changed rows': syncBytes / 1e3,
    'kB down until the lists follow': synced.down,
    'kB up until the lists follow': synced.up,
    'seconds until the lists follow': syncedMs / 1e3,
    'seconds until a changed row is on screen': shownMs / 1e3,
    'requests until nothing more comes': all.requests,
    'kB down until nothing more comes': all.down,
  }
}

/**
 * Measures what a device that has stored everything needs after hours without a network and many changes by
 * colleagues, over slow 4G. The app must be built.
 */
export async function measureReturn(): Promise<void> {
  const clock: MovedClock = { ahead: -AWAY_MS }
  const app = await servedApp(settings.drivers, () => new Date(Date.now() + clock.ahead))
  const slow = await slowWire(app.origin)
  const wire = await countedWire(slow.origin, PORTS.slowWire)
  const browser = await startChromium()
  try {
    const measure = () => measureReturnOnce(browser, app, wire, clock)
    const [result = {}] = await inRounds(settings.rounds, [{ name: 'return', measure }])
    printTable(`Back after ${settings.hours} hours and ${CHANGES} changes, ${settings.drivers} drivers, slow 4G`, [
      ['', 'median', 'goal', ''],
      ...Object.entries(result).map(([name, value]) => {
        const goal = GOALS[name]
        const verdict = goal === undefined ? [] : [`≤ ${goal}`, value <= goal ? 'met' : 'MISSED']
        return [name, formatNumber(value), ...verdict]
      }),
    ])
  } finally {
    await browser.close()
    await wire.close()
    await slow.close()
    await app.close()
  }
}
