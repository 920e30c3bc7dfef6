import { pooled, printFigures, type Samples } from '../figures.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { openings } from './app-screen.ts'
import { signedIn, startChromium } from './browser.ts'
import type { Slowed } from './slowed.ts'

/** Of the median, in ms. */
const GOAL = 100
/** The company as it is made by itself, and a large one. */
const SIZES = settings.databaseUrl === null ? [60, settings.drivers] : [settings.drivers]
/** As people have them: of the rest of the page nothing is painted. */
const HEIGHT = 900

/** The counts of the tiles; and of each further part one that is there once its figures are. */
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

async function measureOpening(slowed: Slowed): Promise<Samples> {
  const { first, again } = await openings(slowed, DASHBOARD)
  return { 'the page, the first time since the app began': [first], 'the page again': again }
}

/** The dashboard from what the device has, all its cards with their figures. The app must be built. */
export async function measureDashboardPage(): Promise<void> {
  const browser = await startChromium()
  try {
    for (const drivers of SIZES) {
      const app = await servedApp(drivers)
      try {
        const state = await signedIn(browser, app)
        for (const slowdown of [1, 4]) {
          const samples = await pooled(settings.rounds, () => measureOpening({ browser, app, state, slowdown }))
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
