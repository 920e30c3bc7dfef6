import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/shop.ts'
import { openTruckPage, unitPart } from '#e2e/support/company/unit-page.ts'
import { aCoupledPair, beginWalkAround, openPicker, unitButton, walk } from '#e2e/support/company/walk-around.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'

test.use({ height: 1600 })

/** The open major defects on the start page, all of them. */
async function openMajors(page: Page) {
  await page.goto('/')
  const group = page.getByRole('region', { name: 'Yard' }).getByRole('region', { name: /^Open major defects/ })
  await expect(group).toBeVisible()
  const more = group.getByRole('button', { name: /^Show all/ })
  if (await more.isVisible()) await more.click()
  return group
}

/** Marks the tires of the shown unit as a major defect and all other parts as OK. */
async function markTires(page: Page, unit: string): Promise<void> {
  await walk(page, unit).getByRole('radiogroup', { name: 'Tires', exact: true }).getByLabel('Defect').check()
  await walk(page, unit)
    .getByRole('button', { name: /^The rest OK$/ })
    .click()
}

test('a major defect found without a network keeps the trailer in the yard everywhere: in a warning, on the start page, at its truck', async ({
  shop,
  network,
  admin,
}) => {
  const page = shop.page()
  const [truck, trailer] = await aCoupledPair(admin, 'last')
  await savedForOffline(page)
  network.set('down')
  await page.goto('/maintenance')
  await beginWalkAround(page, truck)
  await walk(page, truck).getByRole('button', { name: 'All OK' }).click()
  await walk(page, truck)
    .getByRole('button', { name: `Add trailer ${trailer}` })
    .click()
  await markTires(page, trailer)
  await expect(unitButton(page, trailer, trailer)).toContainText('6 of 6 · 1 defect')
  await expect(unitButton(page, trailer, truck)).toContainText('11 of 11 ✓')
  await walk(page, trailer).getByRole('button', { name: 'Approve and save both' }).click()
  await expect(page.getByText(`Do not roll trailer ${trailer}. It has an open major defect.`)).toBeVisible()
  await changesWaiting(page, 2)
  for (const isSent of [false, true]) {
    await expect((await openMajors(page)).getByText(`Trailer ${trailer}`)).toBeVisible()
    await openTruckPage(page, truck)
    await expect(unitPart(page, 'Summary')).toContainText(`Its trailer${trailer}Not ready: open major defect`)
    if (isSent) break
    network.set('none')
    await nothingWaits(page)
  }
})

test('a lap that was left is continued with both units, until one of them is left out', async ({ shop, admin }) => {
  const page = shop.page()
  const [truck, trailer] = await aCoupledPair(admin)
  await page.goto('/maintenance')
  await beginWalkAround(page, truck)
  await walk(page, truck).getByRole('radiogroup', { name: 'Horn', exact: true }).getByLabel('OK').check()
  await walk(page, truck)
    .getByRole('button', { name: `Add trailer ${trailer}` })
    .click()
  await walk(page, trailer).getByRole('radiogroup', { name: 'Tires', exact: true }).getByLabel('OK').check()
  await walk(page, trailer).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Kept as 2 drafts.')).toBeVisible()

  await page.reload()
  await openPicker(page)
  await page
    .getByRole('button', { name: new RegExp(`^Continue ${truck} · `) })
    .first()
    .click()
  await expect(unitButton(page, truck, trailer)).toContainText('1 of 6')
  await expect(unitButton(page, truck, truck)).toContainText('1 of 11')
  await unitButton(page, truck, trailer).click()
  await walk(page, trailer).getByRole('button', { name: 'Remove trailer' }).click()
  await expect(walk(page, truck).getByRole('button', { name: `Add trailer ${trailer}` })).toBeVisible()
  await expect(walk(page, truck).getByRole('navigation', { name: 'Units of this lap' })).toHaveCount(0)
})
