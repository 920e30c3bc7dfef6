import type { Page as Tab } from '@playwright/test'
import { median } from '../measure.ts'
import { companySize, settings } from '../settings.ts'
import { timeUntilPainted } from './painted.ts'
import { compareSlowed, readyTab, type SlowedBrowser } from './slowed.ts'

/** Delay of the server's responses, in ms: the measured rows are those that the device computes itself. */
const RESPONSE_DELAY_MS = 2_000

/** The least time that a user needs from the open menu to the click on a choice, in ms. */
const CHOOSING_MS = 300

const CARDS = 'article'
const COUNT = '[data-testid=list-count]'

/** Opens a menu and clicks a choice. Returns the time from the click until the change is painted, in ms. */
async function timeChoice(tab: Tab, menu: string, choice: string, sign: string): Promise<number> {
  await tab.getByRole('button', { name: new RegExp(`^${menu}:`) }).click()
  const item = tab.getByRole('menuitemradio', { name: choice, exact: true })
  await item.waitFor()
  await tab.waitForTimeout(CHOOSING_MS)
  const time = await timeUntilPainted(tab, { event: 'click', sign }, () => item.click())
  // The menu returns the focus to its button. Keys pressed before that would be lost.
  await tab.locator('button:focus').waitFor()
  return time
}

interface MeasuredList {
  readonly page: string
  /** Matches the URL of the requests for its rows. */
  readonly rows: RegExp
  /** The sort orders to choose: the first one, and the one after the filters. */
  readonly orders: readonly [string, string]
  readonly filters: readonly string[]
}
const LISTS: readonly MeasuredList[] = [
  {
    page: 'Drivers',
    rows: /\/api\/drivers\/\?/,
    orders: ['Dispatcher', 'Status'],
    filters: ['Vacation', 'Safety Orientation', 'Firing', 'Detention / Layover', 'All'],
  },
  {
    page: 'Trucks',
    rows: /\/api\/trucks\/\?/,
    orders: ['Year', 'Miles Driven'],
    filters: ['Unassigned', 'On Service', 'For Sale', 'Assigned', 'All'],
  },
  {
    page: 'Trailers',
    rows: /\/api\/trailers\/\?/,
    orders: ['Year', 'Type'],
    filters: ['Unassigned', 'On Service', 'For Sale', 'Assigned', 'All'],
  },
]

async function measureList(slowed: SlowedBrowser, { page, rows, orders, filters }: MeasuredList) {
  const { app, slowdown } = slowed
  const { context, tab } = await readyTab(slowed)
  await tab.goto(`${app.origin}/outbox`)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  await context.route(rows, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
    // The page may be closed before the delay is over.
    await route.continue().catch(() => undefined)
  })
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const link = (name: string) => tab.getByRole('link', { name: new RegExp(`^${name}`) }).first()
  const openPage = () => timeUntilPainted(tab, { event: 'click', sign: CARDS }, () => link(page).click())
  const [firstFilter = '', ...moreFilters] = filters
  const first = {
    'the page, the first time': await openPage(),
    'another order, the first time': await timeChoice(tab, 'Sort', orders[0], CARDS),
    'a filter, the first time': await timeChoice(tab, 'Filter', firstFilter, COUNT),
  }
  const later: number[] = []
  for (const status of moreFilters) later.push(await timeChoice(tab, 'Filter', status, COUNT))
  const order = await timeChoice(tab, 'Sort', orders[1], CARDS)
  await tab.getByRole('searchbox', { name: 'Find' }).focus()
  // A rare letter: most others occur in every e-mail address.
  const letter = await timeUntilPainted(tab, { event: 'input', sign: COUNT }, () => tab.keyboard.press('q'))
  await link('Outbox').click()
  await tab.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
  const again = await openPage()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return {
    ...first,
    'the page again': again,
    'filters after it, the median of four': median(later),
    'another order after it': order,
    'a letter typed': letter,
  }
}

async function measureLists(slowed: SlowedBrowser) {
  const numbers: Record<string, number> = {}
  for (const list of LISTS.filter(({ page }) => settings.lists.includes(page.toLowerCase()))) {
    for (const [name, value] of Object.entries(await measureList(slowed, list)))
      numbers[`${list.page}: ${name}`] = value
  }
  return numbers
}

/** Times other sort orders, filters and searches of the lists stored on the device, until they are painted. */
export const measureDeviceLists = () =>
  compareSlowed(`${companySize()}, on the device: from the click or letter to the rows on screen`, measureLists)
