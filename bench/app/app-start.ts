import type { Browser, BrowserContext, Page as Tab } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Page } from '#contract/wire/page.ts'
import { fullName } from '#contract/wire/people.ts'
import { inRounds, printTable, shown } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type SignedInState, signedIn, startChromium } from './browser.ts'

const SLOWDOWNS = settings.slowdowns ?? [1, 4, 6]
const PATIENCE_MS = 60_000

type Seen = { readonly frame: number; readonly usable: number }

/** Notes in the page itself when a text first stands in it: asking from outside would measure the asking. */
function watchFor(text: string): void {
  const found = () => document.body?.textContent?.includes(text) === true
  const note = () => {
    if (found()) performance.mark('usable')
    else requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

export async function opened(tab: Tab, url: string): Promise<Seen> {
  await tab.goto(url, { waitUntil: 'commit' })
  const seen = await tab.waitForFunction(
    () => {
      const usable = performance.getEntriesByName('usable')[0]?.startTime
      const frame = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      return usable !== undefined && frame !== undefined ? { usable, frame } : null
    },
    null,
    { timeout: PATIENCE_MS, polling: 100 },
  )
  return (await seen.jsonValue()) as Seen
}

export async function tabOf(context: BrowserContext, slowdown: number, text: string): Promise<Tab> {
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await tab.addInitScript(watchFor, text)
  return tab
}

/** The shell is stored and the worker holds the page: only then may the next opening be called warm. */
export async function workerHolds(tab: Tab): Promise<void> {
  await tab.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    }
  })
}

/** The name of the driver who stands first, by which the rows are seen to be there. */
export async function firstRow(app: ServedApp): Promise<string> {
  const answer = await fetch(`${app.origin}/api/drivers/?limit=1`, { headers: app.headers })
  const page = (await answer.json()) as Page<Driver>
  return page.results[0] ? fullName(page.results[0].user) : ''
}

/** A browser that has never been here, then the same again, then without a network; the same for the login screen. */
async function measured(browser: Browser, app: ServedApp, state: SignedInState, row: string, slowdown: number) {
  const stranger = await browser.newContext()
  const login = await opened(await tabOf(stranger, slowdown, 'Remember me'), `${app.origin}/login`)
  await stranger.close()

  const context = await browser.newContext({ storageState: state })
  const url = `${app.origin}/drivers/`
  const first = await tabOf(context, slowdown, row)
  const cold = await opened(first, url)
  await workerHolds(first)
  await first.close()
  const second = await tabOf(context, slowdown, row)
  const warm = await opened(second, url)
  await second.close()
  await context.setOffline(true)
  const offline = await opened(await tabOf(context, slowdown, row), url)
  await context.close()
  return {
    'login frame': login.frame,
    login: login.usable,
    'cold frame': cold.frame,
    cold: cold.usable,
    'warm frame': warm.frame,
    warm: warm.usable,
    'offline frame': offline.frame,
    offline: offline.usable,
  }
}

/** From opening an address to its rows on screen. The app must be built. */
export async function measureAppStart(): Promise<void> {
  const app = await servedApp()
  const row = await firstRow(app)
  const browser = await startChromium()
  try {
    const state = await signedIn(browser, app)
    await measured(browser, app, state, row, 1)
    const results = await inRounds(
      settings.rounds,
      SLOWDOWNS.map((slowdown) => ({
        name: `${slowdown}×`,
        measure: () => measured(browser, app, state, row, slowdown),
      })),
    )
    const names = Object.keys(results[0] ?? {})
    const base = (name: string) => results[0]?.[name] ?? Number.NaN
    printTable(`Opening the app, ms to the first frame and to the rows, medians of ${settings.rounds} rounds`, [
      ['', ...SLOWDOWNS.map((slowdown) => `CPU ${slowdown}× slower`)],
      ...names.map((name) => [
        name,
        ...results.map((result, index) => {
          const value = result[name] ?? Number.NaN
          return index === 0 ? shown(value) : `${shown(value)} (${shown(value / base(name))}×)`
        }),
      ]),
    ])
  } finally {
    await browser.close()
    await app.close()
  }
}
