import { expect } from '#e2e/support/expect.ts'
import { settled, signedOut, signIn } from './acts.ts'
import type { Engine } from './driver/engine-browser.ts'
import { type EnginePage, KEYS } from './driver/engine-page.ts'
import { walkSoFar, watchFocus } from './driver/focus-walk.ts'
import { isInDialog, type Role } from './driver/in-page.ts'
import { test } from './fixtures.ts'

/** So many stops of a page are looked at, from its own first one: the bar above it is the same on all. */
const STOPS = 25
/** And of one page from the bar on. */
const STOPS_WITH_BAR = 40
/** Fewer are a Tab that is stuck; a dialog may have one alone. */
const MIN = 2
const MIN_WITH_BAR = 15
/** And of a dialog, where most go round: each of these costs more. */
const STOPS_IN_DIALOG = 16

/** Whether there is anything to go to in the dialog. */
const hasStop = () => document.querySelector('[role=dialog] :is(button, input, select, textarea, a[href])') !== null

/** As by “Skip to the page”: from there Tab goes on. */
const skipBar = () => document.querySelector<HTMLElement>('#page')?.focus()

/** Goes on by Tab, and expects that a person sees at each stop where the focus is. */
async function expectFocusSeen(page: EnginePage, where: string, stops: number, least = 1): Promise<void> {
  // In a window without the focus nothing has it.
  expect(await page.run(() => document.hasFocus()), `${where}: the window has the focus`).toBe(true)
  await page.run(watchFocus)
  await page.press(Array.from({ length: stops }, () => KEYS.tab))
  const walk = await page.run(walkSoFar)
  expect(walk.unseen, `${where}: stops at which the focus is not seen`).toEqual([])
  expect(walk.stops, `${where}: stops`).toBeGreaterThanOrEqual(least)
}

type Dialog = readonly [path: string, ...presses: (readonly [Role, string | RegExp])[]]

/** What is pressed on a page, one after the other, for a dialog to open. A click makes WebKit show no focus that a script moves. */
const DIALOGS: Readonly<Record<string, readonly Dialog[]>> = {
  'forms to add something': [
    ['/trucks', ['button', 'Add truck']],
    ['/maintenance', ['button', 'Add Inspection']],
    ['/users', ['button', 'Add user']],
  ],
  'other dialogs': [
    ['/drivers', ['button', /^Status of /], ['menuitemradio', 'Vacation']],
    ['/trucks', ['button', /^Driver of /]],
    ['/maintenance', ['button', /^Open /]],
    ['/device', ['button', 'Log out']],
  ],
}

/** What is opened from other pages, by an address of its own. */
const MORE_PAGES = ['/users/1', '/schedule?tab=edit', '/schedule/print', '/maintenance?tab=history']

/** What is shown to a person who is not signed in. */
const WAY_IN = ['/login', '/reset-password', '/new-password#uid=1&token=none', '/setup#a-token']

/** Goes over a page that was just opened. */
export async function expectFocusSeenOn(page: EnginePage, path: string): Promise<void> {
  if (path === '/') return expectFocusSeen(page, path, STOPS_WITH_BAR, MIN_WITH_BAR)
  await page.run(skipBar)
  return expectFocusSeen(page, path, STOPS, MIN)
}

export function showsTheFocus(engine: Engine): void {
  for (const [kind, dialogs] of Object.entries(DIALOGS)) {
    test(`${engine} shows the focus at every stop of ${kind}, after a click too, and keeps it there`, async ({
      device,
    }) => {
      // A tab of its own: the one that was opened last is the one that has the focus.
      await device.openTab()
      const page = device.page()
      for (const [path, ...presses] of dialogs) {
        const where = [path, ...presses.map(([, name]) => name)].join(' > ')
        await test.step(where, async () => {
          await page.open(path)
          await settled(page)
          for (const [role, name] of presses) await page.click(role, name)
          await page.until(isInDialog)
          // A list that is still to come brings the one stop that some dialogs have.
          await page.until(hasStop)
          await expectFocusSeen(page, where, STOPS_IN_DIALOG)
          expect(await page.run(isInDialog), `${where}: the focus is in the dialog`).toBe(true)
        })
      }
      expect(await device.consoleErrors()).toEqual([])
    })
  }

  test(`${engine} shows the focus at every stop of pages that no tab leads to, and of the way in`, async ({
    device,
  }) => {
    await device.openTab()
    const page = device.page()
    const walkOver = async (paths: readonly string[]) => {
      for (const path of paths) {
        await page.open(path)
        await settled(page)
        await expectFocusSeenOn(page, path)
      }
    }
    await walkOver(MORE_PAGES)
    await signedOut(page)
    await walkOver(WAY_IN)
    expect(await device.consoleErrors()).toEqual([])
    await signIn(page, 'admin')
  })
}
