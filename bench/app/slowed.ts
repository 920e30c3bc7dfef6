import type { Browser, BrowserContext, Page as Tab } from '@playwright/test'
import { inRounds, printTable, shown } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type SignedInState, signedIn, startChromium } from './browser.ts'

const SLOWDOWNS = [1, 4]

/** What a measurement is given: a browser, the app, somebody signed in, and how many times the CPU is to be slowed. */
export interface Slowed {
  readonly browser: Browser
  readonly app: ServedApp
  readonly state: SignedInState
  readonly slowdown: number
}

export interface ReadyTab {
  readonly context: BrowserContext
  readonly tab: Tab
}

/** A window of a device that has what it keeps; what a first start fetches is no part of a day's work. */
export async function readyTab({ browser, app, state }: Omit<Slowed, 'slowdown'>, height = 900): Promise<ReadyTab> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height } })
  const tab = await context.newPage()
  await tab.goto(`${app.origin}/device`)
  await tab.getByText(/^Saved for offline/).waitFor({ timeout: 180_000 })
  return { context, tab }
}

/** Measures the same in the browser at full speed and on a slowed CPU, and prints medians. The app must be built. */
export async function compareSlowed(
  title: string,
  measured: (slowed: Slowed) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  const app = await servedApp()
  const browser = await startChromium()
  try {
    const state = await signedIn(browser, app)
    const results = await inRounds(
      settings.rounds,
      SLOWDOWNS.map((slowdown) => ({
        name: `${slowdown}×`,
        measure: () => measured({ browser, app, state, slowdown }),
      })),
    )
    printTable(`${title}, ms, medians of ${settings.rounds} rounds`, [
      ['', ...SLOWDOWNS.map((slowdown) => `CPU ${slowdown}× slower`)],
      ...Object.keys(results[0] ?? {}).map((name) => [name, ...results.map((one) => shown(one[name] ?? Number.NaN))]),
    ])
  } finally {
    await browser.close()
    await app.close()
  }
}
