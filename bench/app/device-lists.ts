import type { Page as Tab } from '@playwright/test'
import { median } from '../measure.ts'
import { companySize, settings } from '../settings.ts'
import { timed } from './painted.ts'
import { compareSlowed, readyTab, type Slowed } from './slowed.ts'

/** The server's answers take so long, so that what is seen is what the device makes by itself. Milliseconds. */
const AWAY_MS = 2_000

/** What a person needs at the least from an open menu to the click on a choice, in ms. */
const FINDS_MS = 300

const CARDS = 'article'
const COUNT = '[data-testid=list-count]'

/** Opens a menu and measures from the click on its choice. */
async function chosen(tab: Tab, menu: string, choice: string, sign: string): Promise<number> {
  await tab.getByRole('button', { name: new RegExp(`^${menu}:`) }).click()
  const item = tab.getByRole('menuitemradio', { name: choice, exact: true })
  await item.waitFor()
  // Nobody finds and reaches a choice faster.
  await tab.waitForTimeout(FINDS_MS)
  const taken = await timed(tab, { event: 'click', sign }, () => item.click())
  // The menu gives the focus back; what is typed before that would go nowhere.
  await tab.locator('button:focus').waitFor()
  return taken
}

interface MeasuredList {
  readonly page: string
  /** What fetches its rows. */
  readonly rows: RegExp
  /** The orders that are taken, first and later. */
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

async function listMeasured(slowed: Slowed, { page, rows, orders, filters }: MeasuredList) {
  const { app, slowdown } = slowed
  const { context, tab } = await readyTab(slowed)
  await tab.goto(`${app.origin}/outbox`)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  await context.route(rows, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    // The page may be closed by then.
    await route.continue().catch(() => undefined)
  })
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const link = (name: string) => tab.getByRole('link', { name: new RegExp(`^${name}`) }).first()
  const opened = () => timed(tab, { event: 'click', sign: CARDS }, () => link(page).click())
  const [firstFilter = '', ...moreFilters] = filters
  const first = {
    'the page, the first time': await opened(),
    'another order, the first time': await chosen(tab, 'Sort', orders[0], CARDS),
    'a filter, the first time': await chosen(tab, 'Filter', firstFilter, COUNT),
  }
  const later: number[] = []
  for (const status of moreFilters) later.push(await chosen(tab, 'Filter', status, COUNT))
  const order = await chosen(tab, 'Sort', orders[1], CARDS)
  await tab.getByRole('searchbox', { name: 'Find' }).focus()
  // A rare one: most others stand in everybody's mail address.
  const letter = await timed(tab, { event: 'input', sign: COUNT }, () => tab.keyboard.press('q'))
  await link('Outbox').click()
  await tab.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
  const again = await opened()
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

async function measured(slowed: Slowed) {
  const numbers: Record<string, number> = {}
  for (const list of LISTS.filter(({ page }) => settings.lists.includes(page.toLowerCase()))) {
    for (const [name, value] of Object.entries(await listMeasured(slowed, list)))
      numbers[`${list.page}: ${name}`] = value
  }
  return numbers
}

/** Other orders, filters and searches of the lists that the device keeps, until they are painted. */
export const measureDeviceLists = () =>
  compareSlowed(`${companySize()}, on the device: from the click or letter to the rows on screen`, measured)
