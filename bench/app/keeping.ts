import { formatNumber, inRounds, printTable } from '../measure.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type EngineTab, engineTab } from './engine-tab.ts'
import { busyDuring, longestShown } from './main-thread.ts'

const MEGABYTES = settings.megabytes ?? [1, 200]
const SLOWDOWNS = settings.slowdowns ?? [1, 4]
const CHANGES = 20

async function measureStoring(at: EngineTab, megabytes: number, slowdown: number) {
  await at.call('storeResponses', megabytes)
  await at.call('open', false)
  // The garbage of filling the device must not count as a cost of the measured work.
  await at.devtools.send('HeapProfiler.collectGarbage')
  await at.slowDown(slowdown)
  const { longest, total } = await busyDuring(at, () => at.call('work', CHANGES))
  await at.slowDown(1)
  await at.call('wipe')
  return { each: total / CHANGES, longest }
}

/** What storing costs the page's main thread: one response and one change at a time, with this much already stored. */
export async function measureKeeping(): Promise<void> {
  const app = await servedApp()
  const at = await engineTab(app)
  try {
    const cases = MEGABYTES.flatMap((megabytes) => SLOWDOWNS.map((slowdown) => ({ megabytes, slowdown })))
    const results = await inRounds(
      settings.rounds,
      cases.map(({ megabytes, slowdown }) => ({
        name: `${megabytes}`,
        measure: () => measureStoring(at, megabytes, slowdown),
      })),
    )
    printTable(`Main thread per answer and change, ms, medians of ${settings.rounds} rounds of ${CHANGES}`, [
      ['MB kept', 'CPU slower', 'each', 'longest task'],
      ...cases.map(({ megabytes, slowdown }, index) => [
        String(megabytes),
        `${slowdown}×`,
        formatNumber(results[index]?.each ?? Number.NaN),
        longestShown(results[index]?.longest ?? Number.NaN),
      ]),
    ])
  } finally {
    await at.close()
    await app.close()
  }
}
