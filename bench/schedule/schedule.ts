import type { Browser } from '@playwright/test'
import { signedIn, startChromium } from '../app/browser.ts'
import { measureScrolling } from '../app/scrolling.ts'
import type { Slowed } from '../app/slowed.ts'
import { pooled, printFigures, type Samples } from '../figures.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { measureFilling, measureReplayOfEdits } from './schedule-filling.ts'
import { measureKeys } from './schedule-keys.ts'
import { measureOpening } from './schedule-opening.ts'

/** The company as it is made by itself, and as many drivers as somebody works on by keys. */
const USUAL = 60
const MANY = 300

interface Part {
  readonly name: string
  readonly drivers: number
  readonly title: string
  readonly slowdowns: readonly number[]
  readonly measure: (slowed: Slowed) => Promise<Samples>
  /** What the median of a figure must stay below; null where nothing was promised. */
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
    // A row that is filled from is not changed.
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
    const state = await signedIn(browser, app)
    for (const slowdown of part.slowdowns) {
      const samples = await pooled(settings.rounds, () => part.measure({ browser, app, state, slowdown }))
      const title = `Schedule, ${part.drivers} drivers, CPU ${slowdown}× slower: ${part.title}`
      printFigures(title, samples, (name) => part.goalOf(name, slowdown))
    }
  } finally {
    await app.close()
  }
}

/** All that was promised of the schedule's speed, beside what was promised. The app must be built. */
export async function measureSchedule(): Promise<void> {
  const browser = await startChromium()
  try {
    for (const part of PARTS.filter(({ name }) => settings.parts.includes(name))) await measurePart(browser, part)
  } finally {
    await browser.close()
  }
  if (settings.parts.includes('scroll')) await measureScrolling(['schedule'])
}
