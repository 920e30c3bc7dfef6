import type { Browser, BrowserContext, Page as Tab } from '@playwright/test'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type SignedInState, signedInState, startChromium } from './browser.ts'

const SLOWDOWNS = [1, 4]

/** The input of a measurement: a browser, the app, a signed-in user, and how many times the CPU is slowed. */
export interface SlowedBrowser {
  readonly browser: Browser
  readonly app: ServedApp
  readonly state: SignedInState
  readonly slowdown: number
  /** Prepares the browser before its first page. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

export interface ReadyTab {
  readonly context: BrowserContext
  readonly tab: Tab
}

/** A window of a device with a complete prefetch set: the requests of a first start are not part of daily work. */
export async function readyTab(
  { browser, app, state, prepare }: Omit<SlowedBrowser, 'slowdown'>,
  height = 900,
): Promise<ReadyTab> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height } })
  await prepare?.(context)
  const tab = await context.newPage()
  await tab.goto(`${app.origin}/device`)
  await tab.getByText(/^Saved for offline/).waitFor({ timeout: 180_000 })
  return { context, tab }
}

/** Measures in the browser at full speed and with a slowed CPU, and prints the medians. The app must be built. */
export async function compareSlowed(
  title: string,
  measure: (slowed: SlowedBrowser) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  const app = await servedApp()
  const browser = await startChromium()
  try {
    const state = await signedInState(browser, app)
    const results = await inRounds(
      settings.rounds,
      SLOWDOWNS.map((slowdown) => ({
        name: `${slowdown}×`,
        measure: () => measure({ browser, app, state, slowdown }),
      })),
    )
    printTable(`${title}, ms, medians of ${settings.rounds} rounds`, [
      ['', ...SLOWDOWNS.map((slowdown) => `CPU ${slowdown}× slower`)],
      ...Object.keys(results[0] ?? {}).map((name) => [
        name,
        ...results.map((one) => formatNumber(one[name] ?? Number.NaN)),
      ]),
    ])
  } finally {
    await browser.close()
    await app.close()
  }
}
