import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { inspectionCsv } from '#contract/maintenance/inspection-csv.ts'
import {
  aReport,
  dialogCalled,
  FAULTY,
  inspectedTrucks,
  inspectionNow,
  line,
  myName,
  panel,
} from '#e2e/support/company/inspections.ts'
import { OWN_PASSWORD, test } from '#e2e/support/company/new-company.ts'
import { expect } from '#e2e/support/expect.ts'
import { openMaintenance, savedForOffline } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { addDays } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

test.use({ height: 900 })

/** The id of the permission, as the specification counts the areas. */
const VIEW_MAINTENANCE = 7

const today = chicagoDay(Date.now())
const tab = (page: Page, title: string) => page.getByRole('tab', { name: new RegExp(`^${title}`) })
const FILTERS = ['Search by Date', 'Vehicles & Assets', 'Report Types', 'Service Type', 'Fleet Manager']
const filter = (page: Page, label: string, chosen = '') =>
  page.getByRole('button', { name: new RegExp(`^${label} ${chosen}`) })
const bar = (page: Page) => page.getByRole('group', { name: 'Selected inspections' })
const tick = (page: Page, unit: string, service: string) =>
  line(page, unit, service).getByRole('checkbox', { name: /^Select / })

/** Which filters are on screen, in their order. */
async function filtersShown(page: Page): Promise<readonly string[]> {
  const shown = await Promise.all(FILTERS.map((label) => filter(page, label).isVisible()))
  return FILTERS.filter((_, at) => shown[at])
}

/** What a click on a button saves, with the name of the file. */
async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('each tab has its own filters, and what is narrowed stands in the address through a reload and going back', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const due_date = addDays(today, 20)
  await aReport(manager, truck, { service_type: 'annual_inspection', due_date })
  await aReport(manager, truck, { ...FAULTY, service_type: 'brake_service' })
  await aReport(manager, truck, { service_type: 'repair' })
  await openMaintenance(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
  expect(await filtersShown(page)).toEqual(FILTERS)
  const { count } = await manager.get<{ count: number }>('/api/maintenance/inspections/upcoming_count/')
  await expect(tab(page, 'Upcoming')).toHaveAccessibleName(new RegExp(`\\b${count}\\b`))

  const vehicles = page.getByRole('dialog', { name: 'Vehicles & Assets' })
  await filter(page, 'Vehicles & Assets').click()
  await expect(vehicles.getByRole('button', { name: 'Save' })).toBeDisabled()
  await vehicles.getByLabel(truck, { exact: true }).check()
  await expect(vehicles.getByRole('button', { name: 'Save' })).toBeEnabled()
  await vehicles.getByLabel(truck, { exact: true }).uncheck()
  await expect(vehicles.getByRole('button', { name: 'Save' })).toBeDisabled()
  await vehicles.getByLabel(truck, { exact: true }).check()
  await vehicles.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(new RegExp(`vehicles=.*${truck}`))
  await expect(page.getByRole('article')).toHaveCount(3)

  await filter(page, 'Report Types', 'All Inspection Reports').click()
  await page.getByRole('menuitemradio', { name: 'Defect', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(line(page, truck, 'Brake Service')).toContainText('Major')
  await page.reload()
  await expect(filter(page, 'Report Types', 'Defect')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(filter(page, 'Report Types', 'All Inspection Reports')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await filter(page, 'Service Type', 'All').click()
  await page.getByRole('combobox', { name: 'Find: Service Type' }).fill('without')
  await page.getByRole('option', { name: 'Without Defects' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await filter(page, 'Fleet Manager', 'All').click()
  const managers = page.getByRole('dialog', { name: 'Fleet Manager' })
  // Which, hangs on how many managers other journeys have hired: beyond eight there is a search box.
  await expect(managers.locator('input:focus')).toHaveCount(1)
  await managers.getByLabel(await myName(manager)).check()
  await managers.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/managers=/)
  await expect(page.getByRole('article')).toHaveCount(2)

  await tab(page, 'Upcoming').click()
  await expect(page).toHaveURL(/tab=upcoming/)
  await expect.poll(() => filtersShown(page)).toEqual(['Vehicles & Assets', 'Service Type'])
  await expect(line(page, truck, 'Annual Inspection')).toContainText('in 20 days')
  await tab(page, 'History').click()
  await expect
    .poll(() => filtersShown(page))
    .toEqual(['Search by Date', 'Vehicles & Assets', 'Service Type', 'Fleet Manager'])
  await expect(line(page, truck, 'Repair')).toBeVisible()
  await expect(line(page, truck, 'Annual')).toHaveCount(0)
  await filter(page, 'Service Type').click()
  await page.getByRole('option', { name: 'Tire Service' }).click()
  await expect(page.getByText('No inspection fits these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page).toHaveURL(/\/maintenance\?tab=history$/)
})

test('a filter of eight units is ticked at once, and one of nine is searched', async ({
  company: { boss, fleetManager, browser },
}) => {
  const trucks = await inspectedTrucks(boss, 8, fleetManager)
  const page = browser.page()
  await signIn(page, 'admin', { password: OWN_PASSWORD })
  await openMaintenance(page)
  const units = page.getByRole('dialog', { name: 'Vehicles & Assets' })
  const find = units.getByRole('searchbox', { name: 'Find: Vehicles & Assets' })
  const save = units.getByRole('button', { name: 'Save' })
  await filter(page, 'Vehicles & Assets').click()
  await expect(units.getByRole('checkbox')).toHaveCount(8)
  await expect(units.getByRole('checkbox').first()).toBeFocused()
  await expect(find).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(filter(page, 'Vehicles & Assets')).toBeFocused()

  const [ninth = ''] = await inspectedTrucks(boss, 1, fleetManager)
  await openMaintenance(page)
  await filter(page, 'Vehicles & Assets').click()
  await expect(units.getByRole('checkbox')).toHaveCount(9)
  await expect(find).toBeVisible()
  await page.keyboard.press('Escape')
  await filter(page, 'Vehicles & Assets').click()
  await expect(find).toBeFocused()
  await expect(save).toBeDisabled()
  await find.fill(ninth)
  await expect(units.getByRole('checkbox')).toHaveCount(1)
  await expect(units.getByLabel(ninth, { exact: true })).toBeVisible()
  await expect(save).toBeDisabled()
  await find.fill('no such unit')
  await expect(units.getByText('Nothing is called that.')).toBeVisible()
  await find.fill(trucks[0] ?? '')
  await units.getByLabel(trucks[0] ?? '', { exact: true }).check()
  await save.click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(line(page, trucks[0] ?? '')).toBeVisible()
})

test('a search by date asks for the days with Ok and Cancel, and is reset', async ({ shop, manager, truck }) => {
  const page = shop.page()
  await aReport(manager, truck)
  await openMaintenance(page)
  await expect(filter(page, 'Search by Date', 'All time')).toBeVisible()
  await filter(page, 'Search by Date').click()
  const days = dialogCalled(page, 'Please enter the dates')
  await days.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/maintenance$/)
  await filter(page, 'Search by Date').click()
  await expect(days.getByRole('button', { name: 'Ok' })).toBeDisabled()
  // Two days apart, so that both stand in fields as well.
  for (const at of [3, 6]) await days.getByRole('gridcell').getByRole('button').nth(at).click()
  await days.getByRole('textbox', { name: 'From', exact: true }).fill(addDays(today, -2))
  await days.getByRole('textbox', { name: 'To', exact: true }).fill(addDays(today, -1))
  await days.getByRole('button', { name: 'Ok' }).click()
  await expect(page).toHaveURL(new RegExp(`date_after=${addDays(today, -2)}&date_before=${addDays(today, -1)}`))
  await expect(filter(page, 'Search by Date', addDays(today, -2))).toBeVisible()
  await expect(line(page, truck)).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset the dates' }).click()
  await expect(filter(page, 'Search by Date', 'All time')).toBeFocused()
  await expect(line(page, truck)).toBeVisible()
})

test('the selected inspections are saved as CSV, by the server and by the device without a network, byte by byte the same', async ({
  shop,
  network,
  manager,
  truck,
}) => {
  const page = shop.page()
  const one = await aReport(manager, truck, {
    ...FAULTY,
    service_type: 'brake_service',
    note: 'Said "twice", =1+1\nend',
  })
  const two = await aReport(manager, truck, { service_type: 'oil_change', due_mileage: 125_000 })
  await savedForOffline(page)
  await openMaintenance(page)
  await tick(page, truck, 'Brake').check()
  await tick(page, truck, 'Oil').check()
  await expect(bar(page)).toContainText('2 Inspection(s) Report Selected')
  expect(await filtersShown(page)).toEqual([])
  const rows = [await inspectionNow(manager, two.id), await inspectionNow(manager, one.id)]
  const online = await saved(page, 'Download')
  expect(online.name).toBe('2-inspections.csv')
  expect(online.bytes.toString('utf8')).toBe(inspectionCsv(rows))
  await expect(page.getByText('2-inspections.csv is on its way to your downloads.')).toBeVisible()

  network.set('down')
  await page.reload()
  await tick(page, truck, 'Brake').check()
  await tick(page, truck, 'Oil').check()
  const offline = await saved(page, 'Download')
  expect(offline.name).toBe('2-inspections.csv')
  expect(offline.bytes.equals(online.bytes)).toBe(true)
  await expect(page.getByText('2-inspections.csv was made on this device')).toBeVisible()
  await tick(page, truck, 'Oil').uncheck()
  const single = await saved(page, 'Download')
  expect(single.name).toBe(`${one.id}-inspection.csv`)
  expect(single.bytes.toString('utf8')).toBe(inspectionCsv([await inspectionNow(manager, one.id)]))

  await bar(page).getByRole('button', { name: 'Clear' }).click()
  expect(await filtersShown(page)).toEqual(FILTERS)
  await tick(page, truck, 'Oil').check()
  await tab(page, 'History').click()
  await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(0)
  await tab(page, 'Inspections').click()
  await expect(tick(page, truck, 'Oil')).not.toBeChecked()
  await expect(bar(page)).toHaveCount(0)
})

test('who may not see maintenance is told so, and who may not change it is offered no way to', async ({
  tablet,
  installed,
  admin,
  manager,
  truck,
}) => {
  const page = tablet.page()
  await page.goto('/maintenance')
  await expect(page.getByText('Permission for maintenance view required')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)

  const { id } = await aReport(manager, truck, FAULTY)
  const email = `viewer-${truck}@haulyard.example`
  expect(
    await admin.post('/api/users/users/', {
      ...{ role: 'fleet_manager', first_name: 'Vera', last_name: 'Watts', phone: '312 555 0146', email },
      ...{ password: 'gravel-and-diesel', user_permissions: [VIEW_MAINTENANCE] },
    }),
  ).toBe(201)
  const viewers = installed.page()
  await viewers.goto('/login')
  await viewers.getByLabel('Email').fill(email)
  await viewers.getByLabel('Password', { exact: true }).fill('gravel-and-diesel')
  await viewers.getByRole('button', { name: 'Login' }).click()
  await expect(viewers.getByRole('navigation').first()).toBeVisible()
  await viewers.goto(`/maintenance?open=${id}`)
  await expect(panel(viewers)).toContainText('Not ready to roll')
  for (const name of ['Edit', 'Delete', 'Save', 'Tires: Repaired', 'Reviewed by next driver'])
    await expect(panel(viewers).getByRole('button', { name, exact: true })).toHaveCount(0)
  await panel(viewers).getByRole('button', { name: 'Close' }).click()
  await expect(tab(viewers, 'Upcoming')).toBeVisible()
  await expect(viewers.getByRole('button', { name: 'Add Inspection' })).toHaveCount(0)
  await expect(viewers.getByRole('button', { name: 'Walk-around' })).toHaveCount(0)
})
