import { openings, screenAt } from '../app/app-screen.ts'
import { clicking, timed } from '../app/painted.ts'
import type { Slowed } from '../app/slowed.ts'
import type { Samples } from '../figures.ts'
import { settled } from './schedule-screen.ts'

const USUAL_HEIGHT = 900
/** So high that all sixty drivers are drawn. */
const ALL_HEIGHT = 3_200
const CELLS = '[role=gridcell]'

/** There and back, again and again. */
const STEPS = ['Next week', 'Previous week', 'Previous week', 'Next week'] as const

/** The weeks beside the one on screen were fetched while nothing else was to do. */
async function steps(slowed: Slowed, height: number): Promise<number[]> {
  const screen = await screenAt(slowed, '/schedule', height)
  await settled(screen.tab)
  await screen.setOnline(false)
  const taken: number[] = []
  for (const name of [...STEPS, ...STEPS]) {
    const button = screen.tab.getByRole('button', { name, exact: true })
    const click = await clicking(screen.tab, button)
    taken.push(await timed(screen.tab, { event: 'click', sign: CELLS }, click))
    await screen.tab.waitForTimeout(400)
  }
  await screen.close()
  return taken
}

/** Opening the schedule and stepping by weeks, all of it from what the device has. */
export async function measureOpening(slowed: Slowed): Promise<Samples> {
  const samples: Record<string, readonly number[]> = {}
  for (const height of [USUAL_HEIGHT, ALL_HEIGHT]) {
    const { first, again, drawn } = await openings(slowed, { page: 'Schedule', sign: CELLS, height })
    const at = `${drawn} cells drawn`
    samples[`the page, the first time since the app began, ${at}`] = [first]
    samples[`the page again, ${at}`] = again
    samples[`a week on or back, ${at}`] = await steps(slowed, height)
  }
  return samples
}
