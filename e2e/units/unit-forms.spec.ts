import type { Locator, Page } from '@playwright/test'
import type { DispatcherOption } from '#contract/people/dispatchers.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/office.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const drivers = (page: Page) => dialog(page).getByRole('listbox', { name: 'Driver', exact: true })
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const trucks = async (admin: Api) => (await admin.get<{ results: readonly Unit[] }>('/api/trucks/?limit=1000')).results
const trailers = async (admin: Api) =>
  (await admin.get<{ results: readonly Unit[] }>('/api/trailers/?limit=1000')).results

async function openList(page: Page, area: 'trucks' | 'trailers'): Promise<void> {
  await page.goto(`/${area}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}

const COMMON_FIELDS: Readonly<Record<string, string>> = {
  Model: 'Kenworth T680',
  Year: '2024',
  Color: 'Red',
  'Inspection passed': '2026-03-02',
  'Next service': '2027-01-15',
  'Fleet manager’s name': 'Karen Walsh',
  'Fleet manager’s phone': '+1 312 555 0107',
  'Fleet manager’s email': 'karen.walsh@haulyard.example',
  'Status to': '2099-12-31',
}
/** The fields that identify one truck and differ between trucks. */
const identifiersOf = (number: string): Readonly<Record<string, string>> => ({
  'Unit number': number,
  'License plate': `P-${number}`,
  'Transponder ID': `007 ${number}`,
  'GoMotive ID': `730${number}`,
  'Fuel network ID': `660${number}`,
})

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Searches the list for a unit, expands its card, and returns the card. */
async function openCard(page: Page, area: 'trucks' | 'trailers', title: string): Promise<Locator> {
  const id = title.split(' ').at(-1) ?? ''
  await page.goto(`/${area}?find=${id}`)
  const unitCard = card(page, title)
  await unitCard.getByRole('button', { expanded: false, name: /expenses$/ }).click()
  return unitCard
}

test('a truck is added with its photo; the VIN fills in year and model, and a plate or VIN already in use is reported', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const vin = '1XKYDP9X4RJ123456'
  expect(await admin.post('/api/trucks/', aTruck('8801', { vin }))).toBe(201)
  await openList(page, 'trucks')
  await page.getByRole('button', { name: 'Add truck' }).click()
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  // A mistyped VIN can be corrected without leaving the field.
  await field(page, 'VIN (optional)').fill(vin.replace(/6$/, '7'))
  await field(page, 'VIN (optional)').blur()
  await expect(dialog(page).getByText(/^The check digit of this VIN is wrong/)).toBeVisible()
  await field(page, 'VIN (optional)').press('End')
  await field(page, 'VIN (optional)').press('Backspace')
  await expect(dialog(page).getByText('A VIN has 17 characters.')).toBeVisible()
  await field(page, 'VIN (optional)').press('6')
  await expect(dialog(page).getByText('A VIN has 17 characters.')).toBeHidden()
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  await expect(dialog(page).getByText('2024 Kenworth, from the VIN')).toBeVisible()
  await expect(field(page, 'Year')).toHaveValue('2024')
  await expect(field(page, 'Model')).toHaveValue('Kenworth')
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page).getByText('Please fill out this field').first()).toBeVisible()
  await expect(field(page, 'Color')).toBeFocused()
  await field(page, 'Color').fill('Red')
  await expect(field(page, 'Color')).not.toHaveAttribute('aria-invalid', 'true')

  await dialog(page).getByLabel('Known fleet manager').selectOption({ label: 'Greg Novak' })
  await expect(field(page, 'Fleet manager’s name')).toHaveValue('Greg Novak')
  await expect(field(page, 'Fleet manager’s email')).toHaveValue(/@/)
  await fill(page, { ...COMMON_FIELDS, ...identifiersOf('8802'), 'License plate': 'p 8801' })
  await expect(dialog(page).getByText('Another unit has this license plate.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(field(page, 'License plate')).toBeFocused()
  expect((await trucks(admin)).some(({ id }) => id === '8802')).toBe(false)
  await field(page, 'License plate').fill('P-8802')
  await expect(dialog(page).getByText('Another unit has this license plate.')).toBeHidden()

  await dialog(page).getByRole('button', { name: 'Change the photo' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click()
  await (await chooser).setFiles({ name: 'truck.png', mimeType: 'image/png', buffer: aPicture(200) })
  await expect(dialog(page).getByRole('img', { name: 'Photo of the truck' })).toBeVisible()

  const dispatcher = (
    await admin.get<{ results: readonly DispatcherOption[] }>('/api/dispatchers/mini-list/')
  ).results.find(({ status }) => status === 'working')
  if (!dispatcher) throw new Error('no dispatcher works')
  await dialog(page).getByRole('button', { name: 'Dispatcher: none' }).click()
  const dispatchers = dialog(page).getByRole('listbox', { name: 'Dispatcher', exact: true })
  await dispatchers.getByRole('option', { name: fullName(dispatcher.user) }).click()

  // Only the server knows all VINs.
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page).getByText('Another unit has this VIN.')).toBeVisible()
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  await expect(field(page, 'Model')).toHaveValue('Kenworth T680')
  await field(page, 'VIN (optional)').fill('')
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(page.getByText('Successfully created')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await nothingWaits(page)
  const truck = (await trucks(admin)).find(({ id }) => id === '8802')
  expect(truck).toMatchObject({ status: 'unassigned', year: 2024, extra_info: { licence_plate: 'P-8802' }, version: 1 })
  expect(truck?.photo).toMatch(/^\/api\/files\//)
  expect(truck?.dispatcher?.id).toBe(dispatcher.id)
  await expect(card(page, 'Truck 8802')).toContainText(fullName(dispatcher.user))
})

test('a plate can move from one truck to another offline, and the server accepts both changes', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  expect(await admin.post('/api/trucks/', aTruck('8820'))).toBe(201)
  const plate = (await trucks(admin)).flatMap((one) =>
    one.kind === 'truck' && one.id === '8820' ? [one.extra_info.licence_plate ?? ''] : [],
  )[0]
  if (!plate) throw new Error('the truck has no plate')
  const truckCard = await openCard(page, 'trucks', 'Truck 8820')
  await page.getByRole('button', { name: 'Add truck' }).click()
  await field(page, 'License plate').fill(plate)
  await expect(dialog(page).getByText('Another unit has this license plate.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  network.set('down')
  await truckCard.getByRole('button', { name: 'Edit Truck 8820' }).click()
  await field(page, 'License plate').fill('P 8820 NEW')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await changesWaiting(page, 1)
  await page.getByRole('button', { name: 'Add truck' }).click()
  await fill(page, { ...COMMON_FIELDS, ...identifiersOf('8821'), 'License plate': plate })
  await expect(dialog(page).getByText('Another unit has this license plate.')).toBeHidden()
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page)).toBeHidden()
  await changesWaiting(page, 2)

  network.set('none')
  await nothingWaits(page)
  expect(await admin.get('/api/trucks/8821/')).toMatchObject({ extra_info: { licence_plate: plate } })
  expect(await admin.get('/api/trucks/8820/')).toMatchObject({ extra_info: { licence_plate: 'P 8820 NEW' } })
})

test('a trailer added offline survives a reload while it is typed, gets its driver, and receives its number from the server', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const driver = (await admin.drivers()).find((one) => one.trailer !== null && one.current_status === 'on_the_road')
  if (!driver) throw new Error('no driver on the road has a trailer')
  const name = fullName(driver.user)
  await savedForOffline(page)
  await openList(page, 'trailers')
  const before = new Set((await trailers(admin)).map(({ id }) => id))
  network.set('down')
  await page.getByRole('button', { name: 'Add trailer' }).click()
  await fill(page, { ...COMMON_FIELDS, 'GoMotive ID': '7308830' })
  await field(page, 'Type').selectOption({ label: 'Step deck' })
  await expect(field(page, 'Status')).toHaveValue('unassigned')
  const pick = async () => {
    await dialog(page).getByRole('button', { name: 'Driver: none' }).click()
    await dialog(page).getByRole('combobox', { name: 'Find: Driver' }).fill(name)
    await drivers(page).getByRole('option', { name }).first().click()
    await expect(field(page, 'Status')).toHaveValue('assigned')
  }
  await pick()
  await field(page, 'Status').selectOption({ label: 'For Sale' })
  await expect(dialog(page).getByRole('button', { name: 'Driver: none' })).toBeVisible()
  await expect(field(page, 'Status')).toHaveValue('for_sale')
  await pick()

  await expect.poll(() => page.evaluate(draftsAsText)).toContain(driver.user.last_name)
  await page.reload()
  const offer = page.getByRole('region', { name: 'Not saved yet' })
  await expect(offer).toContainText('a new trailer')
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(field(page, 'Type')).toHaveValue('step_deck')
  await dialog(page).getByRole('button', { name: 'Add trailer' }).click()
  await expect(dialog(page)).toBeHidden()
  await changesWaiting(page, 1)
  const pendingCard = card(page, 'New trailer')
  await expect(pendingCard).toContainText(name)
  expect((await trailers(admin)).length).toBe(before.size)

  network.set('none')
  await nothingWaits(page)
  const trailer = (await trailers(admin)).find(({ id }) => !before.has(id))
  expect(trailer?.id).toMatch(/^TL-\d+$/)
  expect(trailer).toMatchObject({ driver: driver.id, type: 'step_deck', status: 'assigned' })
  expect((await admin.driver(driver.id)).trailer).toBe(trailer?.id)
  const former = (await trailers(admin)).find(({ id }) => id === driver.trailer)
  expect(former).toMatchObject({ status: 'unassigned', driver: null })
  await expect(card(page, `Trailer ${trailer?.id}`)).toBeVisible()
  await expect(pendingCard).toBeHidden()
})

test('a truck can be edited and deleted with the keyboard alone, after a question that lists what depends on it', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const driver = (await admin.drivers()).find((one) => one.current_status === 'on_the_road')
  if (!driver) throw new Error('no driver is on the road')
  const assignment = { driver: driver.id, driver_had: driver.truck }
  expect(await admin.post('/api/trucks/', aTruck('8810', assignment))).toBe(201)
  const truckCard = await openCard(page, 'trucks', 'Truck 8810')
  await truckCard.getByRole('button', { name: 'Edit Truck 8810' }).focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
  await expect(field(page, 'Color')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Blue')
  // The truck’s own plate must not be reported as another truck’s.
  await expect(dialog(page).getByText('Another unit has this license plate.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully updated')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await admin.get('/api/trucks/8810/')).toMatchObject({
    color: 'Blue',
    transport_model: 'Freightliner Cascadia',
  })
  await expect(truckCard.getByRole('button', { name: 'Edit Truck 8810' })).toBeFocused()

  await truckCard.getByRole('button', { name: 'Delete Truck 8810' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(`${fullName(driver.user)} will have no truck.`)
  await expect(dialog(page)).toContainText('It has no tolls, fuel, inspections or defects.')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully deleted')).toBeVisible()
  await expect(truckCard).toBeHidden()
  expect((await admin.driver(driver.id)).truck).toBeNull()
  expect((await trucks(admin)).some(({ id }) => id === '8810')).toBe(false)
  await nothingWaits(page)
})

test('a registration date entered offline is on the card immediately, and an expired one makes the truck not ready', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  expect(await admin.post('/api/trucks/', aTruck('8830', { registration_expire: null }))).toBe(201)
  const truckCard = await openCard(page, 'trucks', 'Truck 8830')
  const registration = truckCard.locator('div', {
    has: page.getByRole('term').getByText('Registration expires', { exact: true }),
  })
  await expect(registration.last()).toContainText('Not on file')
  const saveExpiry = async (day: string) => {
    await truckCard.getByRole('button', { name: 'Edit Truck 8830' }).click()
    await field(page, 'Registration expires (optional)').fill(day)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  network.set('down')
  await saveExpiry('2099-03-31')
  await changesWaiting(page, 1)
  await expect(registration.last()).toContainText('03/31/99')
  await expect(truckCard).not.toContainText('registration expired')
  // An entry that may have been sent is not merged with a later one: the second change waits behind it.
  await saveExpiry('2020-03-31')
  await changesWaiting(page, 2)
  await expect(registration.last()).toContainText('expired')
  await expect(truckCard).toContainText('registration expired')
  expect(await admin.get('/api/trucks/8830/')).toMatchObject({ registration_expire: null, version: 1 })

  network.set('none')
  await nothingWaits(page)
  expect(await admin.get('/api/trucks/8830/')).toMatchObject({ registration_expire: '2020-03-31', version: 3 })
  const { results } = await admin.get<{ results: readonly { id: string; reasons: readonly { reason: string }[] }[] }>(
    '/api/transport/not-ready/',
  )
  const reasons = results.find(({ id }) => id === '8830')?.reasons.map(({ reason }) => reason)
  expect(reasons).toEqual(['registration_expired'])
  await saveExpiry('')
  await expect(registration.last()).toContainText('Not on file')
  await nothingWaits(page)
  expect(await admin.get('/api/trucks/8830/')).toMatchObject({ registration_expire: null, version: 4 })
})

test('axe finds no violations in the unit forms, in light and dark, and nothing is cut off on a phone', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openList(page, 'trucks')
  await page.getByRole('button', { name: 'Add truck' }).click()
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page).getByText('Please fill out this field').first()).toBeVisible()
  await expectNoFindings(page, 'a new truck with errors')
  await dialog(page).getByRole('button', { name: 'Driver: none' }).click()
  await expect(drivers(page).getByRole('option').first()).toBeVisible()
  await expectNoFindings(page, 'a new truck, choosing its driver')
  await page.setViewportSize({ width: 360, height: 800 })
  const width = await dialog(page).evaluate((element) => [element.scrollWidth, element.clientWidth])
  expect(width[0]).toBe(width[1])
  await page.setViewportSize({ width: 1280, height: 1600 })
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  const driven = (await trucks(admin)).find(
    ({ driver, extra_info }) => driver !== null && extra_info.tolls_expenses > 0,
  )
  if (!driven) throw new Error('no truck of the demo company has paid tolls')
  const truckCard = await openCard(page, 'trucks', `Truck ${driven.id}`)
  await truckCard.getByRole('button', { name: /^Edit Truck/ }).click()
  await expect(field(page, 'VIN (optional)')).toBeVisible()
  await expectNoFindings(page, 'editing a truck')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await truckCard.getByRole('button', { name: /^Delete Truck/ }).click()
  await expect(dialog(page)).toContainText(`${driven.driver_full_name} will have no truck.`)
  await expect(dialog(page)).toContainText(/\d+ tolls and \d+ purchases of fuel stay in the books\./)
  await expectNoFindings(page, 'deleting a truck')
})
