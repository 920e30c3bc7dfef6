import type { Locator, Page } from '@playwright/test'
import type { DispatcherOption } from '#contract/people/dispatchers.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/office.ts'
import { draftsAsText } from '#e2e/support/device/kept-drafts.ts'
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

const COMMON: Readonly<Record<string, string>> = {
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
/** What stands on one truck alone. */
const written = (number: string): Readonly<Record<string, string>> => ({
  'Unit number': number,
  'License plate': `P-${number}`,
  'Transponder ID': `007 ${number}`,
  'GoMotive ID': `730${number}`,
  'Fuel network ID': `660${number}`,
})

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Opens a card of the list, found by what it is called, and answers it. */
async function opened(page: Page, area: 'trucks' | 'trailers', title: string): Promise<Locator> {
  const id = title.split(' ').at(-1) ?? ''
  await page.goto(`/${area}?find=${id}`)
  const found = card(page, title)
  await found.getByRole('button', { expanded: false, name: /expenses$/ }).click()
  return found
}

test('a truck is added with its photo; its VIN fills the form in, and what another truck has is told', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const vin = '1XKYDP9X4RJ123456'
  expect(await admin.post('/api/trucks/', aTruck('8801', { vin }))).toBe(201)
  await openList(page, 'trucks')
  await page.getByRole('button', { name: 'Add truck' }).click()
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  // One that was misread is put right without leaving the field.
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
  await fill(page, { ...COMMON, ...written('8802'), 'License plate': 'p 8801' })
  await expect(dialog(page).getByText('Another truck has this license plate.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(field(page, 'License plate')).toBeFocused()
  expect((await trucks(admin)).some(({ id }) => id === '8802')).toBe(false)
  await field(page, 'License plate').fill('P-8802')
  await expect(dialog(page).getByText('Another truck has this license plate.')).toBeHidden()

  await dialog(page).getByRole('button', { name: 'Change the photo' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click()
  await (await chooser).setFiles({ name: 'truck.png', mimeType: 'image/png', buffer: aPicture(200) })
  await expect(dialog(page).getByRole('img', { name: 'Photo of the truck' })).toBeVisible()

  const leader = (
    await admin.get<{ results: readonly DispatcherOption[] }>('/api/dispatchers/mini-list/')
  ).results.find(({ status }) => status === 'working')
  if (!leader) throw new Error('no dispatcher works')
  await dialog(page).getByRole('button', { name: 'Dispatcher: none' }).click()
  const leaders = dialog(page).getByRole('listbox', { name: 'Dispatcher', exact: true })
  await leaders.getByRole('option', { name: fullName(leader.user) }).click()

  // Of VINs the server alone knows all.
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page).getByText('Another unit has this VIN.')).toBeVisible()
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  await expect(field(page, 'Model')).toHaveValue('Kenworth T680')
  await field(page, 'VIN (optional)').fill('')
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(page.getByText('Successfully created')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await nothingWaits(page)
  const made = (await trucks(admin)).find(({ id }) => id === '8802')
  expect(made).toMatchObject({ status: 'unassigned', year: 2024, extra_info: { licence_plate: 'P-8802' }, version: 1 })
  expect(made?.photo).toMatch(/^\/api\/files\//)
  expect(made?.dispatcher?.id).toBe(leader.id)
  await expect(card(page, 'Truck 8802')).toContainText(fullName(leader.user))
})

test('a plate is handed on from truck to truck in a dead zone, and the server takes both changes', async ({
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
  const found = await opened(page, 'trucks', 'Truck 8820')
  await page.getByRole('button', { name: 'Add truck' }).click()
  await field(page, 'License plate').fill(plate)
  await expect(dialog(page).getByText('Another truck has this license plate.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  network.set('down')
  await found.getByRole('button', { name: 'Edit Truck 8820' }).click()
  await field(page, 'License plate').fill('P 8820 NEW')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await changesWaiting(page, 1)
  await page.getByRole('button', { name: 'Add truck' }).click()
  await fill(page, { ...COMMON, ...written('8821'), 'License plate': plate })
  await expect(dialog(page).getByText('Another truck has this license plate.')).toBeHidden()
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page)).toBeHidden()
  await changesWaiting(page, 2)

  network.set('none')
  await nothingWaits(page)
  expect(await admin.get('/api/trucks/8821/')).toMatchObject({ extra_info: { licence_plate: plate } })
  expect(await admin.get('/api/trucks/8820/')).toMatchObject({ extra_info: { licence_plate: 'P 8820 NEW' } })
})

test('a trailer added in a dead zone outlives a reload while it is typed, has its driver, and gets its number', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const driver = (await admin.drivers()).find((one) => one.trailer !== null && one.current_status === 'on_the_road')
  if (!driver) throw new Error('nobody on the road has a trailer')
  const name = fullName(driver.user)
  await savedForOffline(page)
  await openList(page, 'trailers')
  const before = new Set((await trailers(admin)).map(({ id }) => id))
  network.set('down')
  await page.getByRole('button', { name: 'Add trailer' }).click()
  await fill(page, { ...COMMON, 'GoMotive ID': '7308830' })
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
  const waits = card(page, 'New trailer')
  await expect(waits).toContainText(name)
  expect((await trailers(admin)).length).toBe(before.size)

  network.set('none')
  await nothingWaits(page)
  const made = (await trailers(admin)).find(({ id }) => !before.has(id))
  expect(made?.id).toMatch(/^TL-\d+$/)
  expect(made).toMatchObject({ driver: driver.id, type: 'step_deck', status: 'assigned' })
  expect((await admin.driver(driver.id)).trailer).toBe(made?.id)
  const former = (await trailers(admin)).find(({ id }) => id === driver.trailer)
  expect(former).toMatchObject({ status: 'unassigned', driver: null })
  await expect(card(page, `Trailer ${made?.id}`)).toBeVisible()
  await expect(waits).toBeHidden()
})

test('a truck is changed and deleted by keyboard alone, after a question that names what hangs on it', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const driver = (await admin.drivers()).find((one) => one.current_status === 'on_the_road')
  if (!driver) throw new Error('nobody is on the road')
  const given = { driver: driver.id, driver_had: driver.truck }
  expect(await admin.post('/api/trucks/', aTruck('8810', given))).toBe(201)
  const found = await opened(page, 'trucks', 'Truck 8810')
  await found.getByRole('button', { name: 'Edit Truck 8810' }).focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'VIN (optional)')).toBeFocused()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
  await expect(field(page, 'Color')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Blue')
  // Its own plate is no other truck's.
  await expect(dialog(page).getByText('Another truck has this license plate.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully updated')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await admin.get('/api/trucks/8810/')).toMatchObject({
    color: 'Blue',
    transport_model: 'Freightliner Cascadia',
  })
  await expect(found.getByRole('button', { name: 'Edit Truck 8810' })).toBeFocused()

  await found.getByRole('button', { name: 'Delete Truck 8810' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(`${fullName(driver.user)} will have no truck.`)
  await expect(dialog(page)).toContainText('No tolls, no fuel, no inspections and no defects hang on it.')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully deleted')).toBeVisible()
  await expect(found).toBeHidden()
  expect((await admin.driver(driver.id)).truck).toBeNull()
  expect((await trucks(admin)).some(({ id }) => id === '8810')).toBe(false)
  await nothingWaits(page)
})

test('a registration is entered in a dead zone and stands on the card at once; one that is over keeps the truck in the yard', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  expect(await admin.post('/api/trucks/', aTruck('8830', { registration_expire: null }))).toBe(201)
  const found = await opened(page, 'trucks', 'Truck 8830')
  const registration = found.locator('div', {
    has: page.getByRole('term').getByText('Registration expires', { exact: true }),
  })
  await expect(registration.last()).toContainText('Not on file')
  const enter = async (day: string) => {
    await found.getByRole('button', { name: 'Edit Truck 8830' }).click()
    await field(page, 'Registration expires (optional)').fill(day)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  network.set('down')
  await enter('2099-03-31')
  await changesWaiting(page, 1)
  await expect(registration.last()).toContainText('03/31/99')
  await expect(found).not.toContainText('registration expired')
  // What may have been sent is not said anew: the second change waits behind it.
  await enter('2020-03-31')
  await changesWaiting(page, 2)
  await expect(registration.last()).toContainText('expired')
  await expect(found).toContainText('registration expired')
  expect(await admin.get('/api/trucks/8830/')).toMatchObject({ registration_expire: null, version: 1 })

  network.set('none')
  await nothingWaits(page)
  expect(await admin.get('/api/trucks/8830/')).toMatchObject({ registration_expire: '2020-03-31', version: 3 })
  const { results } = await admin.get<{ results: readonly { id: string; reasons: readonly { reason: string }[] }[] }>(
    '/api/transport/not-ready/',
  )
  const reasons = results.find(({ id }) => id === '8830')?.reasons.map(({ reason }) => reason)
  expect(reasons).toEqual(['registration_expired'])
  await enter('')
  await expect(registration.last()).toContainText('Not on file')
  await nothingWaits(page)
  expect(await admin.get('/api/trucks/8830/')).toMatchObject({ registration_expire: null, version: 4 })
})

test('axe finds nothing in the forms, in light and dark, and nothing on a phone is cut off', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openList(page, 'trucks')
  await page.getByRole('button', { name: 'Add truck' }).click()
  await dialog(page).getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog(page).getByText('Please fill out this field').first()).toBeVisible()
  await expectNoFindings(page, 'a new truck with what is wrong')
  await dialog(page).getByRole('button', { name: 'Driver: none' }).click()
  await expect(drivers(page).getByRole('option').first()).toBeVisible()
  await expectNoFindings(page, 'a new truck whose driver is picked')
  await page.setViewportSize({ width: 360, height: 800 })
  const width = await dialog(page).evaluate((element) => [element.scrollWidth, element.clientWidth])
  expect(width[0]).toBe(width[1])
  await page.setViewportSize({ width: 1280, height: 1600 })
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  const driven = (await trucks(admin)).find(
    ({ driver, extra_info }) => driver !== null && extra_info.tolls_expenses > 0,
  )
  if (!driven) throw new Error('no truck of the demo company has paid tolls')
  const found = await opened(page, 'trucks', `Truck ${driven.id}`)
  await found.getByRole('button', { name: /^Edit Truck/ }).click()
  await expect(field(page, 'VIN (optional)')).toBeVisible()
  await expectNoFindings(page, 'a truck that is changed')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await found.getByRole('button', { name: /^Delete Truck/ }).click()
  await expect(dialog(page)).toContainText(`${driven.driver_full_name} will have no truck.`)
  await expect(dialog(page)).toContainText(/\d+ tolls and \d+ purchases of fuel stay in the books\./)
  await expectNoFindings(page, 'a truck that is deleted')
})
