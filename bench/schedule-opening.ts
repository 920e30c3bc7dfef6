import type { Samples } from './figures.ts'
import { clicking, timed } from './painted.ts'
import { type ScheduleScreen, screenAt, settled } from './schedule-screen.ts'
import type { Slowed } from './slowed.ts'

const USUAL_HEIGHT = 900
/** So high that all sixty drivers are drawn. */
const ALL_HEIGHT = 3_200
const CELLS = '[role=gridcell]'
const TIMES = 4
/** An app that has just begun is still at its own work, in ms. */
const START_MS = 1_500

/** There and back, again and again. */
const STEPS = ['Next week', 'Previous week', 'Previous week', 'Next week'] as const

const link = ({ tab }: ScheduleScreen, name: string) =>
  tab
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

async function opened(screen: ScheduleScreen): Promise<number> {
  const click = await clicking(screen.tab, link(screen, 'Schedule'))
  const took = await timed(screen.tab, { event: 'click', sign: CELLS }, click)
  await screen.tab.waitForTimeout(300)
  return took
}

/** From another page of an app that has not shown the schedule yet, then there and back. */
async function openings(slowed: Slowed, height: number) {
  const screen = await screenAt(slowed, '/outbox', height)
  await screen.tab.waitForTimeout(START_MS)
  await screen.setOnline(false)
  const first = await opened(screen)
  const drawn = await screen.tab.locator(CELLS).count()
  const again: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await link(screen, 'Outbox').click()
    await screen.tab.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
    await screen.tab.waitForTimeout(300)
    again.push(await opened(screen))
  }
  await screen.close()
  return { first, again, drawn }
}

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
    const { first, again, drawn } = await openings(slowed, height)
    const at = `${drawn} cells drawn`
    samples[`the page, the first time since the app began, ${at}`] = [first]
    samples[`the page again, ${at}`] = again
    samples[`a week on or back, ${at}`] = await steps(slowed, height)
  }
  return samples
}
