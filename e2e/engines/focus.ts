import { expect } from '#e2e/support/expect.ts'
import { ensureSignedOut, signIn, waitUntilSettled } from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import { type EnginePage, KEYS } from './driver/engine-page.ts'
import { walkSoFar, watchFocus } from './driver/focus-walk.ts'
import { isInDialog, type Role } from './driver/in-page.ts'
import { test } from './fixtures.ts'

/** How many stops of a page are checked, from the page's own first stop: the bar above is the same on all pages. */
const STOPS = 25
/** How many stops are checked on the one page that is walked from the bar on. */
const STOPS_WITH_BAR = 40
/** Fewer stops mean that Tab is stuck. A dialog may have only one. */
const MIN = 2
const MIN_WITH_BAR = 15
/** How many stops of a dialog are checked. Fewer, because most dialogs wrap around and each stop costs more time. */
const STOPS_IN_DIALOG = 16

/** Whether the dialog has a control to move to. */
const hasStop = () => document.querySelector('[role=dialog] :is(button, input, select, textarea, a[href])') !== null

/** Does the same as “Skip to the page”: Tab continues from there. */
const skipBar = () => document.querySelector<HTMLElement>('#page')?.focus()

/** Moves on by Tab, and expects a visible focus at each stop. */
async function expectVisibleFocus(page: EnginePage, where: string, stops: number, min = 1): Promise<void> {
  // In a window without the focus no element has it.
  expect(await page.run(() => document.hasFocus()), `${where}: the window has the focus`).toBe(true)
  await page.run(watchFocus)
  await page.press(Array.from({ length: stops }, () => KEYS.tab))
  const walk = await page.run(walkSoFar)
  expect(walk.unseen, `${where}: stops without a visible focus`).toEqual([])
  expect(walk.stops, `${where}: number of stops`).toBeGreaterThanOrEqual(min)
}

type Dialog = readonly [path: string, ...presses: (readonly [Role, string | RegExp])[]]

/**
 * What is clicked on a page, one after the other, to open a dialog. After a click, WebKit does not show a focus that a
 * script moves.
 */
const DIALOGS: Readonly<Record<string, readonly Dialog[]>> = {
  'forms that add a record': [
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

/** Pages with their own address that are opened from other pages. */
const OTHER_PAGES = ['/users/1', '/schedule?tab=edit', '/schedule/print', '/maintenance?tab=history']

/** Pages for users who are not signed in. */
const SIGNED_OUT_PAGES = ['/login', '/reset-password', '/new-password#uid=1&token=none', '/setup#a-token']

/** Checks the focus on a page that was just opened. */
export async function expectVisibleFocusOn(page: EnginePage, path: string): Promise<void> {
  if (path === '/') return expectVisibleFocus(page, path, STOPS_WITH_BAR, MIN_WITH_BAR)
  await page.run(skipBar)
  return expectVisibleFocus(page, path, STOPS, MIN)
}

export function testFocus(engine: Engine): void {
  for (const [kind, dialogs] of Object.entries(DIALOGS)) {
    test(`${engine} shows the focus at every stop of ${kind}, also after a click, and keeps it in the dialog`, async ({
      device,
    }) => {
      // In a new tab: the tab that was opened last has the focus.
      await device.openTab()
      const page = device.page()
      for (const [path, ...presses] of dialogs) {
        const where = [path, ...presses.map(([, name]) => name)].join(' > ')
        await test.step(where, async () => {
          await page.open(path)
          await waitUntilSettled(page)
          for (const [role, name] of presses) await page.click(role, name)
          await page.until(isInDialog)
          // The only stop of some dialogs appears once their list is loaded.
          await page.until(hasStop)
          await expectVisibleFocus(page, where, STOPS_IN_DIALOG)
          expect(await page.run(isInDialog), `${where}: the focus is in the dialog`).toBe(true)
        })
      }
      expect(await device.consoleErrors()).toEqual([])
    })
  }

  test(`${engine} shows the focus at every stop of pages outside the navigation and of the sign-in pages`, async ({
    device,
  }) => {
    await device.openTab()
    const page = device.page()
    const walkOver = async (paths: readonly string[]) => {
      for (const path of paths) {
        await page.open(path)
        await waitUntilSettled(page)
        await expectVisibleFocusOn(page, path)
      }
    }
    await walkOver(OTHER_PAGES)
    await ensureSignedOut(page)
    await walkOver(SIGNED_OUT_PAGES)
    expect(await device.consoleErrors()).toEqual([])
    await signIn(page, 'admin')
  })
}
