import { isOpenMajor } from '#contract/maintenance/inspections.ts'
import type { Truck } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { test as colleagueTest, EDIT_DRIVERS, VIEW_TRUCKS } from '#e2e/support/company/colleague.ts'
import {
  aPhoto,
  aReport,
  DEFECT_REPORT,
  dialogNamed,
  inspectionPanel,
  inspectionsOf,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { aNewTruck, driverWithoutTruck, truckCard } from '#e2e/support/company/trucks.ts'
import { openTruckPage, pageHeading, unitPart } from '#e2e/support/company/unit-page.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { savedForOffline } from '#e2e/support/page/screens.ts'

test.use({ height: 1200 })

test('a truck’s own page shows offline why it is not ready, its open defect and its last five reports', async ({
  shop,
  network,
  manager,
}) => {
  const page = shop.page()
  const { results } = await manager.get<{ readonly results: readonly Truck[] }>('/api/trucks/?limit=1000')
  // Truck and defect are of the demo company, so the used device has them: other tests report defects on devices, which
  // name them by UUIDs.
  const truck = results.find(({ id, open_majors = [] }) => /^10\d\d:\d+$/.test(`${id}:${open_majors.join()}`))
  if (!truck) throw new Error('no truck of the demo company has one open major defect')
  const reports = (await inspectionsOf(manager, truck.id)).toReversed()
  const found = reports.find(({ defects }) => defects.some(isOpenMajor))
  await savedForOffline(page)
  network.set('down')
  await openTruckPage(page, truck.id)
  await expect(unitPart(page, 'Last reports').getByRole('link')).toHaveCount(Math.min(5, reports.length))
  const [major] = found?.defects.filter(isOpenMajor) ?? []
  await expect(unitPart(page, 'Open defects').getByRole('listitem').first()).toContainText(major?.description ?? 'none')
  // The reason leads to the report itself, because one report has all open major defects.
  const reason = unitPart(page, 'Summary').getByRole('link', { name: 'open major defect' })
  await expect(reason).toHaveAttribute('href', /\/maintenance\?open=/)
  await reason.click()
  await expect(inspectionPanel(page)).toContainText(major?.description ?? 'none')
  await page.goBack()
  await expect(pageHeading(page, `Truck ${truck.id}`)).toBeVisible()
})

test('from a card the reason leads to the unit’s page, from there one tap begins its walk-around or its report', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  await aReport(manager, truck, DEFECT_REPORT)
  await page.goto(`/trucks?find=${truck}`)
  await truckCard(page, truck).getByRole('link', { name: 'open major defect' }).click()
  await expect(pageHeading(page, `Truck ${truck}`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/units/truck/${truck}#defects$`))
  await page.getByRole('button', { name: 'Walk-around', exact: true }).click()
  await expect(dialogNamed(page, `Pre-trip · ${truck}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Report a defect' }).click()
  const form = dialogNamed(page, `Add Inspection · ${truck}`)
  await expect(form.getByRole('button', { name: new RegExp(`^Vehicle or asset: ${truck}`) })).toBeVisible()
  await expect(form.getByRole('group', { name: 'New defect' })).toBeVisible()
})

test('a truck’s page links to its driver and to the trailer of the same driver', async ({ shop, admin }) => {
  const page = shop.page()
  const driver = await driverWithoutTruck(admin)
  const truck = await aNewTruck(admin, driver.id)
  await openTruckPage(page, truck)
  const name = fullName(driver.user)
  await expect(unitPart(page, 'Summary').getByRole('link', { name, exact: true })).toHaveAttribute(
    'href',
    /\/drivers\?find=/,
  )
  if (driver.trailer === null) return
  await unitPart(page, 'Summary').getByRole('link', { name: driver.trailer, exact: true }).click()
  await expect(pageHeading(page, `Trailer ${driver.trailer}`)).toBeVisible()
  await expect(unitPart(page, 'Summary').getByRole('link', { name: truck, exact: true })).toBeVisible()
})

test('an unknown unit, a cut link and a unit that was never stored are told in words', async ({ shop, network }) => {
  const page = shop.page()
  await page.goto('/units/truck/no-such-truck')
  await expect(page.getByText('There is no such truck')).toBeVisible()
  await page.goto('/units/bus/12')
  await expect(page.getByText('There is no such unit')).toBeVisible()
  await savedForOffline(page)
  network.set('down')
  await page.goto('/units/truck/no-such-truck')
  await expect(page.getByText('Not saved on this device yet')).toBeVisible({ timeout: 30_000 })
})

test('axe finds no violations on a unit’s page and in the search for one, on a phone and on a desktop', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  await aReport(manager, truck, DEFECT_REPORT, [aPhoto('tire.png')])
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await openTruckPage(page, truck)
    await expect(unitPart(page, 'Open defects').getByRole('listitem').first()).toBeVisible()
    await expectNoFindings(page, `unit at ${width} px`)
    await page.getByRole('button', { name: 'Go to unit' }).click()
    await dialogNamed(page, 'Go to unit').getByRole('searchbox').fill('10')
    await expect(dialogNamed(page, 'Go to unit').getByRole('listitem').first()).toBeVisible()
    await expectNoFindings(page, `search for a unit at ${width} px`)
  }
})

colleagueTest(
  'a user without rights in maintenance sees a truck without reports, links and walk-around, and no trailer at all',
  async ({ colleague, admin }) => {
    const { page } = colleague
    const truck = await aNewTruck(admin, null, '2025-06-01')
    await colleague.change({ user_permissions: [VIEW_TRUCKS] })
    await page.goto(`/units/truck/${truck}`)
    await colleague.fillIn(page)
    await expect(pageHeading(page, `Truck ${truck}`)).toBeVisible()
    await expect(unitPart(page, 'Summary')).toContainText('Not ready: service overdue')
    await expect(unitPart(page, 'Summary').getByRole('link', { name: 'service overdue' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Walk-around' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Report a defect' })).toHaveCount(0)
    await expect(unitPart(page, 'Last reports')).toHaveCount(0)
    await page.goto('/units/trailer/TL-1001')
    await expect(page.getByText('Permission for trailers view required')).toBeVisible()
    await colleague.change({ user_permissions: [EDIT_DRIVERS] })
    await page.reload()
    await expect(page.getByText('Permission for trailers view required')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go to unit' })).toHaveCount(0)
  },
)
