import type { Locator, Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { answerWords } from '#e2e/support/device/kept-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { driverCard, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'

/** Opens a driver's card, and the history that it offers. */
async function openHistory(page: Page, name: string): Promise<Locator> {
  const unfold = driverCard(page, name).getByRole('button', { name: new RegExp(`^${name}: week`) })
  if ((await unfold.getAttribute('aria-expanded')) === 'false') await unfold.click()
  await page.getByRole('button', { name: `History of ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `History of ${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}
/** Whether the device keeps an answer of the server with these words in it. */
const isKept = async (page: Page, words: string) => (await answerWords(page)).some((answer) => answer.includes(words))
const changes = (dialog: Locator) => dialog.getByRole('list', { name: 'Changes, newest first' }).locator('> li')

test('who changed what of a driver is told as it happens, and without a network as it was seen', async ({
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
  // What was slow to come is not asked for again at once: see LiveRefresh.
  await expect(newest).toContainText('06/05/29 → 07/06/29', { timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `History of ${name}`, exact: true })).toBeFocused()

  // What is read is written a moment later: a page that goes away before that has the answer from before.
  await expect.poll(() => isKept(page, '"to":"2029-07-06"')).toBe(true)
  network.set('down')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  await setDriverStatus(page, name, 'Firing')
  const kept = await openHistory(page, name)
  await expect(changes(kept).first()).toContainText('06/05/29 → 07/06/29')
  await expect(kept).toContainText('Changes that wait on this device are not in it yet.')
  await expect(kept).toContainText(/as of \d\d:\d\d/)

  network.set('none')
  await expect(changes(kept).first()).toContainText('On The Road → Firing', { timeout: 30_000 })
  await expect(kept).not.toContainText('Changes that wait on this device')
  await page.keyboard.press('Escape')
  await nothingWaits(page)
})

test('a history that was never opened here says that it is not saved yet, and comes with the network', async ({
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
