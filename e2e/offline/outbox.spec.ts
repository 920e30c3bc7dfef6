import { readFile } from 'node:fs/promises'
import type { Scene } from '#e2e/support/company/scene.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { type Copies, change, group, openOutbox, storeCopies } from '#e2e/support/page/outbox.ts'
import {
  changesWaiting,
  dayCell,
  driverStatus,
  nothingWaits,
  openWeek,
  setDay,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { keptChanges, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** Without a network one change is made, and many copies of it are stored; the next page that is opened has them all. */
async function changedAndCopied({ page, api, name }: Scene, network: UnreliableProxy, copies: Omit<Copies, 'user'>) {
  const { id: user } = await api.get<{ id: number }>('/api/users/users/me/')
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await storeCopies(page, { user, ...copies })
}

test('a thousand waiting changes and five hundred done are read, searched and filtered without a network', async ({
  scene,
  network,
}) => {
  const { page } = scene
  await changedAndCopied(scene, network, { waiting: 999, done: 499 })
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto('/outbox')

  const cards = page.getByRole('article')
  await expect(group(page, 'Waiting')).toHaveAccessibleName('Waiting 1,000')
  await expect(group(page, 'Done')).toHaveAccessibleName('Done 499')
  expect(await cards.count()).toBeLessThan(60)
  const first = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first()
  await expect(first).toHaveAttribute('aria-setsize', '1000')
  await expect(first).toHaveAttribute('aria-posinset', '1')

  // Heights are found as cards are drawn: the end may move once or twice while one gets there.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(change(page, 'Driver No. 1498')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await cards.count()).toBeLessThan(60)
  await page.keyboard.press('Home')

  await page.getByLabel('Search in changes').fill('VACATION no. 997')
  await expect(page.getByText('1 of 1,499 changes')).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=VACATION/)
  await page.getByRole('button', { name: 'Show: All' }).click()
  await page.getByRole('menuitemradio', { name: 'Done', exact: true }).click()
  await expect(page.getByText('No such change')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No such change')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByText('499 of 1,499 changes')).toBeVisible()
  await expect(group(page, 'Waiting')).toHaveCount(0)
})

test('everything is exported as one file without a network', async ({ scene, network }) => {
  const { page, name } = scene
  await changedAndCopied(scene, network, { waiting: 999, done: 499 })
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto('/outbox')
  await expect(group(page, 'Done')).toHaveAccessibleName('Done 499')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^haulyard-changes-\d{4}-\d\d-\d\d\.json$/)
  const content = await readFile(await file.path(), 'utf8')
  expect(() => JSON.parse(content)).not.toThrow()
  expect(new Set([...content.matchAll(/"last_name": "No\. (\d+)"/g)].map(([, number]) => number)).size).toBe(1498)
  expect(content).toContain(`"record": "${name}"`)
})

test('the arrows go from card to card, and the cards that come have the focus', async ({ scene, network }) => {
  const { page, name } = scene
  await changedAndCopied(scene, network, { waiting: 60, done: 0 })
  await page.goto('/outbox')
  await expect(change(page, name)).toBeVisible()
  await expectNoFindings(page, 'outbox')
  await change(page, name).getByRole('button', { name: 'Copy' }).focus()
  const place = page.getByRole('listitem').filter({ has: page.locator(':focus') })
  for (let step = 1; step <= 24; step += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(place).toHaveAttribute('aria-posinset', `${step + 1}`)
  }
  await expect(place.getByRole('button', { name: 'Copy' })).toBeFocused()
  await expect(place).toBeInViewport()
})

test('the arrows stay with one kind of button over cards that have others', async ({ scene, network }) => {
  const { page } = scene
  await changedAndCopied(scene, network, { waiting: 7, done: 0, isUnsent: true })
  network.set('hang', keptChanges)
  await page.goto('/outbox')
  const steps = async (key: 'ArrowDown' | 'ArrowUp', count: number) => {
    for (let step = 0; step < count; step += 1) await page.keyboard.press(key)
  }
  // What was sent already has other buttons than what never was.
  const cards = group(page, 'Waiting').getByRole('listitem')
  const [sent, unsent] = [cards.first(), cards.and(page.locator('[aria-posinset="8"]'))]
  await expect(sent.getByRole('button').first()).toHaveText('Undo')
  await expect(unsent.getByRole('button')).toHaveText(['Edit', 'Undo', 'Copy'])
  // From then on no card changes its buttons for as long as a call may hang.
  await expect(cards.filter({ hasText: 'Being sent' })).toHaveCount(3, { timeout: 30_000 })
  await unsent.getByText('Copy').evaluate((translated) => translated.replaceChildren('Kopiuj'))
  await sent.getByRole('button', { name: 'Copy' }).focus()
  await steps('ArrowDown', 7)
  await expect(unsent.getByRole('button', { name: 'Kopiuj' })).toBeFocused()
  // One that a card lacks is aimed at again on the next.
  await unsent.getByRole('button', { name: 'Edit' }).focus()
  await steps('ArrowUp', 7)
  await expect(sent.getByRole('button').first()).toBeFocused()
  await steps('ArrowDown', 7)
  await expect(unsent.getByRole('button', { name: 'Edit' })).toBeFocused()
})

test('where a browser may clear a site that is not visited, the Outbox, a sign-out and This device say so', async ({
  scene,
  network,
}) => {
  const { page, name } = scene
  const limit = page.getByText(/7 days/)
  // What tells Apple's browsers from others, in a tab and without a promise to keep what is stored.
  await page.addInitScript(() => {
    Object.assign(globalThis, { GestureEvent: class {} })
    const refusing = { persist: async () => false, persisted: async () => false }
    Object.defineProperty(navigator, 'storage', { value: refusing })
  })
  await page.goto('/outbox')
  await expect(page.getByText('Nothing of yours waits on this device').first()).toBeVisible()
  await expect(limit).toHaveCount(0)

  await page.goto('/drivers')
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await openOutbox(page)
  await expect(change(page, name)).toBeVisible()
  await expect(limit).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('dialog', { name: 'Log out' }).getByText(/7 days/)).toBeVisible()
  await expectNoFindings(page, 'Log out with a limit')
  await page.keyboard.press('Escape')
  await page.goto('/device')
  await expect(page.getByText('until Haulyard is not opened here for 7 days')).toBeVisible()
  await expectNoFindings(page, 'This device with a limit')

  network.set('none')
  await openOutbox(page)
  await expect(page.getByText('Nothing of yours waits on this device').first()).toBeVisible()
  await expect(limit).toHaveCount(0)
})

test.describe('a conflict', () => {
  for (const [way, theirs, mine] of [
    ['Keep theirs', 'safety_orientation', 'safety_orientation'],
    ['Keep mine', 'safety_orientation', 'on_vacation'],
  ] as const) {
    test(`is settled by “${way}” on its card`, async ({ scene, network, yard }) => {
      const { page, driver, name } = scene
      const api = await apiAs(yard.server, 'admin')
      network.set('down')
      await setDriverStatus(page, name, 'Vacation')
      await api.patch(`/api/drivers/${driver.id}/`, { status: theirs })
      network.set('none')
      await openOutbox(page)
      const card = change(page, name)
      await expect(
        card.getByRole('row', { name: /^Status .*On The Road .*Safety Orientation .+, \d\d:\d\d .*Vacation$/ }),
      ).toBeVisible({ timeout: 30_000 })
      await card.getByRole('button', { name: way }).click()
      await expect(group(page, 'Needs attention')).toHaveCount(0)
      await nothingWaits(page)
      await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe(mine)
      await expect(group(page, 'Done').getByRole('article', { name })).toContainText(
        way === 'Keep mine' ? 'The server has it' : 'Discarded',
      )
    })
  }

  test('is settled by another value, with the keyboard, in a dialog that gives the focus back', async ({
    scene,
    network,
    yard,
  }) => {
    const { page, driver, name } = scene
    const api = await apiAs(yard.server, 'admin')
    network.set('down')
    await setDriverStatus(page, name, 'Vacation')
    await api.patch(`/api/drivers/${driver.id}/`, { status: 'safety_orientation' })
    network.set('none')
    await openOutbox(page)
    const opener = change(page, name).getByRole('button', { name: 'Another value' })
    await opener.click({ timeout: 30_000 })
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectNoFindings(page, 'conflict dialog')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()

    await page.setViewportSize({ width: 390, height: 780 })
    await opener.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Choose for Status first')
    await dialog.getByRole('radio', { name: 'Another value' }).check()
    await dialog.getByLabel('Status, neither theirs nor yours').selectOption('Firing')
    await expectNoFindings(page, 'conflict dialog with another value')
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('firing_process')
  })
})

const TOO_LONG = 'longer than this server takes'

test('a refused status is told with all its values, and what looked like a success goes', async ({ scene }) => {
  const { page, name } = scene
  await page.addInitScript(() => {
    const { fetch } = window
    const body = JSON.stringify({ status: 'asleep', position: 'pilot' })
    window.fetch = (input, init) => fetch(input, init?.method === 'PATCH' ? { ...init, body } : init)
  })
  await page.reload()
  await setDriverStatus(page, name, 'Firing')
  const alert = page.getByRole('alert').filter({ hasText: /Choose one of: .*, Choose one of: / })
  await expect(alert).toBeVisible()
  await expect(alert).toContainText(name)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('a change of status is told as a success once the server has it', async ({ scene, network }) => {
  const { page, name } = scene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  const toast = page.getByRole('status').filter({ hasText: 'Status:' })
  await expect(toast).toBeVisible()
  await expect(toast).not.toContainText('Successfully updated')
  await toast.hover()
  network.set('none')
  await expect(toast).toContainText('Successfully updated', { timeout: 30_000 })
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('a refused change is edited where the server’s words stand at the field, and is then made', async ({ scene }) => {
  const { page, name, driver, api } = scene
  // The app itself says so of more than 500 characters; the server may have a shorter limit than the app that is open.
  await page.addInitScript((text) => {
    const { fetch } = window
    const longer = (body: unknown) => (typeof body === 'string' ? body.replace(text, 'x'.repeat(501)) : body)
    window.fetch = (input, init) => fetch(input, init ? { ...init, body: longer(init.body) as string } : init)
  }, TOO_LONG)
  await openWeek(page)
  const cell = dayCell(page, name, 2)
  await expect(cell).toBeVisible()
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Description').fill(TOO_LONG)
  await editor.getByRole('button', { name: 'Save' }).click()
  await openOutbox(page)
  const card = group(page, 'Needs attention').getByRole('article')
  await expect(card).toContainText('At most 500 characters.', { timeout: 30_000 })
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Description' })
  await expect(field).toHaveAccessibleDescription('At most 500 characters.')
  await expectNoFindings(page, 'edit dialog')
  await field.fill('Yard 4, 08:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await nothingWaits(page)
  const row = (await api.schedule()).flatMap((one) => one.drivers).find((one) => one.id === driver.id)
  expect(row?.days.filter((day) => day.description === 'Yard 4, 08:00')).toHaveLength(1)
})

test.describe('undo', () => {
  test('takes a change out that was not sent, by the toast or by Ctrl+Z, and the server never hears of it', async ({
    scene,
    network,
  }) => {
    const { page, driver, name, api } = scene
    await page.context().setOffline(true)
    await setDriverStatus(page, name, 'Vacation')
    await expect(page.getByText(new RegExp(`^${name}: Status: .*Vacation$`))).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Taken back')).toBeVisible()
    // The button that had it is gone; it goes back to where it came from.
    await expect(page.getByRole('button', { name: `Status of ${name}: On The Road` })).toBeFocused()
    await setDriverStatus(page, name, 'Firing')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('button', { name: `Status of ${name}: On The Road` })).toBeVisible()
    await page.context().setOffline(false)
    await nothingWaits(page)
    expect(network.arrivals().size).toBe(0)
    expect((await api.driver(driver.id)).version).toBe(driver.version)
  })

  // On a tablet of its own: the clock of this one is set.
  test('is offered for five seconds, also when the offer takes the place of another', async ({ ownScene }) => {
    const { page, name } = ownScene
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.clock.install()
    await page.reload()
    await page.context().setOffline(true)
    await setDriverStatus(page, name, 'Vacation')
    await expect(undo).toBeVisible()
    await page.clock.runFor(3_000)
    await setDriverStatus(page, name, 'Firing')
    await expect(page.getByText(new RegExp(`^${name}: Status: .*Firing$`))).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(undo).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Taken back')).toBeVisible()
    await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
    await changesWaiting(page, 1)
    await setDriverStatus(page, name, 'Safety Orientation')
    await expect(undo).toBeVisible()
    await page.clock.runFor(6_000)
    await expect(undo).toBeHidden()
    await page.context().setOffline(false)
  })

  test('takes back a day that was saved', async ({ scene }) => {
    const { page, name } = scene
    await openWeek(page)
    const cell = dayCell(page, name, 2)
    const before = (await cell.getAttribute('aria-label')) ?? (await cell.textContent())
    await page.context().setOffline(true)
    await setDay(page, cell, 'Vacation', 'Back Monday')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(cell).not.toHaveAccessibleName(/Back Monday/)
    await nothingWaits(page)
    expect((await cell.getAttribute('aria-label')) ?? (await cell.textContent())).toBe(before)
  })

  test('of a change that may have reached the server sends what was there before, behind it', async ({
    scene,
    network,
  }) => {
    const { page, driver, name, api } = scene
    network.set('cut_after_commit', (call) => call.method === 'PATCH')
    await setDriverStatus(page, name, 'Vacation')
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: `Status of ${name}: On The Road` })).toBeVisible()
    await changesWaiting(page, 2)
    network.set('none')
    await nothingWaits(page)
    const after = await api.driver(driver.id)
    expect(after).toMatchObject({ current_status: 'on_the_road', version: driver.version + 2 })
  })

  test('of a change that the server has sends what was there before', async ({ scene }) => {
    const { page, driver, name, api } = scene
    await setDriverStatus(page, name, 'Vacation')
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
    await nothingWaits(page)
    await openOutbox(page)
    await group(page, 'Done').getByRole('article', { name }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^Taken back: what was there before is sent/)).toBeVisible()
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_the_road')
    expect(await api.driver(driver.id)).toMatchObject({
      current_status_date_from: driver.current_status_date_from,
      status_date_to: driver.status_date_to,
      version: driver.version + 2,
    })
  })

  test('that meets what a colleague has made of it since is a conflict, not an overwriting', async ({
    scene,
    yard,
  }) => {
    const { page, driver, name, api } = scene
    await setDriverStatus(page, name, 'Vacation')
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
    await nothingWaits(page)
    const admin = await apiAs(yard.server, 'admin')
    expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'firing_process' })).toBe(200)
    await openOutbox(page)
    await group(page, 'Done').getByRole('article', { name }).getByRole('button', { name: 'Undo' }).click()
    const card = group(page, 'Needs attention').getByRole('article', { name })
    await expect(card.getByRole('row', { name: /^Status .*Vacation .*Firing .+ On The Road$/ })).toBeVisible()
    expect((await api.driver(driver.id)).current_status).toBe('firing_process')
    await card.getByRole('button', { name: 'Keep theirs' }).click()
    await nothingWaits(page)
    expect((await api.driver(driver.id)).current_status).toBe('firing_process')
  })
})
