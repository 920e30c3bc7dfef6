import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '#e2e/support/company/office.ts'
import { listKeptAt } from '#e2e/support/device/kept-answers.ts'
import { keptPhoto } from '#e2e/support/device/kept-photo.ts'
import { expect } from '#e2e/support/expect.ts'
import { aPhonePhoto, PHONE } from '#e2e/support/files/a-phone-photo.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { changesWaiting, driverCard, nothingWaits } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { Yard } from '#e2e/support/worker.ts'

/** The most bytes that one call of an upload carries. */
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
  // While a photo before is still being looked at it opens nothing.
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await button.click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: how }).click()
  await (await chooser).setFiles(file)
}
/** Where a card's photo comes from once the server has it. */
const SMALL = /^\/api\/files\/[0-9a-f-]+\/thumbnail\.webp/

/** Waits until the picture itself is on screen, from where the address says. */
async function isShown(page: Page, name: string, from: RegExp): Promise<void> {
  await expect(photoOf(page, name)).toHaveAttribute('src', from)
  await expect
    .poll(() => photoOf(page, name).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}
const photosKept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('photos-')))

/** A driver without a photo, and the administrator who gives one. */
async function photographed(yard: Yard, admin: Api) {
  const [first] = await yard.next(1, ({ user }) => user.photo === null)
  if (!first) throw new Error('every driver of the demo company has a photo')
  const { id: me } = await admin.get<{ id: number }>('/api/users/users/me/')
  return { ...first, me }
}

test('a photo set in a dead zone outlives a killed browser and a lost store, and goes on where a cut left it', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const { driver, name, me } = await photographed(yard, admin)
  // Noise: as large as a photo may be, and still more than three parts when it is shrunk.
  const picture = aPicture(1300)
  let page = office.page()
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()

  network.set('down')
  await choosePhoto(page, name, { name: 'driver.png', mimeType: 'image/png', buffer: picture })
  await isShown(page, name, /^blob:/)
  await changesWaiting(page, 1)
  const { size } = await keptPhoto(page, me)
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
  await isShown(page, name, /^blob:/)
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
  await isShown(page, name, /^blob:/)
  const sent = Date.now()
  network.set('none')
  await nothingWaits(page)
  await isShown(page, name, SMALL)
  await expect.poll(() => listKeptAt(page, 'drivers')).toBeGreaterThan(sent)

  const { user, version } = await admin.driver(driver.id)
  expect(version).toBe(driver.version + 1)
  const stored = await fetch(`${yard.server.url}${user.photo}`)
  const { width, height } = await sharp(await stored.arrayBuffer()).metadata()
  expect([stored.headers.get('content-type'), width, height]).toEqual(['image/webp', 616, 616])
  const cut = parts - 3
  // The one at which it was cut may have come, and its answer not.
  expect(tries() - before - cut).toBeLessThanOrEqual(Math.ceil(size / PART_BYTES) + 1)
  expect([...network.arrivals().values()]).toEqual([1])
})

test('what is no photo is said at once and kept nowhere; only an administrator is offered to change one', async ({
  office,
  tablet,
  admin,
  yard,
}) => {
  const { name } = await photographed(yard, admin)
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
  await isShown(page, name, SMALL)
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Take the photo away' }).click()
  await expect(photoOf(page, name)).toHaveCount(0)
  await nothingWaits(page)

  const anothers = tablet.page()
  await expect(anothers.getByRole('button', { name: `Status of ${name}` })).toBeVisible()
  await expect(anothers.getByRole('button', { name: /^Change the photo/ })).toHaveCount(0)
})

test('a photo of a phone waits upright, small and without a word of where it was taken; and so it comes to everybody, to be seen without a network too', async ({
  installed,
  network,
  admin,
  yard,
}) => {
  const { driver, name, me } = await photographed(yard, admin)
  const picture = await aPhonePhoto()
  expect(picture.toString('latin1')).toContain(PHONE)
  const page = installed.page()
  await signIn(page, 'admin')
  await readyForOffline(page)
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  network.set('down')
  await choosePhoto(page, name, { name: 'IMG_1.HEIC.jpg', mimeType: 'image/jpeg', buffer: picture })
  await isShown(page, name, /^blob:/)
  const shown = await photoOf(page, name).evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.naturalHeight,
  ])
  expect(shown).toEqual([924, 1232])

  const { type, size, width, height, left, right, text } = await keptPhoto(page, me)
  expect([type, width, height]).toEqual(['image/jpeg', 924, 1232])
  expect(size).toBeLessThan(picture.length)
  for (const word of [PHONE, 'Exif', '2026:11:21']) expect(text).not.toContain(word)
  const [blue = 0, red = 0] = [left[2], right[0]]
  expect([blue > 200, (left[0] ?? 255) < 60, red > 200, (right[2] ?? 255) < 60]).toEqual([true, true, true, true])

  network.set('none')
  await nothingWaits(page)
  await isShown(page, name, SMALL)
  const { user } = await admin.driver(driver.id)
  const stored = await sharp(await (await fetch(`${yard.server.url}${user.photo}`)).arrayBuffer()).metadata()
  expect([stored.width, stored.height, stored.exif]).toEqual([462, 616, undefined])

  network.set('down')
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.reload()
  await isShown(page, name, SMALL)
  expect(await photosKept(page)).toEqual([`photos-v2-${me}`])
  network.set('none')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => photosKept(page)).toEqual([])
})

test('a device that is held in the hand is offered its camera, whose pictures count once they are shrunk', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const { name, me } = await photographed(yard, admin)
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
  await isShown(page, name, /^blob:/)
  await changesWaiting(page, 1)
  expect((await keptPhoto(page, me)).width).toBe(1232)
})
