import type { CDPSession, Page as Tab } from '@playwright/test'
import { prepareClick, timeUntilPainted } from './painted.ts'
import { readyTab, type SlowedBrowser } from './slowed.ts'

export interface AppScreen {
  readonly tab: Tab
  readonly devtools: CDPSession
  /** Switches the network on or off. */
  readonly setOnline: (isOnline: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a page of the app on a device with a complete prefetch set, then slows the CPU. */
export async function screenAt(slowed: SlowedBrowser, path: string, height?: number): Promise<AppScreen> {
  const { context, tab } = await readyTab(slowed, height)
  await tab.goto(`${slowed.app.origin}${path}`)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed.slowdown })
  return {
    tab,
    devtools,
    setOnline: (isOnline) => context.setOffline(!isOnline),
    close: () => context.close(),
  }
}

const TIMES = 4
/** Time until a started app has finished its own work, in ms. */
const START_MS = 1_500
/** Pause between two steps, in ms. */
const PAUSE_MS = 300

/** A page of the navigation bar, and how to recognize that it is complete. */
interface PageToOpen {
  readonly page: string
  /** Selector of elements that no other page has. */
  readonly sign: string
  /** Selectors that must each match an element too. */
  readonly parts?: readonly string[]
  /** Height of the window, in pixels. */
  readonly height: number
}

const link = ({ tab }: AppScreen, name: string) =>
  tab
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

async function timeOpening(screen: AppScreen, { page, sign, parts = [] }: PageToOpen): Promise<number> {
  const click = await prepareClick(screen.tab, link(screen, page))
  const took = await timeUntilPainted(screen.tab, { event: 'click', sign, parts }, click)
  await screen.tab.waitForTimeout(PAUSE_MS)
  return took
}

/**
 * Opens a page without a network and times it from the click until it is painted, in ms: first in an app that has not
 * shown it before, then several times after another page. `drawn` is the number of elements that match its sign.
 */
export async function measureOpenings(slowed: SlowedBrowser, page: PageToOpen) {
  const screen = await screenAt(slowed, '/outbox', page.height)
  await screen.tab.waitForTimeout(START_MS)
  await screen.setOnline(false)
  const first = await timeOpening(screen, page)
  const drawn = await screen.tab.locator(page.sign).count()
  const again: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await link(screen, 'Outbox').click()
    await screen.tab.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
    await screen.tab.waitForTimeout(PAUSE_MS)
    again.push(await timeOpening(screen, page))
  }
  await screen.close()
  return { first, again, drawn }
}
