import type { Browser, CDPSession } from '@playwright/test'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { PORTS, settings } from '../settings.ts'
import { signedInState, startChromium } from './browser.ts'
import { slowWire } from './slow-wire.ts'
import { countedWire, type Wire } from './wire.ts'

/** After this time without a byte on the wire, the prefetch is complete. In ms. */
const QUIET_MS = 5_000

/** The JavaScript heap after a garbage collection, in MB. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6
}

/** Signs in on a new device and measures the cost of the prefetch set, from the first row on screen. */
async function measurePrefetch(browser: Browser, app: ServedApp, wire: Wire) {
  const { origin } = wire
  const state = await signedInState(browser, { ...app, origin })
  const context = await browser.newContext({ storageState: state })
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  await tab.addInitScript(() => {
    let most = 0
    const look = () => {
      const { memory } = performance as Performance & { readonly memory?: { readonly usedJSHeapSize: number } }
      most = Math.max(most, memory?.usedJSHeapSize ?? 0)
      Object.assign(globalThis, { mostHeap: most })
    }
    setInterval(look, 50)
    void navigator.serviceWorker.ready.then(() => Object.assign(globalThis, { workerAt: performance.now() }))
  })
  await tab.goto(`${origin}/drivers/`)
  await tab.locator('article').first().waitFor()
  app.responses.length = 0
  const shownAt = await tab.evaluate(() => performance.now())
  const before = { at: performance.now(), heap: await heapOf(devtools), ...wire.bytes() }
  const lastAt = await wire.quiet(QUIET_MS)
  const after = { heap: await heapOf(devtools), ...wire.bytes() }
  const storedBytes = await tab.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const { dataAt, workerAt } = await tab.evaluate(() => {
    const ends = performance.getEntriesByType('resource').flatMap((one) => {
      // The device reports its state later.
      const isData = one instanceof PerformanceResourceTiming && /\/api\/(?!events|devices)/.test(one.name)
      return isData ? [one.responseEnd] : []
    })
    return { dataAt: Math.max(...ends), workerAt: Reflect.get(globalThis, 'workerAt') as number }
  })
  const most = await tab.evaluate(() => Reflect.get(globalThis, 'mostHeap') as number)
  await context.close()
  return {
    requests: app.responses.filter(({ path }) => path.startsWith('/api/')).length,
    'MB fetched': (after.down - before.down) / 1e6,
    'MB sent': (after.up - before.up) / 1e6,
    'MB kept on the device': storedBytes / 1e6,
    'seconds to the data': (dataAt - shownAt) / 1000,
    'seconds to the worker': (workerAt - shownAt) / 1000,
    'seconds to the last byte': (lastAt - before.at) / 1000,
    'MB of heap before': before.heap,
    'MB of heap after': after.heap,
    'MB of heap at most': most / 1e6,
  }
}

/** Measures the prefetch of the whole company for offline use: bytes, seconds, memory. The app must be built. */
export async function measurePrefetchSet(): Promise<void> {
  const app = await servedApp()
  const wire = await countedWire(app.origin)
  const slow = await slowWire(app.origin)
  // On the browser's side: the slow wire takes everything from the server at once.
  const slowed4g = await countedWire(slow.origin, PORTS.slowWire)
  const browser = await startChromium(['--enable-precise-memory-info'])
  try {
    const [fast = {}, slowed = {}] = await inRounds(settings.rounds, [
      { name: 'fast', measure: () => measurePrefetch(browser, app, wire) },
      { name: 'slow', measure: () => measurePrefetch(browser, app, slowed4g) },
    ])
    printTable(`The yard set of ${settings.drivers} drivers, medians of ${settings.rounds} rounds`, [
      ['', 'no limit', 'slow 4G'],
      ...Object.keys(fast).map((name) => [name, formatNumber(fast[name] ?? 0), formatNumber(slowed[name] ?? 0)]),
    ])
  } finally {
    await browser.close()
    await slowed4g.close()
    await slow.close()
    await wire.close()
    await app.close()
  }
}
