import type { Driver } from '#contract/people/drivers.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/office.ts'
import { openUnits, pickUnit, unitButton } from '#e2e/support/company/units.ts'
import { expect } from '#e2e/support/expect.ts'
import { changeCard, changeGroup, openOutbox } from '#e2e/support/page/outbox.ts'
import {
  changesWaiting,
  driverCard,
  driverStatus,
  nothingWaits,
  openDrivers,
  pickDriverStatus,
} from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

const trucks = async (api: Api) =>
  (await api.get<{ readonly results: readonly UnitName[] }>('/api/trucks/mini-list/?limit=1000')).results
/** The id of a truck without a driver. If there is none, takes the truck of the last driver, whom no test here uses. */
async function findFreeTruck(api: Api): Promise<string> {
  const free = (await trucks(api)).find(({ status }) => status === 'unassigned')
  if (free) return free.id
  const last = (await api.drivers()).findLast((row) => row.truck && row.current_status !== 'firing_process')
  if (!last?.truck) throw new Error('no driver has a truck')
  expect(await api.patch(`/api/drivers/${last.id}/`, { truck_id: null })).toBe(200)
  return last.truck
}
const truckOf = async (api: Api, id: number) => (await api.driver(id)).truck
/** Two drivers who are on the road and have a truck. */
async function twoDriversWithTrucks(api: Api): Promise<readonly [Driver, Driver]> {
  const [one, other] = (await api.drivers()).filter((row) => row.truck && row.current_status === 'on_the_road')
  if (!one || !other) throw new Error('fewer than two drivers on the road have a truck')
  return [one, other]
}

test('a free truck is assigned to a driver offline, and the server stores the assignment once', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const [driver] = await twoDriversWithTrucks(api)
  const name = fullName(driver.user)
  const free = await findFreeTruck(api)
  await expect(unitButton(page, name, 'Truck', driver.truck)).toBeVisible()
  // The device prefetches the trucks only some time after the page opened. Opening the menu fetches them now.
  await openUnits(page, name, 'Truck')
  await page.keyboard.press('Escape')
  await expect(unitButton(page, name, 'Truck', driver.truck)).toBeFocused()

  network.set('down')
  await pickUnit(page, name, 'Truck', free)
  await expect(unitButton(page, name, 'Truck', free)).toBeVisible()
  await changesWaiting(page, 1)
  const list = await openUnits(page, name, 'Truck')
  await expect(list.getByRole('group', { name: 'Unassigned' })).toContainText(`${driver.truck} ·`)
  await page.keyboard.press('Escape')
  network.set('cut_after_commit', isOutboxChange)
  await expect.poll(() => truckOf(api, driver.id), { timeout: 30_000 }).toBe(free)
  network.set('none')
  await nothingWaits(page)
  const history = await api.history('drivers', driver.id)
  expect(history.filter(({ field, to }) => field === 'truck_id' && to === free)).toHaveLength(1)
  const after = await trucks(api)
  expect(after.find(({ id }) => id === free)).toMatchObject({ status: 'assigned', driver: { id: driver.id } })
  expect(after.find(({ id }) => id === driver.truck)).toMatchObject({ status: 'unassigned', driver: null })
})

test('a truck taken from another driver leaves that driver without a truck immediately, and one Undo restores both', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const [taker, holder] = await twoDriversWithTrucks(api)
  const [name, holderName] = [fullName(taker.user), fullName(holder.user)]
  await openUnits(page, name, 'Truck')
  await page.keyboard.press('Escape')
  network.set('down')
  await pickUnit(page, name, 'Truck', holder.truck)
  const question = page.getByRole('dialog', { name: `Truck ${holder.truck} is assigned to ${holderName}` })
  await question.getByRole('button', { name: `Take it from ${holderName}` }).click()
  await expect(unitButton(page, name, 'Truck', holder.truck)).toBeVisible()
  await expect(unitButton(page, holderName, 'Truck', null)).toBeVisible()
  await expect(driverCard(page, holderName).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  network.set('none')
  await nothingWaits(page)
  expect(await Promise.all([taker, holder].map(({ id }) => truckOf(api, id)))).toEqual([holder.truck, null])

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(unitButton(page, holderName, 'Truck', holder.truck)).toBeVisible()
  await expect
    .poll(() => Promise.all([taker, holder].map(({ id }) => truckOf(api, id))), { timeout: 30_000 })
    .toEqual([taker.truck, holder.truck])
})

test('a truck that another driver got meanwhile needs attention in the Outbox, and the user can take it from there', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const [driver, other] = await twoDriversWithTrucks(api)
  const [name, otherName] = [fullName(driver.user), fullName(other.user)]
  const free = await findFreeTruck(api)
  await openUnits(page, name, 'Truck')
  await page.keyboard.press('Escape')
  network.set('down')
  await pickUnit(page, name, 'Truck', free)
  await changesWaiting(page, 1)
  expect(await api.patch(`/api/drivers/${other.id}/`, { truck_id: free })).toBe(200)
  network.set('none')
  await openOutbox(page)
  await expect(changeGroup(page, 'Needs attention')).toBeVisible({ timeout: 30_000 })
  const card = changeCard(page, name)
  await expect(card).toContainText(`Truck ${free} is assigned to ${otherName} now.`)

  // A further change of the same driver names the entry that it waits for.
  await openDrivers(page)
  await pickDriverStatus(page, name, 'Detention / Layover')
  const toast = page.getByRole('status').filter({ hasText: 'Undo' })
  await expect(toast).toContainText(`Waits until this is settled in the Outbox: ${name}: Truck:`)
  await openOutbox(page)
  await card.getByRole('button', { name: `Take it from ${otherName}` }).click()
  await expect(changeGroup(page, 'Needs attention')).toHaveCount(0)
  await expect.poll(() => truckOf(api, driver.id), { timeout: 30_000 }).toBe(free)
  expect(await truckOf(api, other.id)).toBeNull()
})

test('the units of a driver in Firing cannot be changed, and the button explains why', async ({
  tablet,
  admin,
  api,
}) => {
  const page = tablet.page()
  const [driver] = await twoDriversWithTrucks(api)
  const name = fullName(driver.user)
  const why = 'The units of a driver in Firing can’t be changed.'
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'firing_process' })).toBe(200)
  await openDrivers(page)
  const button = driverCard(page, name).getByRole('button', { name: new RegExp(`^Truck of ${name}: .*${why}$`) })
  await button.click({ force: true })
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await api.patch(`/api/drivers/${driver.id}/`, { truck_id: null })).toBe(400)
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'on_the_road' })).toBe(200)
})

test('setting a vacation asks for its dates, and the card shows them', async ({ scene, network }) => {
  const { page, driver, name, api } = scene
  network.set('down')
  await driverStatus(page, name, 'On The Road').click()
  await page.getByRole('menuitemradio', { name: 'Vacation' }).click()
  const dialog = page.getByRole('dialog', { name: `Vacation: ${name}` })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
  await driverStatus(page, name, 'On The Road').click()
  await page.getByRole('menuitemradio', { name: 'Vacation' }).click()
  // From today, which has the focus, to the day six days later.
  await expect(dialog.locator(':focus')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  await expect(driverCard(page, name)).toContainText(/\d\d\/\d\d\/\d\d – \d\d\/\d\d\/\d\d/)
  network.set('none')
  await nothingWaits(page)
  const { status_date_to: to, current_status_date_from: from } = await api.driver(driver.id)
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(6 * 86_400_000)
})

test('medical card date, rate and position are changed offline as one change, and Undo restores the date and the rate', async ({
  scene,
  network,
}) => {
  const { page, driver, name, api } = scene
  const card = driverCard(page, name)
  await card.getByRole('button', { name: /week, expiry dates/ }).click()
  const miles = driver.miles_driven.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
  await expect(card).toContainText(`Miles driven${miles}`)
  const edit = card.getByRole('button', { name: `Edit ${name}` })
  await edit.press('Enter')
  await expect(card.getByLabel('Medical card expires')).toBeFocused()
  await card.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  network.set('down')
  await card.getByLabel('Medical card expires').fill('2030-05-06')
  await card.getByRole('textbox', { name: /^Rate/ }).fill('6x1,5')
  // The field turns a comma into a dot and ignores every other character that is not a digit.
  await expect(card.getByRole('textbox', { name: /^Rate/ })).toHaveValue('61.5')
  await card.getByLabel('Position').selectOption('Company driver')
  await card.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(edit).toBeFocused()
  await expect(card).toContainText('05/06/30')
  await expect(card).toContainText('61.5 CPM')
  await changesWaiting(page, 1)
  network.set('none')
  await nothingWaits(page)
  expect(await api.driver(driver.id)).toMatchObject({
    position: 'company_driver',
    extra_info: { ...driver.extra_info, med_expire: '2030-05-06', rate: '61.5' },
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect
    .poll(async () => (await api.driver(driver.id)).extra_info, { timeout: 30_000 })
    .toEqual(driver.extra_info)
})

test('fuel expenses are shown week by week, never for a future week; a week that is not on the device says so', async ({
  scene,
  network,
}) => {
  const { page, driver, name, api } = scene
  const [last] = (await api.get<{ fuel_expenses: number }[]>(`/api/drivers/${driver.id}/additional-info/`)).slice(-1)
  const card = driverCard(page, name)
  await card.getByRole('button', { name: /week, expiry dates/ }).click()
  const expenses = card.getByRole('region', { name: `Expenses of ${name}` })
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  await expect(expenses).toContainText(dollars.format(last?.fuel_expenses ?? Number.NaN))
  // Only administrators see the company’s income.
  await expect(expenses).not.toContainText('Company income')
  await expect(expenses).toContainText('Last week')
  await expect(expenses.getByRole('button', { name: 'Next week' })).toBeDisabled()
  network.set('down')
  const back = expenses.getByRole('button', { name: 'Previous week' })
  await back.click()
  await expect(expenses).toContainText('2 weeks ago')
  await expect(expenses).toContainText('Fuel expenses')
  for (let week = 3; week <= 9; week += 1) await back.click()
  await expect(expenses).toContainText('9 weeks ago')
  await expect(expenses).toContainText('This week is not saved on this device yet.')
  network.set('none')
  await expect(expenses).toContainText('Fuel expenses', { timeout: 30_000 })
})

test('an administrator also sees the company’s income from a driver', async ({ office }) => {
  const page = office.page()
  await page.goto('/drivers')
  await page
    .getByRole('button', { name: /week, expiry dates/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: /^Expenses of/ })).toContainText('Company income')
})
