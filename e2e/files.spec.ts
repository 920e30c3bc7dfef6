import { expect, type Page } from '@playwright/test'
import { fullName } from '#contract/users.ts'
import { aPicture } from './support/a-picture.ts'
import { apiAs } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { test } from './support/fixtures.ts'
import { changesWaiting, driverCard, nothingWaits } from './support/screens.ts'
import type { Server } from './support/server.ts'
import { readyForOffline, signIn } from './support/sign-in.ts'

/** The most bytes that one call of an upload carries. */
const PART_BYTES = 256 * 1024

const isPart = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'PATCH' && path.startsWith('/api/uploads/')
const photoOf = (page: Page, name: string) => driverCard(page, name).getByRole('img', { name, exact: true })

async function choosePhoto(page: Page, name: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click()
  await (await chooser).setFiles(file)
}
/** Waits until the picture itself is on screen, from where the address says. */
async function isShown(page: Page, name: string, from: RegExp): Promise<void> {
  await expect(photoOf(page, name)).toHaveAttribute('src', from)
  await expect
    .poll(() => photoOf(page, name).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}
async function scene(server: Server) {
  const api = await apiAs(server, 'admin')
  const [driver] = await api.drivers()
  if (!driver) throw new Error('the demo company has no driver')
  const { id: me } = await api.get<{ id: number }>('/api/users/users/me/')
  return { api, driver, name: fullName(driver.user), me }
}

test('a photo set in a dead zone outlives a killed browser and a lost store, and goes on where a cut left it', async ({
  browserOfOne,
  network,
  server,
}) => {
  const { api, driver, name, me } = await scene(server)
  const picture = aPicture(700)
  let page = browserOfOne.page()
  await signIn(page, 'admin', { remember: true })
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  await readyForOffline(page)
  page = await browserOfOne.restart()
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()

  network.set('down')
  await choosePhoto(page, name, { name: 'driver.png', mimeType: 'image/png', buffer: picture })
  await isShown(page, name, /^blob:/)
  await changesWaiting(page, 1)

  await browserOfOne.kill()
  await browserOfOne.relaunch()
  page = browserOfOne.page()
  await page.addInitScript((database) => {
    if (sessionStorage.getItem('wiped') !== null) return
    sessionStorage.setItem('wiped', 'once')
    indexedDB.deleteDatabase(database)
  }, `haulyard-outbox-${me}`)
  await page.goto('/drivers')
  await isShown(page, name, /^blob:/)
  await changesWaiting(page, 1)

  let parts = 0
  network.set('down', (call) => {
    if (isPart(call)) parts += 1
    return parts > 3
  })
  await expect.poll(() => parts, { timeout: 60_000 }).toBeGreaterThan(3)
  await browserOfOne.kill()
  await browserOfOne.relaunch()
  page = browserOfOne.page()
  await page.goto('/drivers')
  await isShown(page, name, /^blob:/)
  network.set('none')
  await nothingWaits(page)
  await isShown(page, name, /^\/api\/files\//)

  const { user, version } = await api.driver(driver.id)
  expect(version).toBe(driver.version + 1)
  const stored = await fetch(`${server.url}${user.photo}`)
  expect(stored.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await stored.arrayBuffer()).equals(picture)).toBe(true)
  const sent = network.calls().filter((call) => call.startsWith('PATCH /api/uploads/')).length * PART_BYTES
  expect(sent).toBeLessThan(2 * picture.length)
  expect([...network.arrivals().values()]).toEqual([1])
})

test('what is no photo is said at once and kept nowhere; only an administrator is offered to change one', async ({
  browserOfOne,
  network,
  server,
}) => {
  const { name } = await scene(server)
  const page = browserOfOne.page()
  await signIn(page, 'admin')
  await page.goto('/drivers')
  const text = Buffer.from('not a picture at all')
  await choosePhoto(page, name, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: text })
  await expect(page.getByText('Only .jpg, .jpeg, .png and .webp formats are supported.')).toBeVisible()
  const large = Buffer.concat([aPicture(10), Buffer.alloc(5 * 1024 * 1024)])
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click()
  await (await chooser).setFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByText('Max image size is 5MB.')).toBeVisible()
  await nothingWaits(page)

  await choosePhoto(page, name, { name: 'driver.png', mimeType: 'image/png', buffer: aPicture(40) })
  await isShown(page, name, /^\/api\/files\//)
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Take the photo away' }).click()
  await expect(photoOf(page, name)).toHaveCount(0)
  await nothingWaits(page)

  const anothers = await startBrowser({ url: network.url })
  await signIn(anothers.page(), 'dispatcher')
  await anothers.page().goto('/drivers')
  await expect(anothers.page().getByRole('button', { name: `Status of ${name}` })).toBeVisible()
  await expect(anothers.page().getByRole('button', { name: /^Change the photo/ })).toHaveCount(0)
  await anothers.dispose()
})
