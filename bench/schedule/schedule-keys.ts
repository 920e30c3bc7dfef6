import type { Page as Tab } from '@playwright/test'
import { screenAt } from '../app/app-screen.ts'
import { timeUntilPainted } from '../app/painted.ts'
import type { SlowedBrowser } from '../app/slowed.ts'
import type { Samples } from '../figures.ts'
import { statusIn, waitForCount, waitUntilLoaded } from './schedule-screen.ts'

const TIMES = 20
/** Pause between two keys, in ms. */
const PAUSE_MS = 250
const FOCUSED = '[role=gridcell]:focus'

/** Presses keys one after the other. Returns the time of each until the changed text of `sign` is painted, in ms. */
async function timeKeys(tab: Tab, keys: readonly string[], sign: string): Promise<number[]> {
  const times: number[] = []
  for (const key of keys) {
    times.push(await timeUntilPainted(tab, { event: 'keydown', sign }, () => tab.keyboard.press(key)))
    await tab.waitForTimeout(PAUSE_MS)
  }
  return times
}

const repeatKey = (key: string, count = TIMES) => Array.from({ length: count }, () => key)

/** Gives one cell after the other a different status with a letter key. */
async function timeStatusLetters(tab: Tab): Promise<number[]> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const now = await tab.locator(statusIn(':focus')).textContent()
    times.push(...(await timeKeys(tab, [now === 'Vacation' ? 'f' : 'v'], statusIn(':focus'))))
    await tab.keyboard.press('ArrowDown')
    await tab.waitForTimeout(PAUSE_MS)
  }
  return times
}

/** Loads all rows and focuses the first cell. */
async function goToFirstCell(tab: Tab): Promise<void> {
  await waitUntilLoaded(tab)
  await tab.locator('[role=gridcell]').first().focus()
  for (const key of ['Control+End', 'Control+End', 'Control+Home']) {
    await tab.keyboard.press(key)
    await waitUntilLoaded(tab)
  }
}

/**
 * Times keys on the schedule in Edit. Status letters are typed without a network first, then while changes are sent.
 */
export async function measureKeys(slowed: SlowedBrowser): Promise<Samples> {
  const screen = await screenAt(slowed, '/schedule?tab=edit')
  const { tab } = screen
  await goToFirstCell(tab)
  const samples: Record<string, readonly number[]> = {
    'an arrow down: the focus there': await timeKeys(tab, repeatKey('ArrowDown'), FOCUSED),
    'an arrow to the side: the focus there': await timeKeys(
      tab,
      [...repeatKey('ArrowRight', 6), ...repeatKey('ArrowLeft', 6)],
      FOCUSED,
    ),
    'Shift and an arrow: the selection there': await timeKeys(
      tab,
      repeatKey('Shift+ArrowDown'),
      '[aria-selected=true]',
    ),
  }
  await tab.keyboard.press('Escape')
  await tab.keyboard.press('Control+Home')
  await screen.setOnline(false)
  samples['a status, without a network'] = await timeStatusLetters(tab)
  await waitForCount(tab, TIMES)
  await screen.setOnline(true)
  await waitForCount(tab, 0)
  await tab.keyboard.press('Control+Home')
  await waitUntilLoaded(tab)
  samples['a status, while others are sent'] = await timeStatusLetters(tab)
  await waitForCount(tab, 0)
  await waitUntilLoaded(tab)
  await tab.keyboard.press('F2')
  await tab.getByRole('textbox', { name: /^Description, / }).waitFor()
  samples['a letter of a description'] = await timeKeys(tab, [...'on the way to Laredo'], '[role=grid] textarea')
  await tab.keyboard.press('Escape')
  await screen.close()
  return samples
}
