import type { Browser, BrowserContext, Page as Tab } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Page } from '#contract/wire/page.ts'
import { fullName } from '#contract/wire/people.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type SignedInState, signedInState, startChromium } from './browser.ts'

const SLOWDOWNS = settings.slowdowns ?? [1, 4, 6]
const PATIENCE_MS = 60_000

type OpeningTimes = { readonly frame: number; readonly usable: number }

/** Runs in the page: marks the time at which a text first appears. Polling from outside would add its own time. */
function watchFor(text: string): void {
  const isVisible = () => document.body?.textContent?.includes(text) === true
  const note = () => {
    if (isVisible()) performance.mark('usable')
    else requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

export async function openAndTime(tab: Tab, url: string): Promise<OpeningTimes> {
  await tab.goto(url, { waitUntil: 'commit' })
  const times = await tab.waitForFunction(
    () => {
      const usable = performance.getEntriesByName('usable')[0]?.startTime
      const frame = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      return usable !== undefined && frame !== undefined ? { usable, frame } : null
    },
    null,
    { timeout: PATIENCE_MS, polling: 100 },
  )
  return (await times.jsonValue()) as OpeningTimes
}

export async function watchedTab(context: BrowserContext, slowdown: number, text: string): Promise<Tab> {
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await tab.addInitScript(watchFor, text)
  return tab
}

/** Waits until the shell is stored and the worker controls the page. Only then is the next opening warm. */
export async function waitForWorker(tab: Tab): Promise<void> {
  await tab.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    }
  })
}

/** The name of the first driver on the list. It shows that the rows are on screen. */
export async function firstRowText(app: ServedApp): Promise<string> {
  const answer = await fetch(`${app.origin}/api/drivers/?limit=1`, { headers: app.headers })
  const page = (await answer.json()) as Page<Driver>
  return page.results[0] ? fullName(page.results[0].user) : ''
}

/**
 * Opens the login screen in a new browser. Then opens the drivers in another one: for the first time, again, and
 * without a network.
 */
async function measureOpenings(browser: Browser, app: ServedApp, state: SignedInState, row: string, slowdown: number) {
  const stranger = await browser.newContext()
  const login = await openAndTime(await watchedTab(stranger, slowdown, 'Remember me'), `${app.origin}/login`)
  await stranger.close()

  const context = await browser.newContext({ storageState: state })
  const url = `${app.origin}/drivers/`
  const first = await watchedTab(context, slowdown, row)
  const cold = await openAndTime(first, url)
  await waitForWorker(first)
  await first.close()
  const second = await watchedTab(context, slowdown, row)
  const warm = await openAndTime(second, url)
  await second.close()
  await context.setOffline(true)
  const offline = await openAndTime(await watchedTab(context, slowdown, row), url)
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

/** Times the app from opening a URL to its rows on screen. The app must be built. */
export async function measureAppStart(): Promise<void> {
  const app = await servedApp()
  const row = await firstRowText(app)
  const browser = await startChromium()
  try {
    const state = await signedInState(browser, app)
    await measureOpenings(browser, app, state, row, 1)
    const results = await inRounds(
      settings.rounds,
      SLOWDOWNS.map((slowdown) => ({
        name: `${slowdown}×`,
        measure: () => measureOpenings(browser, app, state, row, slowdown),
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
          return index === 0 ? formatNumber(value) : `${formatNumber(value)} (${formatNumber(value / base(name))}×)`
        }),
      ]),
    ])
  } finally {
    await browser.close()
    await app.close()
  }
}
