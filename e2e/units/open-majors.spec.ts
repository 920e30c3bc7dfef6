import type { Page } from '@playwright/test'
import { aReport, DEFECT_REPORT, dialogNamed, inspectionPanel } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { openTruckPage, unitPart } from '#e2e/support/company/unit-page.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'

/** Certifies the repair in the open report. */
async function certifyTires(page: Page): Promise<void> {
  await inspectionPanel(page).getByRole('button', { name: 'Tires: Mark repaired…' }).click()
  const repair = dialogNamed(page, 'Tires: Repaired')
  await repair.getByRole('button', { name: 'Certify the repair' }).click()
  await expect(repair).toBeHidden()
}

test('after the repair of one of two major defects the truck is never ready, whether the change waits or was sent', async ({
  shop,
  network,
  manager,
  truck,
}) => {
  const page = shop.page()
  const [tires] = DEFECT_REPORT.defects
  const { id } = await aReport(manager, truck, {
    ...DEFECT_REPORT,
    defects: [tires, { ...tires, defect_type: 'service_brakes' }],
  })
  await savedForOffline(page)
  const expectOneLeft = async () => {
    await openTruckPage(page, truck)
    await expect(unitPart(page, 'Summary')).toContainText('Not ready: open major defect')
    await expect(unitPart(page, 'Summary')).not.toContainText('2 open')
  }
  await openTruckPage(page, truck)
  await expect(unitPart(page, 'Summary')).toContainText('Not ready: 2 open major defects')
  await page.goto(`/maintenance?open=${id}`)
  await expect(inspectionPanel(page).getByRole('button', { name: 'Tires: Mark repaired…' })).toBeVisible()
  network.set('down')
  await certifyTires(page)
  await changesWaiting(page, 1)
  await expectOneLeft()
  network.set('none')
  await nothingWaits(page)
  await expectOneLeft()
  // The device has the row with the change, and still lays the change over the rows that it has.
  network.set('down')
  await expectOneLeft()
})
