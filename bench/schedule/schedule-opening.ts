import { measureOpenings, screenAt } from '../app/app-screen.ts'
import { prepareClick, timeUntilPainted } from '../app/painted.ts'
import type { SlowedBrowser } from '../app/slowed.ts'
import type { Samples } from '../figures.ts'
import { waitUntilLoaded } from './schedule-screen.ts'

const USUAL_HEIGHT = 900
/** A window in which all sixty drivers are drawn, in pixels. */
const ALL_HEIGHT = 3_200
const CELLS = '[role=gridcell]'

/** Steps away from the current week and back. */
const STEPS = ['Next week', 'Previous week', 'Previous week', 'Next week'] as const

/** Times steps by week without a network. The app has prefetched the weeks next to the one on screen while idle. */
async function timeSteps(slowed: SlowedBrowser, height: number): Promise<number[]> {
  const screen = await screenAt(slowed, '/schedule', height)
  await waitUntilLoaded(screen.tab)
  await screen.setOnline(false)
  const times: number[] = []
  for (const name of [...STEPS, ...STEPS]) {
    const button = screen.tab.getByRole('button', { name, exact: true })
    const click = await prepareClick(screen.tab, button)
    times.push(await timeUntilPainted(screen.tab, { event: 'click', sign: CELLS }, click))
    await screen.tab.waitForTimeout(400)
  }
  await screen.close()
  return times
}

/** Times opening the schedule and stepping by week, from stored responses only. */
export async function measureOpening(slowed: SlowedBrowser): Promise<Samples> {
  const samples: Record<string, readonly number[]> = {}
  for (const height of [USUAL_HEIGHT, ALL_HEIGHT]) {
    const { first, again, drawn } = await measureOpenings(slowed, { page: 'Schedule', sign: CELLS, height })
    const at = `${drawn} cells drawn`
    samples[`the page, the first time since the app began, ${at}`] = [first]
    samples[`the page again, ${at}`] = again
    samples[`a week on or back, ${at}`] = await timeSteps(slowed, height)
  }
  return samples
}
