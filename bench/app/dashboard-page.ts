import { poolSamples, printFigures, type Samples } from '../figures.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { measureOpenings } from './app-screen.ts'
import { signedInState, startChromium } from './browser.ts'
import type { SlowedBrowser } from './slowed.ts'

/** The limit for the median, in ms. */
const GOAL = 100
/** The numbers of drivers: the demo company's default, and a large company. */
const SIZES = settings.databaseUrl === null ? [60, settings.drivers] : [settings.drivers]
/** A usual window height, in pixels. The browser does not paint the part of the page below it. */
const HEIGHT = 900

/** `sign`: the counts on the tiles. `parts`: an element of each other card that appears with the card's figures. */
const DASHBOARD = {
  page: 'Dashboard',
  sign: 'main a[href="/users"] strong',
  parts: [
    'main [aria-live=polite][aria-busy=false] p',
    'main svg[role=img] rect[height]',
    'main a[href^="/drivers?find"]',
    'main a[href^="mailto:"]',
  ],
  height: HEIGHT,
} as const

async function measureOpening(slowed: SlowedBrowser): Promise<Samples> {
  const { first, again } = await measureOpenings(slowed, DASHBOARD)
  return { 'the page, the first time since the app began': [first], 'the page again': again }
}

/** Times the dashboard from stored responses, until all its cards have their figures. The app must be built. */
export async function measureDashboardPage(): Promise<void> {
  const browser = await startChromium()
  try {
    for (const drivers of SIZES) {
      const app = await servedApp(drivers)
      try {
        const state = await signedInState(browser, app)
        for (const slowdown of [1, 4]) {
          const samples = await poolSamples(settings.rounds, () => measureOpening({ browser, app, state, slowdown }))
          const title = `The dashboard without a network, ${drivers} drivers, CPU ${slowdown}× slower, click to painted, ms`
          printFigures(title, samples, () => (slowdown === 1 ? GOAL : null))
        }
      } finally {
        await app.close()
      }
    }
  } finally {
    await browser.close()
  }
}
