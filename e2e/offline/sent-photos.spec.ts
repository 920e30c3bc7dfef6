import type { Locator, Page } from '@playwright/test'
import { fileIdOf } from '#contract/files/files.ts'
import { closeApp } from '#e2e/support/closed-app.ts'
import {
  aPhoto,
  aReport,
  attach,
  DEFECT_REPORT,
  dialogNamed,
  inspectionNow,
  inspectionPanel,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { openedAnswers } from '#e2e/support/device/stored-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { takePhotos } from '#e2e/support/files/new-report.ts'
import { changesWaiting, driverCard, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

test.use({ height: 1200 })

const widthsOf = (photos: Locator) =>
  photos.evaluateAll((images: HTMLImageElement[]) => images.map(({ naturalWidth }) => naturalWidth))
const sourcesOf = (photos: Locator) =>
  photos.evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => new URL(src).protocol))

/** Waits until two photos are drawn. A photo that can't be loaded gives way to an icon. */
async function expectTwoPhotos(photos: Locator): Promise<void> {
  await expect.poll(async () => (await widthsOf(photos)).filter((width) => width > 0)).toHaveLength(2)
}

/** Saves everything for offline, until the stored trucks or inspections contain a text. Shows no photo. */
async function saveForOffline(page: Page, list: 'trucks' | 'maintenance', text: string): Promise<void> {
  await savedForOffline(page)
  await page.getByRole('button', { name: 'Save for offline now' }).click()
  const hasText = async () =>
    (await openedAnswers(page)).some(({ hash, json }) => JSON.parse(hash)[0] === list && json.includes(text))
  await expect.poll(hasText, { timeout: 30_000 }).toBe(true)
}

/** A truck with a report of an open defect, which the page's device has. Returns the report's id. */
async function aReportedTruck(page: Page, manager: Api, truck: string): Promise<number> {
  const { id } = await aReport(manager, truck, DEFECT_REPORT)
  await saveForOffline(page, 'trucks', truck)
  await saveForOffline(page, 'maintenance', truck)
  return id
}

/** The report's page and the unit's page show both photos of the defect. Ends with the report open. */
async function expectPhotosOffline(page: Page, truck: string, report: number): Promise<Locator> {
  await page.goto(`/units/truck/${truck}`)
  await expectTwoPhotos(page.getByRole('list', { name: 'Open defects' }).locator('img'))
  await page.goto(`/maintenance?open=${report}`)
  const defect = inspectionPanel(page).getByRole('listitem').filter({ hasText: 'Cords showing at the left rear' })
  const photos = defect.getByRole('button', { name: /^Open Tires/ }).locator('img')
  await expectTwoPhotos(photos)
  return photos
}

/** Opens the form that adds photos to the defect of a report. */
async function addPhotos(page: Page, report: number): Promise<Locator> {
  await page.goto(`/maintenance?open=${report}`)
  const defect = inspectionPanel(page).getByRole('listitem').filter({ hasText: 'Cords showing at the left rear' })
  await defect.getByRole('button', { name: 'Tires: Add photo' }).click()
  return dialogNamed(page, 'Add photos of Tires')
}

/**
 * Sends the change that waits, in one short moment with a network, and on a page without photos: none of them is
 * requested.
 */
async function sendUnseen(page: Page, network: UnreliableProxy): Promise<void> {
  await page.goto('/device')
  await changesWaiting(page, 1)
  network.set('none')
  await nothingWaits(page)
  network.set('down')
}

test('photos taken here and sent are shown in the report and on the unit’s page when the network is gone again', async ({
  shop,
  network,
  manager,
  truck,
}) => {
  const page = shop.page()
  const id = await aReportedTruck(page, manager, truck)
  const adding = await addPhotos(page, id)
  network.set('down')
  await takePhotos(page, adding, 2)
  await adding.getByRole('button', { name: 'Save photos' }).click()
  await expect(adding).toBeHidden()
  await sendUnseen(page, network)
  await expectPhotosOffline(page, truck, id)
  const opener = inspectionPanel(page).getByRole('button', { name: /^Open Tires 1,/ })
  await opener.last().click()
  const lightbox = page.getByRole('dialog', { name: /^Photo: / })
  await expect(lightbox).toContainText('The photo itself is not on this device. It needs the network.')
  await expect.poll(async () => Math.max(...(await widthsOf(lightbox.locator('img'))))).toBeGreaterThan(0)

  // The server's rows name the photos by the server's addresses.
  network.set('none')
  const { attachments } = await inspectionNow(manager, id)
  await saveForOffline(page, 'maintenance', fileIdOf(attachments[1]?.file ?? '') ?? 'no file')
  network.set('down')
  expect(await sourcesOf(await expectPhotosOffline(page, truck, id))).toEqual(['http:', 'http:'])
})

test('a driver’s photo chosen here and sent is on the card when the network is gone again', async ({
  office,
  network,
  yard,
}) => {
  const page = office.page()
  const [driver] = await yard.next(1, ({ user }) => user.photo === null)
  if (!driver) throw new Error('every driver of the demo company has a photo')
  const { name } = driver
  const photo = driverCard(page, name).getByRole('img', { name, exact: true })
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  network.set('down')
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click()
  await (await chooser).setFiles(aPhoto('driver.png', 7))
  await expect(photo).toBeVisible()
  await sendUnseen(page, network)
  await page.goto('/drivers')
  await expect(photo).toBeVisible()
  await expect.poll(() => widthsOf(photo)).toEqual([60])
})

test.describe('with background sync', () => {
  // The headless shell has none.
  test.use({ isFullChromium: true })

  test('photos that the worker sent with the app closed are shown when the app is opened without a network', async ({
    ownShop: shop,
    network,
    manager,
    truck,
  }) => {
    test.slow()
    const id = await aReportedTruck(shop.page(), manager, truck)
    const adding = await addPhotos(shop.page(), id)
    network.set('down')
    await attach(shop.page(), adding, [aPhoto('left.png', 1), aPhoto('right.png', 2)])
    await adding.getByRole('button', { name: 'Save photos' }).click()
    await changesWaiting(shop.page(), 1)
    const closed = await closeApp(shop)
    network.set('none')
    await closed.reportNetwork()
    const sent = async () => (await inspectionNow(manager, id)).attachments.length
    await expect.poll(sent, { timeout: 60_000 }).toBe(2)
    // The worker has stored that the change is done.
    expect(await closed.sendAgain()).toBe('done')
    network.set('down')
    await closed.page.goto('/drivers')
    await nothingWaits(closed.page)
    await expectPhotosOffline(closed.page, truck, id)
  })
})
