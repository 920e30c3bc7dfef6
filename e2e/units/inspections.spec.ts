import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { inspectionCsv } from '#contract/maintenance/inspection-csv.ts'
import {
  aReport,
  DEFECT_REPORT,
  dialogNamed,
  inspectedTrucks,
  inspectionNow,
  inspectionPanel,
  inspectionRow,
  ownName,
} from '#e2e/support/company/inspections.ts'
import { OWN_PASSWORD, test } from '#e2e/support/company/new-company.ts'
import { expect } from '#e2e/support/expect.ts'
import { openMaintenance, savedForOffline } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { addDays } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

test.use({ height: 900 })

/** Id of the permission, numbered as in the specification. */
const VIEW_MAINTENANCE = 7

const today = chicagoDay(Date.now())
const tab = (page: Page, title: string) => page.getByRole('tab', { name: new RegExp(`^${title}`) })
const FILTERS = ['Search by Date', 'Vehicles & Assets', 'Report Types', 'Service Type', 'Fleet Manager']
const filter = (page: Page, label: string, chosen = '') =>
  page.getByRole('button', { name: new RegExp(`^${label} ${chosen}`) })
const selectionBar = (page: Page) => page.getByRole('group', { name: 'Selected inspections' })
const selectBox = (page: Page, unit: string, service: string) =>
  inspectionRow(page, unit, service).getByRole('checkbox', { name: /^Select / })

/** The labels of the filters on screen, in the order of `FILTERS`. */
async function visibleFilters(page: Page): Promise<readonly string[]> {
  const shown = await Promise.all(FILTERS.map((label) => filter(page, label).isVisible()))
  return FILTERS.filter((_, at) => shown[at])
}

/** The file that a click on a button downloads: its name and its bytes. */
async function downloadBy(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('each tab has its own filters, and the address keeps the chosen ones through a reload and Back', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const due_date = addDays(today, 20)
  await aReport(manager, truck, { service_type: 'annual_inspection', due_date })
  await aReport(manager, truck, { ...DEFECT_REPORT, service_type: 'brake_service' })
  await aReport(manager, truck, { service_type: 'repair' })
  await openMaintenance(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
  expect(await visibleFilters(page)).toEqual(FILTERS)
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
  await expect(inspectionRow(page, truck, 'Brake Service')).toContainText('Major')
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
  // The focus is in a checkbox, or in the search box if other tests have created more than eight managers in total.
  await expect(managers.locator('input:focus')).toHaveCount(1)
  await managers.getByLabel(await ownName(manager)).check()
  await managers.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/managers=/)
  await expect(page.getByRole('article')).toHaveCount(2)

  await tab(page, 'Upcoming').click()
  await expect(page).toHaveURL(/tab=upcoming/)
  await expect.poll(() => visibleFilters(page)).toEqual(['Vehicles & Assets', 'Service Type'])
  await expect(inspectionRow(page, truck, 'Annual Inspection')).toContainText('in 20 days')
  await tab(page, 'History').click()
  await expect
    .poll(() => visibleFilters(page))
    .toEqual(['Search by Date', 'Vehicles & Assets', 'Service Type', 'Fleet Manager'])
  await expect(inspectionRow(page, truck, 'Repair')).toBeVisible()
  await expect(inspectionRow(page, truck, 'Annual')).toHaveCount(0)
  await filter(page, 'Service Type').click()
  await page.getByRole('option', { name: 'Tire Service' }).click()
  await expect(page.getByText('No inspection fits these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page).toHaveURL(/\/maintenance\?tab=history$/)
})

test('a filter with eight units starts at their checkboxes, and one with nine has a search box', async ({
  company: { administrator, fleetManager, browser },
}) => {
  const trucks = await inspectedTrucks(administrator, 8, fleetManager)
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

  const [ninth = ''] = await inspectedTrucks(administrator, 1, fleetManager)
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
  await expect(units.getByText('Nothing found.')).toBeVisible()
  await find.fill(trucks[0] ?? '')
  await units.getByLabel(trucks[0] ?? '', { exact: true }).check()
  await save.click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(inspectionRow(page, trucks[0] ?? '')).toBeVisible()
})

test('the date filter is applied with Ok, left with Cancel, and can be reset', async ({ shop, manager, truck }) => {
  const page = shop.page()
  await aReport(manager, truck)
  await openMaintenance(page)
  await expect(filter(page, 'Search by Date', 'All time')).toBeVisible()
  await filter(page, 'Search by Date').click()
  const days = dialogNamed(page, 'Please enter the dates')
  await days.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/maintenance$/)
  await filter(page, 'Search by Date').click()
  await expect(days.getByRole('button', { name: 'Ok' })).toBeDisabled()
  // Two different days, so that the dialog shows both fields.
  for (const at of [3, 6]) await days.getByRole('gridcell').getByRole('button').nth(at).click()
  await days.getByRole('textbox', { name: 'From', exact: true }).fill(addDays(today, -2))
  await days.getByRole('textbox', { name: 'To', exact: true }).fill(addDays(today, -1))
  await days.getByRole('button', { name: 'Ok' }).click()
  await expect(page).toHaveURL(new RegExp(`date_after=${addDays(today, -2)}&date_before=${addDays(today, -1)}`))
  await expect(filter(page, 'Search by Date', addDays(today, -2))).toBeVisible()
  await expect(inspectionRow(page, truck)).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset the dates' }).click()
  await expect(filter(page, 'Search by Date', 'All time')).toBeFocused()
  await expect(inspectionRow(page, truck)).toBeVisible()
})

test('selected inspections are downloaded as CSV, byte for byte the same from the server and, offline, from the device', async ({
  shop,
  network,
  manager,
  truck,
}) => {
  const page = shop.page()
  const brakeReport = await aReport(manager, truck, {
    ...DEFECT_REPORT,
    service_type: 'brake_service',
    note: 'Said "twice", =1+1\nend',
  })
  const oilReport = await aReport(manager, truck, { service_type: 'oil_change', due_mileage: 125_000 })
  await savedForOffline(page)
  await openMaintenance(page)
  await selectBox(page, truck, 'Brake').check()
  await selectBox(page, truck, 'Oil').check()
  await expect(selectionBar(page)).toContainText('2 Inspection(s) Report Selected')
  expect(await visibleFilters(page)).toEqual([])
  const rows = [await inspectionNow(manager, oilReport.id), await inspectionNow(manager, brakeReport.id)]
  const online = await downloadBy(page, 'Download')
  expect(online.name).toBe('2-inspections.csv')
  expect(online.bytes.toString('utf8')).toBe(inspectionCsv(rows))
  await expect(page.getByText('2-inspections.csv is on its way to your downloads.')).toBeVisible()

  network.set('down')
  await page.reload()
  await selectBox(page, truck, 'Brake').check()
  await selectBox(page, truck, 'Oil').check()
  const offline = await downloadBy(page, 'Download')
  expect(offline.name).toBe('2-inspections.csv')
  expect(offline.bytes.equals(online.bytes)).toBe(true)
  await expect(page.getByText('2-inspections.csv was made on this device')).toBeVisible()
  await selectBox(page, truck, 'Oil').uncheck()
  const single = await downloadBy(page, 'Download')
  expect(single.name).toBe(`${brakeReport.id}-inspection.csv`)
  expect(single.bytes.toString('utf8')).toBe(inspectionCsv([await inspectionNow(manager, brakeReport.id)]))

  await selectionBar(page).getByRole('button', { name: 'Clear' }).click()
  expect(await visibleFilters(page)).toEqual(FILTERS)
  await selectBox(page, truck, 'Oil').check()
  await tab(page, 'History').click()
  await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(0)
  await tab(page, 'Inspections').click()
  await expect(selectBox(page, truck, 'Oil')).not.toBeChecked()
  await expect(selectionBar(page)).toHaveCount(0)
})

test('without the view permission maintenance names it, and without the edit permission it offers no way to change anything', async ({
  tablet,
  signedOutBrowser,
  admin,
  manager,
  truck,
}) => {
  const page = tablet.page()
  await page.goto('/maintenance')
  await expect(page.getByText('Permission for maintenance view required')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)

  const { id } = await aReport(manager, truck, DEFECT_REPORT)
  const email = `viewer-${truck}@haulyard.example`
  expect(
    await admin.post('/api/users/users/', {
      ...{ role: 'fleet_manager', first_name: 'Vera', last_name: 'Watts', phone: '312 555 0146', email },
      ...{ password: 'gravel-and-diesel', user_permissions: [VIEW_MAINTENANCE] },
    }),
  ).toBe(201)
  const viewerPage = signedOutBrowser.page()
  await viewerPage.goto('/login')
  await viewerPage.getByLabel('Email').fill(email)
  await viewerPage.getByLabel('Password', { exact: true }).fill('gravel-and-diesel')
  await viewerPage.getByRole('button', { name: 'Login' }).click()
  await expect(viewerPage.getByRole('navigation').first()).toBeVisible()
  await viewerPage.goto(`/maintenance?open=${id}`)
  await expect(inspectionPanel(viewerPage)).toContainText('Not ready to roll')
  for (const name of ['Edit', 'Delete', 'Save', 'Tires: Mark repaired…', 'Sign as next driver'])
    await expect(inspectionPanel(viewerPage).getByRole('button', { name, exact: true })).toHaveCount(0)
  await inspectionPanel(viewerPage).getByRole('button', { name: 'Close' }).click()
  await expect(tab(viewerPage, 'Upcoming')).toBeVisible()
  await expect(viewerPage.getByRole('button', { name: 'Add Inspection' })).toHaveCount(0)
  await expect(viewerPage.getByRole('button', { name: 'Walk-around' })).toHaveCount(0)
})
