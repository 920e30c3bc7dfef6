import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/office.ts'
import {
  aNewTruck,
  driverWithoutTruck,
  pickTruckDriver,
  pickTruckStatus,
  truckCard,
  truckDriver,
  truckNow,
  truckStatus,
} from '#e2e/support/company/trucks.ts'
import { unitButton } from '#e2e/support/company/units.ts'
import { expect } from '#e2e/support/expect.ts'
import { changeCard, changeGroup, openOutbox } from '#e2e/support/page/outbox.ts'
import { changesWaiting, nothingWaits, openDrivers, openTrucks } from '#e2e/support/page/screens.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'
import { chicagoDay } from '#src/format/chicago.ts'

test('a truck sent to service offline loses its driver on every page, and the server stores the status once', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const driver = await driverWithoutTruck(admin)
  const name = fullName(driver.user)
  const truck = await aNewTruck(admin, driver.id)
  await openDrivers(page)
  await expect(unitButton(page, name, 'Truck', truck)).toBeVisible()
  await openTrucks(page)
  await expect(truckDriver(page, truck, name)).toBeVisible()
  await expect(truckCard(page, truck)).toContainText('Ready to roll')

  network.set('down')
  await pickTruckStatus(page, truck, 'On Service')
  await expect(truckStatus(page, truck, 'On Service')).toBeVisible()
  await expect(truckDriver(page, truck, null)).toBeVisible()
  await expect(truckCard(page, truck)).toContainText('Not ready: on service')
  await expect(truckCard(page, truck).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await changesWaiting(page, 1)
  await page.goto('/drivers')
  await expect(unitButton(page, name, 'Truck', null)).toBeVisible()

  network.set('cut_after_commit', isOutboxChange)
  await expect.poll(async () => (await truckNow(admin, truck)).status, { timeout: 30_000 }).toBe('on_service')
  network.set('none')
  await nothingWaits(page)
  expect((await admin.driver(driver.id)).truck).toBeNull()
  const history = await admin.history('trucks', truck)
  expect(history.filter(({ field, to }) => field === 'status' && to === 'on_service')).toHaveLength(1)
})

test('a driver gets another truck from its card, the former truck is free immediately, and one Undo restores both', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const driver = await driverWithoutTruck(admin)
  const name = fullName(driver.user)
  const [formerTruck, newTruck] = [await aNewTruck(admin, driver.id), await aNewTruck(admin)]
  await openTrucks(page)
  await expect(truckDriver(page, formerTruck, name)).toBeVisible()
  await page.getByRole('button', { name: `Driver of Truck ${newTruck}: none` }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(truckDriver(page, newTruck, null)).toBeFocused()

  network.set('down')
  await pickTruckDriver(page, newTruck, name)
  const question = page.getByRole('dialog', { name: `${name} has truck ${formerTruck}` })
  await question.getByRole('button', { name: `Give ${name} ${newTruck} instead` }).click()
  await expect(truckDriver(page, newTruck, name)).toBeVisible()
  await expect(truckStatus(page, newTruck, 'Assigned')).toBeVisible()
  await expect(truckStatus(page, formerTruck, 'Unassigned')).toBeVisible()
  network.set('none')
  await nothingWaits(page)
  expect((await admin.driver(driver.id)).truck).toBe(newTruck)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(truckDriver(page, formerTruck, name)).toBeVisible()
  await expect.poll(async () => (await admin.driver(driver.id)).truck, { timeout: 30_000 }).toBe(formerTruck)
  expect(await truckNow(admin, newTruck)).toMatchObject({ status: 'unassigned', driver: null })
})

test('a change to a truck that was deleted meanwhile needs attention, names who deleted it, and can be copied', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  // In a full browser a click is permission enough; the headless shell needs the permission granted.
  await office.context().grantPermissions(['clipboard-write'])
  const truck = await aNewTruck(admin)
  await openTrucks(page)
  await expect(truckCard(page, truck)).toBeVisible()
  network.set('down')
  await pickTruckStatus(page, truck, 'For Sale')
  await changesWaiting(page, 1)
  expect(await admin.remove(`/api/trucks/${truck}/`)).toBe(204)
  network.set('none')
  await openOutbox(page)
  await expect(changeGroup(page, 'Needs attention')).toBeVisible({ timeout: 30_000 })
  const card = changeCard(page, `Truck ${truck}`)
  await expect(card).toContainText(`Truck ${truck} was deleted by Ruth Callahan.`)
  await expect(card).toContainText('Status: Unassigned → For Sale')
  await card.getByRole('button', { name: /Copy/ }).click()
  await expect(page.getByText(/copied/i).first()).toBeVisible()
  await card.getByRole('button', { name: /Discard/ }).click()
  await page.getByLabel('Discard this change?').getByRole('button', { name: 'Discard', exact: true }).click()
  await nothingWaits(page)
})

test('trucks are searched, filtered and sorted, and show expenses week by week, never for a future week', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const truck = await aNewTruck(admin)
  await openTrucks(page)
  await page.getByRole('searchbox', { name: /Find/ }).fill(`e${truck} volvo`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(truckCard(page, truck)).toContainText(`Volvo VNL 760 2025 · Blue · E${truck}`)
  await expect(page).toHaveURL(/find=/)
  await truckCard(page, truck)
    .getByRole('button', { name: /identifiers, fleet manager and expenses/ })
    .click()
  const expenses = page.getByRole('region', { name: `Expenses of Truck ${truck}` })
  await expect(expenses).toContainText('2 weeks ago')
  await expenses.getByRole('button', { name: /Next/ }).click()
  await expect(expenses).toContainText('Last week')
  await expenses.getByRole('button', { name: /Next/ }).click()
  await expect(expenses).toContainText('Current')
  await expect(expenses.getByRole('button', { name: /Next/ })).toBeDisabled()
  await expect(expenses).toContainText('Toll expenses')
  await expect(truckCard(page, truck)).toContainText(`77${truck}`)

  await page.getByRole('searchbox', { name: /Find/ }).fill('')
  await page.getByRole('button', { name: 'Sort: Name' }).click()
  await page.getByRole('menuitemradio', { name: 'Miles Driven' }).click()
  await expect(page).toHaveURL(/sort=miles_driven/)
  await page.getByRole('button', { name: 'Filter: All' }).click()
  await page.getByRole('menuitemradio', { name: 'On Service' }).click()
  await expect(page.getByRole('article').first()).toContainText('Not ready: on service')
})

test('a list left open past midnight in Chicago switches to the new day', async ({ office, network, admin }) => {
  const page = office.page()
  const [now, MINUTE] = [Date.now(), 60_000]
  const truck = await aNewTruck(admin, null, chicagoDay(now))
  let midnight = now
  while (chicagoDay(midnight) === chicagoDay(now)) midnight += MINUTE
  await page.clock.install({ time: midnight - 2 * MINUTE })
  network.shiftClock(midnight - 2 * MINUTE - now)
  await openTrucks(page)
  await expect(truckCard(page, truck)).toContainText('· today')
  await expect(truckCard(page, truck)).toContainText('Ready to roll')
  await page.clock.runFor(2 * MINUTE)
  await expect(truckCard(page, truck)).toContainText('· 1 day overdue')
  await expect(truckCard(page, truck)).toContainText('Not ready: service overdue')
})
