import { inRounds, printTable, quantile, shown } from '../measure.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type EngineTab, engineTab } from './engine-tab.ts'
import { busyDuring, longestShown } from './main-thread.ts'

const SIZES = [100, 1_000, 5_000]
const SLOWDOWNS = settings.slowdowns ?? [1, 4]
const CHANGES = 100

/** How long a change takes until it is saved, with so much waiting already. */
async function enqueued(at: EngineTab, waiting: number, slowdown: number) {
  await at.call('fill', waiting)
  await at.call('open', false)
  await at.slowDown(slowdown)
  await at.call('submit', 10)
  const took = await at.call('submit', CHANGES)
  await at.slowDown(1)
  await at.call('wipe')
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
}

/** How fast so much leaves, and how long it keeps the page from anything else. */
async function replayed(at: EngineTab, count: number, slowdown: number, isReal: boolean) {
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

/** The outbox in a real Chromium: how long until a change is saved. */
export const measureOutbox = () => withEngine(measureEnqueue)

/** The outbox in a real Chromium: how thousands leave, and what that costs the page. */
export const measureSending = () =>
  withEngine(async (at) => {
    await measureReplays(at, SLOWDOWNS[0] ?? 1, true)
    for (const slowdown of SLOWDOWNS) await measureReplays(at, slowdown, false)
  })

async function measureEnqueue(at: EngineTab): Promise<void> {
  const cases = [0, ...SIZES].flatMap((waiting) => SLOWDOWNS.map((slowdown) => ({ waiting, slowdown })))
  const results = await inRounds(
    settings.rounds,
    cases.map(({ waiting, slowdown }) => ({ name: `${waiting}`, measure: () => enqueued(at, waiting, slowdown) })),
  )
  printTable(`From a change to "saved", ms, medians of ${settings.rounds} rounds of ${CHANGES} changes`, [
    ['waiting', 'CPU slower', 'p50', 'p99'],
    ...cases.map(({ waiting, slowdown }, index) => [
      String(waiting),
      `${slowdown}×`,
      shown(results[index]?.p50 ?? Number.NaN),
      shown(results[index]?.p99 ?? Number.NaN),
    ]),
  ])
}

async function measureReplays(at: EngineTab, slowdown: number, isReal: boolean): Promise<void> {
  const results = await inRounds(
    settings.rounds,
    SIZES.map((count) => ({ name: `${count}`, measure: () => replayed(at, count, slowdown, isReal) })),
  )
  const to = isReal ? 'the real server' : 'a server that answers at once'
  printTable(`Replay to ${to}, CPU ${slowdown}× slower, medians of ${settings.rounds} rounds`, [
    ['changes', 'a second', 'ms each', 'against 100', 'busy ms each', 'longest task', 'to open', 'its longest task'],
    ...SIZES.map((count, index) => {
      const number = (name: string, of = index) => results[of]?.[name] ?? Number.NaN
      return [
        String(count),
        shown(1000 / number('each')),
        shown(number('each')),
        `${shown(number('each') / number('each', 0))}×`,
        shown(number('busy')),
        longestShown(number('longest')),
        shown(number('open')),
        longestShown(number('open longest')),
      ]
    }),
  ])
}
