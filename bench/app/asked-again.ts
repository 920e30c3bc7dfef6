import type { Browser, Page } from '@playwright/test'
import { inRounds, printTable, shown } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { signedIn, startChromium } from './browser.ts'
import { countedWire, type Wire } from './wire.ts'

/** Nothing on the wire for so long: what was set off is through. */
const QUIET_MS = 5_000
/** The stream of events says now and then that it is there; these calls ask for nothing that a device keeps. */
const ASKS_NOTHING = /^\/api\/(?:events|health|auth|users\/users\/me)\//

interface At {
  readonly app: ServedApp
  readonly wire: Wire
  readonly tab: Page
}

/** What went for one thing that was done, until all is quiet. */
async function wentFor({ app, wire }: At, act: () => Promise<void>): Promise<Readonly<Record<string, number>>> {
  const before = wire.bytes().down
  app.answers.length = 0
  await act()
  await wire.quiet(QUIET_MS, performance.now())
  const reads = app.answers.filter(({ path }) => path.startsWith('/api/') && !ASKS_NOTHING.test(path))
  const unchanged = reads.filter(({ status }) => status === 304).length
  return { requests: reads.length, '304s': unchanged, 'MB fetched': (wire.bytes().down - before) / 1e6 }
}

/** A colleague sets another status for the driver whom a device shows first. */
async function changeAStatus({ app }: At): Promise<void> {
  const list = await fetch(`${app.origin}/api/drivers/?limit=1`, { headers: app.headers })
  const { results } = (await list.json()) as { results: { id: number; current_status: string }[] }
  const [driver] = results
  if (!driver) throw new Error('the company has no drivers')
  const body = JSON.stringify({
    current_status: driver.current_status === 'on_the_road' ? 'safety_orientation' : 'on_the_road',
  })
  const headers = { ...app.headers, 'content-type': 'application/json' }
  const changed = await fetch(`${app.origin}/api/drivers/${driver.id}/`, { method: 'PATCH', headers, body })
  if (!changed.ok) throw new Error(`the change was answered ${changed.status}: ${await changed.text()}`)
}

/** A device that has the set and shows the drivers: the set again, the app opened again, a colleague's change. */
async function askedAgain(browser: Browser, app: ServedApp, wire: Wire) {
  const state = await signedIn(browser, { ...app, origin: wire.origin })
  const context = await browser.newContext({ storageState: state })
  const tab = await context.newPage()
  const at = { app, wire, tab }
  await tab.goto(`${wire.origin}/device/`)
  await wire.quiet(QUIET_MS)
  const save = tab.getByRole('button', { name: 'Save for offline now' })
  const set = await wentFor(at, () => save.click())
  await tab.goto(`${wire.origin}/drivers/`)
  await tab.locator('article').first().waitFor()
  await wire.quiet(QUIET_MS)
  const reopened = await wentFor(at, async () => {
    await tab.reload()
    await tab.locator('article').first().waitFor()
  })
  const change = await wentFor(at, () => changeAStatus(at))
  await context.close()
  const named = Object.entries({ set, reopened, change })
  return Object.fromEntries(
    named.flatMap(([act, went]) => Object.entries(went).map(([what, value]) => [`${act}: ${what}`, value])),
  )
}

/** What it costs to hear that nothing has changed, or that one thing has. The app must be built. */
export async function measureAskedAgain(): Promise<void> {
  const app = await servedApp()
  const wire = await countedWire(app.origin)
  const browser = await startChromium()
  try {
    const measure = () => askedAgain(browser, app, wire)
    const [result = {}] = await inRounds(settings.rounds, [{ name: 'again', measure }])
    printTable(`Asked for again with ${settings.drivers} drivers, medians of ${settings.rounds} rounds`, [
      ['', ''],
      ...Object.entries(result).map(([name, value]) => [name, shown(value)]),
    ])
  } finally {
    await browser.close()
    await wire.close()
    await app.close()
  }
}
