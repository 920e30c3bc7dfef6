import type { Page as Tab } from '@playwright/test'
import { signedInState, startChromium } from '../app/browser.ts'
import { busyDuring, longestShown, type MeasuredPage } from '../app/main-thread.ts'
import { readyTab, type SlowedBrowser } from '../app/slowed.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { commitChange, statusChanges } from './colleagues.ts'
import { listenForRows } from './event-listener.ts'

const SLOWDOWN = settings.slowdowns?.[0] ?? 4
const GOAL_MS = 5
/** Time until a started app has finished its own work, and until changes are applied, in ms. */
const SETTLE_MS = 5_000
const IDLE_MS = 8_000
/** The pass of the prefetch for changes begins half a minute after the first of them, so each case is shorter. */
const CASES = [
  { name: 'one at a time, on screen', place: 0, count: 8, times: 3, pauseMs: 600 },
  { name: 'one at a time, not on screen', place: 30, count: 24, times: 1, pauseMs: 600 },
  { name: 'a hundred at once', place: 30, count: 100, times: 1, pauseMs: 0 },
] as const
type Case = (typeof CASES)[number]

/** Colleagues change drivers. Returns how many changes and rows of lists the device received. */
async function changeDrivers(app: ServedApp, { place, count, times, pauseMs }: Case, tab: Tab) {
  let rows = 0
  const stop = await listenForRows(app, ({ lists }) => {
    for (const list of lists ?? []) rows += list.rows.length
  })
  let changes = 0
  for (let time = 0; time < times; time++) {
    for (const change of await statusChanges(app, place, count)) {
      await commitChange(app, change)
      changes++
      await tab.waitForTimeout(pauseMs)
    }
  }
  await tab.waitForTimeout(SETTLE_MS)
  stop()
  return { rows, changes }
}

/** The task time per second of the page while nothing happens, in ms. */
async function idleRate(measured: MeasuredPage): Promise<number> {
  const { total } = await busyDuring(measured, () => measured.tab.waitForTimeout(IDLE_MS))
  return total / IDLE_MS
}

/** One case on a device of its own, with the list of drivers on screen. */
async function measureCase(slowed: SlowedBrowser, one: Case) {
  const { app, slowdown } = slowed
  const { context, tab } = await readyTab(slowed)
  await tab.goto(`${app.origin}/drivers`)
  await tab.locator('article').first().waitFor()
  await tab.waitForTimeout(SETTLE_MS)
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // CPU time: what else the machine does is not counted.
  const measured = { tab, devtools, isCpuTime: true }
  const rate = await idleRate(measured)
  const startedAt = performance.now()
  const { total, longest, result } = await busyDuring(measured, () => changeDrivers(app, one, tab))
  const own = total - rate * (performance.now() - startedAt)
  await context.close()
  if (result.rows < result.changes) throw new Error('a change brought no row')
  return { 'ms per row': own / result.rows, 'ms per change': own / result.changes, longest, rows: result.rows }
}

/** Measures the main thread for the rows of colleagues' changes, with a slowed CPU. The app must be built. */
export async function measureRowCost(): Promise<void> {
  const app = await servedApp()
  const browser = await startChromium()
  try {
    const slowed = { browser, app, state: await signedInState(browser, app), slowdown: SLOWDOWN }
    const results = await inRounds(
      settings.rounds,
      CASES.map((one) => ({ name: one.name, measure: () => measureCase(slowed, one) })),
    )
    printTable(`Rows of colleagues' changes, CPU ${SLOWDOWN}× slower, ${settings.drivers} drivers`, [
      ['changes', 'rows', 'ms per row', 'ms per change', 'longest task', 'goal', ''],
      ...CASES.map(({ name }, at) => {
        const number = (figure: string) => results[at]?.[figure] ?? Number.NaN
        const isMet = number('ms per row') <= GOAL_MS && number('longest') <= 50
        const [rows, each, change] = [number('rows'), number('ms per row'), number('ms per change')].map(formatNumber)
        const goal = `≤ ${GOAL_MS}, under 50`
        return [
          name,
          rows ?? '',
          each ?? '',
          change ?? '',
          longestShown(number('longest')),
          goal,
          isMet ? 'met' : 'MISSED',
        ]
      }),
    ])
  } finally {
    await browser.close()
    await app.close()
  }
}
