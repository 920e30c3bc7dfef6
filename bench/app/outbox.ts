import { formatNumber, inRounds, printTable, quantile } from '../measure.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type EngineTab, engineTab } from './engine-tab.ts'
import { busyDuring, longestShown } from './main-thread.ts'

const SIZES = [100, 1_000, 5_000]
const SLOWDOWNS = settings.slowdowns ?? [1, 4]
const CHANGES = 100

/** Times changes until they are saved, with this many entries already waiting. */
async function timeEnqueue(at: EngineTab, waiting: number, slowdown: number) {
  await at.call('fill', waiting)
  await at.call('open', false)
  await at.slowDown(slowdown)
  await at.call('submit', 10)
  const took = await at.call('submit', CHANGES)
  await at.slowDown(1)
  await at.call('wipe')
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
}

/** Times the sending of this many entries, and how long that blocks the page's main thread. */
async function measureReplay(at: EngineTab, count: number, slowdown: number, isReal: boolean) {
  await at.call('fill', count)
  await at.slowDown(slowdown)
  const start = await busyDuring(at, () => at.call('open', isReal))
  const send = await busyDuring(at, () => at.call('replay'))
  await at.slowDown(1)
  await at.call('wipe')
  return {
    open: start.result,
    'open longest': start.longest,
    each: send.result / count,
    busy: send.total / count,
    longest: send.longest,
  }
}

async function withEngine(measure: (at: EngineTab) => Promise<void>): Promise<void> {
  const app = await servedApp()
  const at = await engineTab(app)
  try {
    await measure(at)
  } finally {
    await at.close()
    await app.close()
  }
}

/** Times a change in a real Chromium until it is saved. */
export const measureOutbox = () => withEngine(measureEnqueue)

/** Times the sending of thousands of entries in a real Chromium, and what that costs the page. */
export const measureSending = () =>
  withEngine(async (at) => {
    await measureReplays(at, SLOWDOWNS[0] ?? 1, true)
    for (const slowdown of SLOWDOWNS) await measureReplays(at, slowdown, false)
  })

async function measureEnqueue(at: EngineTab): Promise<void> {
  const cases = [0, ...SIZES].flatMap((waiting) => SLOWDOWNS.map((slowdown) => ({ waiting, slowdown })))
  const results = await inRounds(
    settings.rounds,
    cases.map(({ waiting, slowdown }) => ({ name: `${waiting}`, measure: () => timeEnqueue(at, waiting, slowdown) })),
  )
  printTable(`From a change to "saved", ms, medians of ${settings.rounds} rounds of ${CHANGES} changes`, [
    ['waiting', 'CPU slower', 'p50', 'p99'],
    ...cases.map(({ waiting, slowdown }, index) => [
      String(waiting),
      `${slowdown}×`,
      formatNumber(results[index]?.p50 ?? Number.NaN),
      formatNumber(results[index]?.p99 ?? Number.NaN),
    ]),
  ])
}

async function measureReplays(at: EngineTab, slowdown: number, isReal: boolean): Promise<void> {
  const results = await inRounds(
    settings.rounds,
    SIZES.map((count) => ({ name: `${count}`, measure: () => measureReplay(at, count, slowdown, isReal) })),
  )
  const to = isReal ? 'the real server' : 'a server that answers at once'
  printTable(`Replay to ${to}, CPU ${slowdown}× slower, medians of ${settings.rounds} rounds`, [
    ['changes', 'a second', 'ms each', 'against 100', 'busy ms each', 'longest task', 'to open', 'its longest task'],
    ...SIZES.map((count, index) => {
      const number = (name: string, of = index) => results[of]?.[name] ?? Number.NaN
      return [
        String(count),
        formatNumber(1000 / number('each')),
        formatNumber(number('each')),
        `${formatNumber(number('each') / number('each', 0))}×`,
        formatNumber(number('busy')),
        longestShown(number('longest')),
        formatNumber(number('open')),
        longestShown(number('open longest')),
      ]
    }),
  ])
}
