import { readFile } from 'node:fs/promises'
import type { Scene } from '#e2e/support/company/scene.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { layersClosed } from '#e2e/support/page/layers.ts'
import { type CopyCounts, changeCard, changeGroup, openOutbox, storeCopies } from '#e2e/support/page/outbox.ts'
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
import { isOutboxChange, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** Makes one change offline and stores many copies of it. The next page that is opened has them all. */
async function changeAndStoreCopies(
  { page, api, name }: Scene,
  network: UnreliableProxy,
  copies: Omit<CopyCounts, 'user'>,
) {
  const { id: user } = await api.get<{ id: number }>('/api/users/users/me/')
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await storeCopies(page, { user, ...copies })
}

test('a thousand waiting and five hundred done changes can be read, searched and filtered offline', async ({
  scene,
  network,
}) => {
  const { page } = scene
  await changeAndStoreCopies(scene, network, { waiting: 999, done: 499 })
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto('/outbox')

  const cards = page.getByRole('article')
  await expect(changeGroup(page, 'Waiting')).toHaveAccessibleName('Waiting 1,000')
  await expect(changeGroup(page, 'Done')).toHaveAccessibleName('Done 499')
  expect(await cards.count()).toBeLessThan(80)
  const first = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first()
  await expect(first).toHaveAttribute('aria-setsize', '1000')
  await expect(first).toHaveAttribute('aria-posinset', '1')

  // Heights are measured as cards are drawn, so the end may move once or twice on the way.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(changeCard(page, 'Driver No. 1498')).toBeVisible({ timeout: 500 })
  }).toPass()
  // Cards on the way may still be there for a moment.
  await expect.poll(() => cards.count()).toBeLessThan(80)
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
  await expect(changeGroup(page, 'Waiting')).toHaveCount(0)
})

test('all changes are exported as one file offline', async ({ scene, network }) => {
  const { page, name } = scene
  await changeAndStoreCopies(scene, network, { waiting: 999, done: 499 })
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto('/outbox')
  await expect(changeGroup(page, 'Done')).toHaveAccessibleName('Done 499')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^haulyard-changes-\d{4}-\d\d-\d\d\.json$/)
  const content = await readFile(await file.path(), 'utf8')
  expect(() => JSON.parse(content)).not.toThrow()
  expect(new Set([...content.matchAll(/"last_name": "No\. (\d+)"/g)].map(([, number]) => number)).size).toBe(1498)
  expect(content).toContain(`"record": "${name}"`)
})

test('the arrow keys move from card to card, and newly drawn cards get the focus', async ({ scene, network }) => {
  const { page, name } = scene
  await changeAndStoreCopies(scene, network, { waiting: 60, done: 0 })
  await page.goto('/outbox')
  await expect(changeCard(page, name)).toBeVisible()
  await expectNoFindings(page, 'outbox')
  await changeCard(page, name).getByRole('button', { name: 'Copy' }).focus()
  const place = page.getByRole('listitem').filter({ has: page.locator(':focus') })
  for (let step = 1; step <= 24; step += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(place).toHaveAttribute('aria-posinset', `${step + 1}`)
  }
  await expect(place.getByRole('button', { name: 'Copy' })).toBeFocused()
  await expect(place).toBeInViewport()
})

test('the arrow keys stay on one kind of button across cards with different buttons', async ({ scene, network }) => {
  const { page } = scene
  await changeAndStoreCopies(scene, network, { waiting: 7, done: 0, isUnsent: true })
  network.set('hang', isOutboxChange)
  await page.goto('/outbox')
  const steps = async (key: 'ArrowDown' | 'ArrowUp', count: number) => {
    for (let step = 0; step < count; step += 1) await page.keyboard.press(key)
  }
  // An entry that was sent has other buttons than an unsent one.
  const cards = changeGroup(page, 'Waiting').getByRole('listitem')
  const [sent, unsent] = [cards.first(), cards.and(page.locator('[aria-posinset="8"]'))]
  await expect(sent.getByRole('button').first()).toHaveText('Undo')
  await expect(unsent.getByRole('button')).toHaveText(['Edit', 'Undo', 'Copy'])
  // From here on no card changes its buttons for as long as a call may hang.
  await expect(cards.filter({ hasText: 'Being sent' })).toHaveCount(3, { timeout: 30_000 })
  await unsent.getByText('Copy').evaluate((translated) => translated.replaceChildren('Kopiuj'))
  await sent.getByRole('button', { name: 'Copy' }).focus()
  await steps('ArrowDown', 7)
  await expect(unsent.getByRole('button', { name: 'Kopiuj' })).toBeFocused()
  // A button that a card lacks gets the focus again on the next card that has it.
  await unsent.getByRole('button', { name: 'Edit' }).focus()
  await steps('ArrowUp', 7)
  await expect(sent.getByRole('button').first()).toBeFocused()
  await steps('ArrowDown', 7)
  await expect(unsent.getByRole('button', { name: 'Edit' })).toBeFocused()
})

test('where a browser may clear an unvisited site, the Outbox, the sign-out and This device warn of it', async ({
  scene,
  network,
}) => {
  const { page, name } = scene
  const limit = page.getByText(/7 days/)
  // Looks like one of Apple's browsers, in a tab and without persistent storage.
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
  await expect(changeCard(page, name)).toBeVisible()
  await expect(limit).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('dialog', { name: 'Log out' }).getByText(/7 days/)).toBeVisible()
  await expectNoFindings(page, 'Log out with a limit')
  await page.keyboard.press('Escape')
  await layersClosed(page)
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
    test(`is resolved by “${way}” on its card`, async ({ scene, network, yard }) => {
      const { page, driver, name } = scene
      const api = await apiAs(yard.server, 'admin')
      network.set('down')
      await setDriverStatus(page, name, 'Vacation')
      await api.patch(`/api/drivers/${driver.id}/`, { status: theirs })
      network.set('none')
      await openOutbox(page)
      const card = changeCard(page, name)
      await expect(
        card.getByRole('row', {
          name: /^Status .*On The Road .*Safety Orientation .+, \d{1,2}:\d\d [AP]M .*Vacation$/,
        }),
      ).toBeVisible({ timeout: 30_000 })
      await card.getByRole('button', { name: way }).click()
      await expect(changeGroup(page, 'Needs attention')).toHaveCount(0)
      await nothingWaits(page)
      await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe(mine)
      await expect(changeGroup(page, 'Done').getByRole('article', { name })).toContainText(
        way === 'Keep mine' ? 'Sent ' : 'Discarded',
      )
    })
  }

  test('is resolved with another value by keyboard, in a dialog that returns the focus', async ({
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
    const opener = changeCard(page, name).getByRole('button', { name: 'Another value' })
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
    await expect(dialog.getByRole('alert')).toContainText('Pick a value for Status.')
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

test('a refused status reports every problem, and the Undo of the former success disappears', async ({ scene }) => {
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

test('a change of status is reported as a success once the server has it', async ({ scene, network }) => {
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

test('a refused change is edited with the server’s message at its field, and is then applied', async ({ scene }) => {
  const { page, name, driver, api } = scene
  // The app refuses more than 500 characters itself. The server's limit may be shorter than that of the open app.
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
  const card = changeGroup(page, 'Needs attention').getByRole('article')
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
  test('withdraws an unsent change, by the toast or by Ctrl+Z, and the server never receives it', async ({
    scene,
    network,
  }) => {
    const { page, driver, name, api } = scene
    await page.context().setOffline(true)
    await setDriverStatus(page, name, 'Vacation')
    await expect(page.getByText(new RegExp(`^${name}: Status: .*Vacation$`))).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Taken back')).toBeVisible()
    // The focused button is gone: the focus returns to where it was before.
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

  // On a new tablet: the test sets its clock.
  test('is offered for five seconds, even if the offer replaces another', async ({ ownScene }) => {
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

  test('takes back a saved day', async ({ scene }) => {
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

  test('of a change that may have reached the server sends the previous value after it', async ({ scene, network }) => {
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

  test('of a change that the server has sends the previous value', async ({ scene }) => {
    const { page, driver, name, api } = scene
    await setDriverStatus(page, name, 'Vacation')
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
    await nothingWaits(page)
    await openOutbox(page)
    await changeGroup(page, 'Done').getByRole('article', { name }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^Taken back: what was there before is sent/)).toBeVisible()
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_the_road')
    expect(await api.driver(driver.id)).toMatchObject({
      current_status_date_from: driver.current_status_date_from,
      status_date_to: driver.status_date_to,
      version: driver.version + 2,
    })
  })

  test('of a change that a colleague has changed since becomes a conflict and overwrites nothing', async ({
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
    await changeGroup(page, 'Done').getByRole('article', { name }).getByRole('button', { name: 'Undo' }).click()
    const card = changeGroup(page, 'Needs attention').getByRole('article', { name })
    await expect(card.getByRole('row', { name: /^Status .*Vacation .*Firing .+ On The Road$/ })).toBeVisible()
    expect((await api.driver(driver.id)).current_status).toBe('firing_process')
    await card.getByRole('button', { name: 'Keep theirs' }).click()
    await nothingWaits(page)
    expect((await api.driver(driver.id)).current_status).toBe('firing_process')
  })
})
