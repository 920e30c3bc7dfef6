import type { CDPSession, Page as Tab } from '@playwright/test'
import { clicking, timed } from './painted.ts'
import { readyTab, type Slowed } from './slowed.ts'

export interface AppScreen {
  readonly tab: Tab
  readonly devtools: CDPSession
  /** Puts the network there or away. */
  readonly setOnline: (isOnline: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** A device that has what it keeps, on a page of the app, slowed down from here on. */
export async function screenAt(slowed: Slowed, path: string, height?: number): Promise<AppScreen> {
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
/** An app that has just begun is still at its own work, in ms. */
const START_MS = 1_500
/** Between two steps, in ms. */
const PAUSE_MS = 300

/** A page of the bar, and what stands there once it is there. */
interface Opened {
  readonly page: string
  /** Elements that are on no other page. */
  readonly sign: string
  /** Each of these must be there too. */
  readonly parts?: readonly string[]
  /** Of the window, in pixels. */
  readonly height: number
}

const link = ({ tab }: AppScreen, name: string) =>
  tab
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()

async function opened(screen: AppScreen, { page, sign, parts = [] }: Opened): Promise<number> {
  const click = await clicking(screen.tab, link(screen, page))
  const took = await timed(screen.tab, { event: 'click', sign, parts }, click)
  await screen.tab.waitForTimeout(PAUSE_MS)
  return took
}

/**
 * Opens a page without a network, from the click to what is painted, in ms: the first time in an app that has not shown it yet,
 * then there and back; and how many of its signs were drawn.
 */
export async function openings(slowed: Slowed, given: Opened) {
  const screen = await screenAt(slowed, '/outbox', given.height)
  await screen.tab.waitForTimeout(START_MS)
  await screen.setOnline(false)
  const first = await opened(screen, given)
  const drawn = await screen.tab.locator(given.sign).count()
  const again: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await link(screen, 'Outbox').click()
    await screen.tab.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
    await screen.tab.waitForTimeout(PAUSE_MS)
    again.push(await opened(screen, given))
  }
  await screen.close()
  return { first, again, drawn }
}
