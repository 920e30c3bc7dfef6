import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { changeOneStatus } from '../rows/colleagues.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { signedInState, startChromium } from './browser.ts'
import { countedWire, type Wire } from './wire.ts'

/** After this time without a byte on the wire, everything that an act caused is done. In ms. */
const QUIET_MS = 5_000
/** The pass of the prefetch for a colleague's change begins half a minute after it. */
const PASS_AFTER_MS = 32_000
/** The heartbeat of the event stream, and calls for nothing that a device stores. */
const NOT_COUNTED = /^\/api\/(?:events|health|auth|users\/users\/me)\//

interface MeasuredTab {
  readonly app: ServedApp
  readonly wire: Wire
  readonly tab: Page
}

/** The requests and bytes that `act` causes, until nothing is on the wire. */
async function trafficOf(
  { app, wire }: MeasuredTab,
  act: () => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  const before = wire.bytes().down
  app.responses.length = 0
  await act()
  await wire.quiet(QUIET_MS, performance.now())
  // The colleague calls the server itself, the device through the wire.
  const { host } = new URL(wire.origin)
  const ofDevice = app.responses.filter((one) => one.host === host && one.path.startsWith('/api/'))
  const reads = ofDevice.filter(({ path }) => !NOT_COUNTED.test(path))
  const unchanged = reads.filter(({ status }) => status === 304).length
  return { requests: reads.length, '304s': unchanged, kB: (wire.bytes().down - before) / 1e3 }
}

/** The user of the device changes the status of the first driver on screen. */
async function changeOwnStatus(tab: Page): Promise<void> {
  await tab
    .locator('article')
    .first()
    .getByRole('button', { name: /^Status of / })
    .click()
  await tab.getByRole('menuitemradio', { name: 'Firing', exact: true }).click()
}

/**
 * A device with a complete prefetch set that shows the drivers: another prefetch, a reload, a colleague's change, and the
 * pass of the prefetch for it; and a change of the user's own.
 */
async function measureDevice(browser: Browser, app: ServedApp, wire: Wire) {
  const state = await signedInState(browser, { ...app, origin: wire.origin })
  const context = await browser.newContext({ storageState: state })
  const tab = await context.newPage()
  const at = { app, wire, tab }
  await tab.goto(`${wire.origin}/device/`)
  await wire.quiet(QUIET_MS)
  const save = tab.getByRole('button', { name: 'Save for offline now' })
  const set = await trafficOf(at, () => save.click())
  await tab.goto(`${wire.origin}/drivers/`)
  await tab.locator('article').first().waitFor()
  await wire.quiet(QUIET_MS)
  const reopened = await trafficOf(at, async () => {
    await tab.reload()
    await tab.locator('article').first().waitFor()
  })
  // The first change after a start may arrive before the device has requested what it missed.
  await trafficOf(at, () => changeOneStatus(app, 0))
  // Another driver: the stream is compressed, and the same rows would cost nothing.
  const change = await trafficOf(at, () => changeOneStatus(app, 1))
  const pass = await trafficOf(at, () => setTimeout(PASS_AFTER_MS))
  const own = await trafficOf(at, () => changeOwnStatus(tab))
  await context.close()
  const named = Object.entries({ set, reopened, change, pass, own })
  return Object.fromEntries(
    named.flatMap(([act, traffic]) => Object.entries(traffic).map(([figure, value]) => [`${act}: ${figure}`, value])),
  )
}

/** Measures what a device fetches when nothing has changed, and when one record has. The app must be built. */
export async function measureRefetches(): Promise<void> {
  const app = await servedApp()
  const wire = await countedWire(app.origin)
  const browser = await startChromium()
  try {
    const measure = () => measureDevice(browser, app, wire)
    const [result = {}] = await inRounds(settings.rounds, [{ name: 'again', measure }])
    printTable(`Asked for again with ${settings.drivers} drivers, medians of ${settings.rounds} rounds`, [
      ['', ''],
      ...Object.entries(result).map(([name, value]) => [name, formatNumber(value)]),
    ])
  } finally {
    await browser.close()
    await wire.close()
    await app.close()
  }
}
