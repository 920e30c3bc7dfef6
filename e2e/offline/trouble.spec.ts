import { weekOnScreen } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { offerNewVersion } from '#e2e/support/new-version.ts'
import { changesWaiting, dayCell, nothingWaits, openWeek, setDay, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test('two users who change the same status overwrite nothing unseen, and two taps resolve the conflict', async ({
  scene,
  network,
  admin,
}) => {
  const { page, driver, name } = scene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'safety_orientation' })).toBe(200)
  network.set('none')

  await expect(page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 30_000 })
  expect((await admin.driver(driver.id)).current_status).toBe('safety_orientation')
  await page.getByRole('link', { name: 'Review' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await expect(
    entry.getByRole('row', { name: /^Status .*On The Road .*Safety Orientation .+ Vacation$/ }),
  ).toBeVisible()
  await entry.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await admin.driver(driver.id)).current_status).toBe('on_vacation')
  await expect(page.getByText('Nothing of yours waits on this device')).toBeVisible()
})

test('a change that its user discards is gone, the colleague’s value stays, and the keyboard focus is not lost', async ({
  scene,
  network,
  admin,
}) => {
  const { page, driver, name } = scene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await admin.patch(`/api/drivers/${driver.id}/`, { status: 'safety_orientation' })
  network.set('none')
  await page.getByRole('link', { name: 'Review' }).click({ timeout: 30_000 })
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await entry.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page.getByText('Nothing of yours waits on this device')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await expect(page.getByRole('button', { name: `Status of ${name}: Safety Orientation` })).toBeVisible()
  expect(await admin.driver(driver.id)).toMatchObject({ version: driver.version + 1 })
})

test('a device without free space says so immediately and keeps the typed text', async ({ tablet, subject }) => {
  const { name } = subject
  const page = tablet.page()
  await openWeek(page)
  const cell = dayCell(page, name, 3)
  await expect(cell).toBeVisible()
  await page.evaluate(() => {
    const full = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  })
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Description').fill('Swap trailers at the yard')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('alert')).toBeVisible()
  await expect(editor.getByLabel('Description')).toHaveValue('Swap trailers at the yard')
  await nothingWaits(page)
})

test('a description that is too long is refused with a message and loses nothing; a colleague’s save of the day is shown', async ({
  tablet,
  admin,
}) => {
  const page = tablet.page()
  // The size of a small window at 200 % zoom.
  await page.setViewportSize({ width: 720, height: 450 })
  await openWeek(page)
  const week = await weekOnScreen(page)
  const [driver = 0] = week.drivers
  const [date = ''] = week.dates
  const planned = { date_from: date, date_to: date, driver_id: driver, status: 'on_the_road' }
  expect(await admin.post('/api/schedule/status-bulk-edit/', planned)).toBe(200)
  const [day] = await admin.daysOf(driver, date)
  const cell = week.cell(0, 0)
  await expect(cell).toContainText('On The Road')
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  const description = editor.getByLabel('Description')
  const typed = 'x'.repeat(512)
  await description.fill(typed)
  await expect(editor.getByText('512 of 500 characters')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(description).toHaveAccessibleDescription(/at most 500 characters; this one has 512/)
  await expect(description).toBeFocused()
  await expect(description).toHaveValue(typed)

  expect(await admin.patch(`/api/schedule/${day?.id}/`, { status: 'on_vacation' })).toBe(200)
  await expect(editor.getByRole('status')).toContainText('Changed meanwhile: Vacation')
  await expect(description).toHaveValue(typed)
  await expect(editor.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })

  await page.reload()
  await cell.dblclick()
  await expect(description).toHaveValue(typed)
  await description.fill('Sick')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect
    .poll(async () => (await admin.daysOf(driver, date))[0])
    .toMatchObject({
      status: 'on_vacation',
      description: 'Sick',
    })
})

test('the app starts and signs in although parts that it can do without are cut off', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const missing = new Set<string>()
  network.set('down', ({ path }) => {
    const [, part] = /^\/assets\/(toasts|draft-store|held-changes|launch|focus)-/.exec(path) ?? []
    if (part) missing.add(part)
    return part !== undefined
  })
  await signIn(page, 'dispatcher')
  await openWeek(page)
  await expect.poll(() => [...missing]).toEqual(expect.arrayContaining(['toasts', 'draft-store', 'held-changes']))
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a new version waits for the user’s consent, and for a form with unsaved input', async ({ tablet, network }) => {
  const page = tablet.page()
  await openWeek(page)
  const update = await offerNewVersion(page, network)

  const cell = page.getByRole('gridcell').nth(2)
  await cell.dblclick()
  await page.getByRole('dialog').getByLabel('Description').fill('half a sentence')
  await update.dispatchEvent('click')
  await expect(page.getByText(/A form holds input that is not saved/)).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('half a sentence')

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const reloaded = page.waitForEvent('load')
  await update.click()
  await reloaded
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(update).toHaveCount(0)
})

test('a new version is installed although a list request hangs', async ({ tablet, network }) => {
  const page = tablet.page()
  await openWeek(page)
  const update = await offerNewVersion(page, network)
  await nothingWaits(page)
  network.set('hang', ({ path }) => path.startsWith('/api/'))
  const hung = page.waitForRequest((request) => request.url().includes('/api/drivers/?'))
  await page.getByRole('link', { name: 'Drivers' }).click()
  await hung
  const reloaded = page.waitForEvent('load', { timeout: 15_000 })
  await update.click()
  await reloaded
  await expect(update).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a day created offline and changed again before it was sent is one day on the server', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  // A week far enough ahead that nothing is planned.
  await page.goto('/schedule?tab=edit&week=8')
  const cell = page.getByRole('gridcell', { name: /Nothing planned/ }).first()
  await expect(cell).toBeVisible()
  const id = Number(await cell.getAttribute('data-driver'))
  const column = Number(await cell.getAttribute('data-column'))
  const same = page.locator(`[role=gridcell][data-driver="${id}"][data-column="${column}"]`)
  network.set('down')
  await setDay(page, same, 'Vacation', 'first thought')
  await setDay(page, same, 'Detention / Layover', 'second thought')
  await changesWaiting(page, 2)
  network.set('none')
  await nothingWaits(page)
  const heading = await page
    .getByRole('columnheader')
    .nth(column + 1)
    .textContent()
  const [month, day, year] = (heading?.match(/(\d\d)\/(\d\d)\/(\d\d)/) ?? []).slice(1)
  const days = await api.daysOf(id, `20${year}-${month}-${day}`)
  expect(days).toHaveLength(1)
  expect(days[0]).toMatchObject({ status: 'detention__layover', description: 'second thought', version: 2 })
  expect([...network.arrivals().values()]).toEqual([1, 1])
})
