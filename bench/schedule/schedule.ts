import type { Browser } from '@playwright/test'
import { signedInState, startChromium } from '../app/browser.ts'
import { measureScrolling } from '../app/scrolling.ts'
import type { SlowedBrowser } from '../app/slowed.ts'
import { poolSamples, printFigures, type Samples } from '../figures.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { measureFilling, measureReplayOfEdits } from './schedule-filling.ts'
import { measureKeys } from './schedule-keys.ts'
import { measureOpening } from './schedule-opening.ts'

/** Numbers of drivers: the demo company's default, and as many as a dispatcher edits with the keyboard. */
const USUAL = 60
const MANY = 300

interface Part {
  readonly name: string
  readonly drivers: number
  readonly title: string
  readonly slowdowns: readonly number[]
  readonly measure: (slowed: SlowedBrowser) => Promise<Samples>
  /** The limit for the median of a figure; null if it has no goal. */
  readonly goalOf: (name: string, slowdown: number) => number | null
}
const PARTS: readonly Part[] = [
  {
    name: 'open',
    drivers: USUAL,
    title: 'the page and another week, without a network, from the click to the painted cells, ms',
    slowdowns: [1, 4],
    measure: measureOpening,
    goalOf: (_name, slowdown) => (slowdown === 1 ? 100 : null),
  },
  {
    name: 'keys',
    drivers: MANY,
    title: 'from the key to what it does, painted, ms',
    slowdowns: [1, 4],
    measure: measureKeys,
    goalOf: () => 50,
  },
  {
    name: 'fill',
    drivers: USUAL,
    title: 'Ctrl+D over all days of the week',
    slowdowns: [1, 4],
    measure: measureFilling,
    // The median must be below 60: the first row, which is filled down, is not changed itself.
    goalOf: (name) => (name.startsWith('requests') ? USUAL : null),
  },
  {
    name: 'replay',
    drivers: USUAL,
    title: '500 edits by keys without a network, then with one',
    slowdowns: [1],
    measure: measureReplayOfEdits,
    goalOf: (name) => (name.startsWith('seconds') ? 10 : null),
  },
]

async function measurePart(browser: Browser, part: Part): Promise<void> {
  const app = await servedApp(part.drivers)
  try {
    const state = await signedInState(browser, app)
    for (const slowdown of part.slowdowns) {
      const samples = await poolSamples(settings.rounds, () => part.measure({ browser, app, state, slowdown }))
      const title = `Schedule, ${part.drivers} drivers, CPU ${slowdown}× slower: ${part.title}`
      printFigures(title, samples, (name) => part.goalOf(name, slowdown))
    }
  } finally {
    await app.close()
  }
}

/** Measures the schedule's speed and compares it with its goals. The app must be built. */
export async function measureSchedule(): Promise<void> {
  const browser = await startChromium()
  try {
    for (const part of PARTS.filter(({ name }) => settings.parts.includes(name))) await measurePart(browser, part)
  } finally {
    await browser.close()
  }
  if (settings.parts.includes('scroll')) await measureScrolling(['schedule'])
}
