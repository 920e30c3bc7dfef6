import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '#e2e/support/company/office.ts'
import { listStoredAt } from '#e2e/support/device/stored-answers.ts'
import { storedPhoto } from '#e2e/support/device/stored-photo.ts'
import { expect } from '#e2e/support/expect.ts'
import { aPhonePhoto, PHONE_MODEL } from '#e2e/support/files/a-phone-photo.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { changesWaiting, driverCard, nothingWaits } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { Yard } from '#e2e/support/worker.ts'

/** The most bytes that one request of an upload carries. */
const PART_BYTES = 256 * 1024

const isPart = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'PATCH' && path.startsWith('/api/uploads/')
const photoOf = (page: Page, name: string) => driverCard(page, name).getByRole('img', { name, exact: true })

const CHOOSE = 'Choose a photo…'
const TAKE = 'Take a photo…'

async function choosePhoto(
  page: Page,
  name: string,
  file: { name: string; mimeType: string; buffer: Buffer },
  how = CHOOSE,
) {
  const button = page.getByRole('button', { name: `Change the photo of ${name}` })
  // The button opens nothing while a former photo is still being processed.
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await button.click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: how }).click()
  await (await chooser).setFiles(file)
}
/** The address of a card’s photo once the server has it. */
const THUMBNAIL = /^\/api\/files\/[0-9a-f-]+\/thumbnail\.webp/

/** Waits until the picture is loaded and displayed from an address that matches `from`. */
async function expectPhotoShown(page: Page, name: string, from: RegExp): Promise<void> {
  await expect(photoOf(page, name)).toHaveAttribute('src', from)
  await expect
    .poll(() => photoOf(page, name).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}
const photoCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('photos-')))

/** A driver without a photo, and the administrator’s user id as `me`. */
async function driverWithoutPhoto(yard: Yard, admin: Api) {
  const [first] = await yard.next(1, ({ user }) => user.photo === null)
  if (!first) throw new Error('every driver of the demo company has a photo')
  const { id: me } = await admin.get<{ id: number }>('/api/users/users/me/')
  return { ...first, me }
}

test('a photo set offline survives a killed browser and a deleted database, and its upload resumes where it was cut off', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const { driver, name, me } = await driverWithoutPhoto(yard, admin)
  // Noise compresses badly: close to the size limit, and still more than three upload parts after shrinking.
  const picture = aPicture(1300)
  let page = office.page()
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()

  network.set('down')
  await choosePhoto(page, name, { name: 'driver.png', mimeType: 'image/png', buffer: picture })
  await expectPhotoShown(page, name, /^blob:/)
  await changesWaiting(page, 1)
  const { size } = await storedPhoto(page, me)
  expect(size).toBeGreaterThan(3 * PART_BYTES)

  await office.kill()
  await office.relaunch()
  page = office.page()
  await page.addInitScript((database) => {
    if (sessionStorage.getItem('wiped') !== null) return
    sessionStorage.setItem('wiped', 'once')
    indexedDB.deleteDatabase(database)
  }, `haulyard-outbox-${me}`)
  await page.goto('/drivers')
  await expectPhotoShown(page, name, /^blob:/)
  await changesWaiting(page, 1)

  const tries = () => network.calls().filter((call) => call.startsWith('PATCH /api/uploads/')).length
  const before = tries()
  let parts = 0
  network.set('down', (call) => {
    if (isPart(call)) parts += 1
    return parts > 3
  })
  await expect.poll(() => parts, { timeout: 60_000 }).toBeGreaterThan(3)
  await office.kill()
  await office.relaunch()
  page = office.page()
  await page.goto('/drivers')
  await expectPhotoShown(page, name, /^blob:/)
  const sentAt = Date.now()
  network.set('none')
  await nothingWaits(page)
  await expectPhotoShown(page, name, THUMBNAIL)
  await expect.poll(() => listStoredAt(page, 'drivers')).toBeGreaterThan(sentAt)

  const { user, version } = await admin.driver(driver.id)
  expect(version).toBe(driver.version + 1)
  const stored = await fetch(`${yard.server.url}${user.photo}`)
  const { width, height } = await sharp(await stored.arrayBuffer()).metadata()
  expect([stored.headers.get('content-type'), width, height]).toEqual(['image/webp', 616, 616])
  const cut = parts - 3
  // The part at the cut may have arrived although its response was lost, so it may be sent twice.
  expect(tries() - before - cut).toBeLessThanOrEqual(Math.ceil(size / PART_BYTES) + 1)
  expect([...network.arrivals().values()]).toEqual([1])
})

test('a file that is not a valid photo is rejected immediately and not queued; only an administrator is offered to change a photo', async ({
  office,
  tablet,
  admin,
  yard,
}) => {
  const { name } = await driverWithoutPhoto(yard, admin)
  const page = office.page()
  await page.goto('/drivers')
  const text = Buffer.from('not a picture at all')
  await choosePhoto(page, name, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: text })
  await expect(page.getByText('Only .jpg, .jpeg, .png and .webp formats are supported.')).toBeVisible()
  const large = Buffer.concat([aPicture(10), Buffer.alloc(5 * 1024 * 1024)])
  await choosePhoto(page, name, { name: 'large.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByText('Max image size is 5MB.')).toBeVisible()
  const torn = aPicture(40).subarray(0, 200)
  const refusals = page.getByRole('alert').filter({ hasText: 'This picture is damaged' })
  await expect(refusals).toHaveCount(0)
  await choosePhoto(page, name, { name: 'torn.png', mimeType: 'image/png', buffer: torn })
  await expect(refusals).toHaveCount(1)
  await nothingWaits(page)

  await choosePhoto(page, name, { name: 'driver.png', mimeType: 'image/png', buffer: aPicture(40) })
  await expectPhotoShown(page, name, THUMBNAIL)
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Take the photo away' }).click()
  await expect(photoOf(page, name)).toHaveCount(0)
  await nothingWaits(page)

  const dispatcherPage = tablet.page()
  await expect(dispatcherPage.getByRole('button', { name: `Status of ${name}` })).toBeVisible()
  await expect(dispatcherPage.getByRole('button', { name: /^Change the photo/ })).toHaveCount(0)
})

test('a phone photo waits and arrives upright, shrunk and without location data, and can be viewed offline until sign-out', async ({
  signedOutBrowser,
  network,
  admin,
  yard,
}) => {
  const { driver, name, me } = await driverWithoutPhoto(yard, admin)
  const picture = await aPhonePhoto()
  expect(picture.toString('latin1')).toContain(PHONE_MODEL)
  const page = signedOutBrowser.page()
  await signIn(page, 'admin')
  await readyForOffline(page)
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  network.set('down')
  await choosePhoto(page, name, { name: 'IMG_1.HEIC.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expectPhotoShown(page, name, /^blob:/)
  const shown = await photoOf(page, name).evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.naturalHeight,
  ])
  expect(shown).toEqual([924, 1232])

  const { type, size, width, height, left, right, text } = await storedPhoto(page, me)
  expect([type, width, height]).toEqual(['image/jpeg', 924, 1232])
  expect(size).toBeLessThan(picture.length)
  for (const word of [PHONE_MODEL, 'Exif', '2026:11:21']) expect(text).not.toContain(word)
  const [blue = 0, red = 0] = [left[2], right[0]]
  expect([blue > 200, (left[0] ?? 255) < 60, red > 200, (right[2] ?? 255) < 60]).toEqual([true, true, true, true])

  network.set('none')
  await nothingWaits(page)
  await expectPhotoShown(page, name, THUMBNAIL)
  const { user } = await admin.driver(driver.id)
  const stored = await sharp(await (await fetch(`${yard.server.url}${user.photo}`)).arrayBuffer()).metadata()
  expect([stored.width, stored.height, stored.exif]).toEqual([462, 616, undefined])

  network.set('down')
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.reload()
  await expectPhotoShown(page, name, THUMBNAIL)
  expect(await photoCaches(page)).toEqual([`photos-v2-${me}`])
  network.set('none')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => photoCaches(page)).toEqual([])
})

test('a touch device offers its camera, and the size limit applies to a photo after it is shrunk', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const { name, me } = await driverWithoutPhoto(yard, admin)
  const page = office.page()
  await page.goto('/drivers')
  const change = page.getByRole('button', { name: `Change the photo of ${name}` })
  await change.click()
  await expect(page.getByRole('menuitem', { name: CHOOSE })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: TAKE })).toHaveCount(0)

  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.reload()
  await change.click()
  await expect(page.getByRole('menuitem', { name: TAKE })).toBeVisible()
  await expect(page.locator('input[type=file][capture=environment]')).toHaveAttribute(
    'accept',
    /^image\/jpeg,image\/png,image\/webp,/,
  )
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  network.set('down')
  const large = aPicture(1400)
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024)
  await choosePhoto(page, name, { name: 'image.png', mimeType: 'image/png', buffer: large }, TAKE)
  await expectPhotoShown(page, name, /^blob:/)
  await changesWaiting(page, 1)
  expect((await storedPhoto(page, me)).width).toBe(1232)
})
