import type { Locator, Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { storedAnswerTexts } from '#e2e/support/device/stored-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { driverCard, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'

/** Expands a driver’s card and opens the driver’s history. */
async function openHistory(page: Page, name: string): Promise<Locator> {
  const unfold = driverCard(page, name).getByRole('button', { name: new RegExp(`^${name}: week`) })
  if ((await unfold.getAttribute('aria-expanded')) === 'false') await unfold.click()
  await page.getByRole('button', { name: `History of ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `History of ${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}
/** Whether the device stores a response that contains this text. */
const isStored = async (page: Page, words: string) =>
  (await storedAnswerTexts(page)).some((answer) => answer.includes(words))
const changes = (dialog: Locator) => dialog.getByRole('list', { name: 'Changes, newest first' }).locator('> li')

test('a driver’s history updates live, stays readable offline, and notes that unsent changes are not in it yet', async ({
  scene,
  network,
  admin,
}) => {
  const { page, driver, name } = scene
  const change = async (med_expire: string) =>
    expect(await admin.patch(`/api/drivers/${driver.id}/`, { med_expire })).toBe(200)
  await change('2029-05-04')
  await change('2029-06-05')
  const dialog = await openHistory(page, name)
  const newest = changes(dialog).first()
  await expect(newest).toContainText(/Ruth Callahan.*\d\d\/\d\d\/\d\d \d{1,2}:\d\d [AP]M · (just now|\d+ min ago)/)
  await expect(newest).toContainText('05/04/29 → 06/05/29')
  await expectNoFindings(page, 'history')
  await change('2029-07-06')
  // A query whose last response was slow is refetched with a delay: see LiveRefresh.
  await expect(newest).toContainText('06/05/29 → 07/06/29', { timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `History of ${name}`, exact: true })).toBeFocused()

  // Responses are stored a moment after they arrive. A page that reloads earlier still finds the former response.
  await expect.poll(() => isStored(page, '"to":"2029-07-06"')).toBe(true)
  network.set('down')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  await setDriverStatus(page, name, 'Firing')
  const offlineHistory = await openHistory(page, name)
  await expect(changes(offlineHistory).first()).toContainText('06/05/29 → 07/06/29')
  await expect(offlineHistory).toContainText('Changes that wait on this device are not in it yet.')
  await expect(offlineHistory).toContainText(/as of \d{1,2}:\d\d [AP]M/)

  network.set('none')
  await expect(changes(offlineHistory).first()).toContainText('On The Road → Firing', { timeout: 30_000 })
  await expect(offlineHistory).not.toContainText('Changes that wait on this device')
  await page.keyboard.press('Escape')
  await nothingWaits(page)
})

test('a history never opened on this device is reported as not saved yet, and loads when the network is back', async ({
  scene,
  network,
  admin,
}) => {
  const { page, driver, name } = scene
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { CDL_expire: '2031-03-04' })).toBe(200)
  network.set('down')
  await page.reload()
  const dialog = await openHistory(page, name)
  await expect(dialog.getByRole('heading', { name: 'Not saved on this device yet' })).toBeVisible()
  network.set('none')
  await expect(changes(dialog).first()).toContainText('03/04/31', { timeout: 30_000 })
})
