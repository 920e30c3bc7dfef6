import type { Page as Tab } from '@playwright/test'
import { screenAt } from '../app/app-screen.ts'
import { timed } from '../app/painted.ts'
import type { Slowed } from '../app/slowed.ts'
import type { Samples } from '../figures.ts'
import { settled, statusIn, waiting } from './schedule-screen.ts'

const TIMES = 20
/** Between two keys, in ms. */
const PAUSE_MS = 250
const FOCUSED = '[role=gridcell]:focus'

/** Presses keys one after the other; answers how long each took until the sign says something else, painted, in ms. */
async function pressed(tab: Tab, keys: readonly string[], sign: string): Promise<number[]> {
  const taken: number[] = []
  for (const key of keys) {
    taken.push(await timed(tab, { event: 'keydown', sign }, () => tab.keyboard.press(key)))
    await tab.waitForTimeout(PAUSE_MS)
  }
  return taken
}

const times = (key: string, count = TIMES) => Array.from({ length: count }, () => key)

/** Types a status that the cell has not, row after row. */
async function lettersTyped(tab: Tab): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const now = await tab.locator(statusIn(':focus')).textContent()
    taken.push(...(await pressed(tab, [now === 'Vacation' ? 'f' : 'v'], statusIn(':focus'))))
    await tab.keyboard.press('ArrowDown')
    await tab.waitForTimeout(PAUSE_MS)
  }
  return taken
}

/** All lines are loaded, and the cursor stands in the first cell. */
async function atTheFirstCell(tab: Tab): Promise<void> {
  await settled(tab)
  await tab.locator('[role=gridcell]').first().focus()
  for (const key of ['Control+End', 'Control+End', 'Control+Home']) {
    await tab.keyboard.press(key)
    await settled(tab)
  }
}

/** Keys on the schedule in Edit. The letters are typed without a network first, then with one that takes them at once. */
export async function measureKeys(slowed: Slowed): Promise<Samples> {
  const screen = await screenAt(slowed, '/schedule?tab=edit')
  const { tab } = screen
  await atTheFirstCell(tab)
  const samples: Record<string, readonly number[]> = {
    'an arrow down: the focus there': await pressed(tab, times('ArrowDown'), FOCUSED),
    'an arrow to the side: the focus there': await pressed(
      tab,
      [...times('ArrowRight', 6), ...times('ArrowLeft', 6)],
      FOCUSED,
    ),
    'Shift and an arrow: the selection there': await pressed(tab, times('Shift+ArrowDown'), '[aria-selected=true]'),
  }
  await tab.keyboard.press('Escape')
  await tab.keyboard.press('Control+Home')
  await screen.setOnline(false)
  samples['a status, without a network'] = await lettersTyped(tab)
  await waiting(tab, TIMES)
  await screen.setOnline(true)
  await waiting(tab, 0)
  await tab.keyboard.press('Control+Home')
  await settled(tab)
  samples['a status, while others are sent'] = await lettersTyped(tab)
  await waiting(tab, 0)
  await settled(tab)
  await tab.keyboard.press('F2')
  await tab.getByRole('textbox', { name: /^Description, / }).waitFor()
  samples['a letter of a description'] = await pressed(tab, [...'on the way to Laredo'], '[role=grid] textarea')
  await tab.keyboard.press('Escape')
  await screen.close()
  return samples
}
