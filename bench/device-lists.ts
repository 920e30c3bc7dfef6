import type { Page as Tab } from '@playwright/test'
import { settings } from './settings.ts'
import { compareSlowed, type Slowed } from './slowed.ts'

/** The server's answers take so long, so that what is seen is what the device makes by itself. Milliseconds. */
const AWAY_MS = 2_000

const CARDS = 'article'
const COUNT = '[data-testid=list-count]'

interface Watched {
  /** Where the clock starts. */
  readonly event: 'click' | 'input'
  /** Elements that say something else once the rows are there. */
  readonly sign: string
}

/** Runs in the page: how long it takes from the next event until what it leads to is painted, in ms. */
function painted({ event, sign }: Watched): Promise<number> {
  const said = () =>
    [...document.querySelectorAll(sign)].map((one) => one.getAttribute('aria-label') ?? one.textContent).join()
  const before = said()
  return new Promise((resolve) => {
    let from: number | null = null
    const begin = ({ timeStamp }: Event) => {
      from ??= timeStamp
    }
    addEventListener(event, begin, { capture: true })
    const changes = new MutationObserver(() => {
      const now = said()
      if (from === null || now === '' || now === before) return
      const since = from
      changes.disconnect()
      removeEventListener(event, begin, { capture: true })
      // Once the frame that has it is through.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)))
    })
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

async function timed(tab: Tab, watched: Watched, act: () => Promise<void>): Promise<number> {
  const taken = tab.evaluate(painted, watched)
  await act()
  return taken
}

/** Opens a menu and measures from the click on its choice. */
async function chosen(tab: Tab, menu: string, choice: string, sign: string): Promise<number> {
  await tab.getByRole('button', { name: new RegExp(`^${menu}:`) }).click()
  const item = tab.getByRole('menuitemradio', { name: choice, exact: true })
  await item.waitFor()
  return timed(tab, { event: 'click', sign }, () => item.click())
}

async function measured({ browser, app, state, slowdown }: Slowed) {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } })
  const tab = await context.newPage()
  await tab.goto(`${app.origin}/device`)
  await tab.getByText(/^Saved for offline/).waitFor({ timeout: 180_000 })
  await tab.goto(`${app.origin}/outbox`)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  await context.route(/\/api\/drivers\/\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    // The page may be closed by then.
    await route.continue().catch(() => undefined)
  })
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const toDrivers = tab.getByRole('link', { name: 'Drivers', exact: true }).first()
  const route = await timed(tab, { event: 'click', sign: CARDS }, () => toDrivers.click())
  const sort = await chosen(tab, 'Sort', 'Dispatcher', CARDS)
  const filter = await chosen(tab, 'Filter', 'Vacation', COUNT)
  const another = await chosen(tab, 'Filter', 'Safety Orientation', COUNT)
  const again = await chosen(tab, 'Sort', 'Status', CARDS)
  await tab.getByRole('searchbox', { name: 'Find' }).focus()
  // A rare one: most others stand in everybody's mail address.
  const letter = await timed(tab, { event: 'input', sign: COUNT }, () => tab.keyboard.press('q'))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return {
    'the page, by a click in the menu': route,
    'another order, the first': sort,
    'another filter': filter,
    'one more': another,
    'another order of those': again,
    'a letter typed': letter,
  }
}

/** Other orders, filters and searches of a list that the device keeps, until they are painted. */
export const measureDeviceLists = () =>
  compareSlowed(`${settings.drivers} drivers on the device, from the click or letter to the rows on screen`, measured)
