import { expect } from '#e2e/support/expect.ts'
import { settled, signedOut } from './acts.ts'
import type { Engine } from './driver/engine-browser.ts'
import { type EnginePage, KEYS } from './driver/engine-page.ts'
import { walkSoFar, watchFocus } from './driver/focus-walk.ts'
import { isInDialog, type Role } from './driver/in-page.ts'
import { test } from './fixtures.ts'

/** So many stops of a page are looked at: its bar has about fifteen. */
const STOPS = 40
/** And of a dialog, where most go round: each of these costs more. */
const STOPS_IN_DIALOG = 16

/** Goes on by Tab, and expects that a person sees at each stop where the focus is. */
export async function expectFocusSeen(page: EnginePage, where: string, stops = STOPS): Promise<void> {
  // In a window without the focus nothing has it.
  expect(await page.run(() => document.hasFocus()), `${where}: the window has the focus`).toBe(true)
  await page.run(watchFocus)
  await page.press(Array.from({ length: stops }, () => KEYS.tab))
  const walk = await page.run(walkSoFar)
  expect(walk.unseen, `${where}: stops at which the focus is not seen`).toEqual([])
  expect(walk.stops, `${where}: stops`).toBeGreaterThan(0)
}

/** What is pressed on a page, one after the other, for a dialog to open. A click makes WebKit show no focus that a script moves. */
const DIALOGS: readonly (readonly [path: string, ...presses: (readonly [Role, string | RegExp])[]])[] = [
  ['/drivers', ['button', /^Status of /], ['menuitemradio', 'Vacation']],
  ['/trucks', ['button', 'Add truck']],
  ['/trucks', ['button', /^Driver of /]],
  ['/maintenance', ['button', /^Open /]],
  ['/maintenance', ['button', 'Add Inspection']],
  ['/users', ['button', 'Add user']],
  ['/device', ['button', 'Log out']],
]

/** What is shown to a person who is not signed in. */
const WAY_IN = ['/login', '/reset-password', '/new-password?uid=1&token=none', '/setup#a-token']

export function showsTheFocus(engine: Engine): void {
  test(`${engine} shows the focus at every stop of a dialog, after a click too, and keeps it there`, async ({
    device,
  }) => {
    // A tab of its own: the one that was opened last is the one that has the focus.
    await device.openTab()
    const page = device.page()
    for (const [path, ...presses] of DIALOGS) {
      const where = [path, ...presses.map(([, name]) => name)].join(' > ')
      await test.step(where, async () => {
        await page.open(path)
        await settled(page)
        for (const [role, name] of presses) await page.click(role, name)
        await page.until(isInDialog)
        await expectFocusSeen(page, where, STOPS_IN_DIALOG)
        expect(await page.run(isInDialog), `${where}: the focus is in the dialog`).toBe(true)
      })
    }
    expect(await device.consoleErrors()).toEqual([])
  })

  test(`${engine} shows the focus at every stop of the way in`, async ({ device }) => {
    await device.openTab()
    const page = device.page()
    await signedOut(page)
    for (const path of WAY_IN) {
      await page.open(path)
      await settled(page)
      await expectFocusSeen(page, path)
    }
    expect(await device.consoleErrors()).toEqual([])
  })
}
