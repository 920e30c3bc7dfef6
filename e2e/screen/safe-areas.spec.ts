import type { Page } from '@playwright/test'
import { aPdf, aPhoto, aReport, dialogNamed, inspectionPanel } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { expect } from '#e2e/support/expect.ts'
import { newReport, openNewReport } from '#e2e/support/files/new-report.ts'
import {
  emulatePhone,
  expectCardInSafeArea,
  expectInSafeArea,
  LANDSCAPE,
  PORTRAIT,
} from '#e2e/support/page/safe-area.ts'
import { openDrivers, setDriverStatus } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false, height: LANDSCAPE.height })

const body = (page: Page) => page.locator('body')

test('no page has content or a bar beneath the notch of a phone in landscape', async ({ office }) => {
  const page = office.page()
  await emulatePhone(page)
  for (const path of [
    ...['/', '/drivers', '/dispatchers', '/trucks', '/trailers', '/schedule', '/schedule?tab=edit', '/map'],
    ...['/maintenance', '/reports', '/contacts', '/users', '/security', '/outbox', '/device', '/diagnostics'],
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectInSafeArea(body(page), path)
  }
  await page.getByRole('link', { name: 'Skip to the page' }).focus()
  await expectInSafeArea(body(page), 'the skip link')
})

test('the sign-in page has nothing beneath the notch', async ({ emptyBrowser }) => {
  const page = emptyBrowser.page()
  await emulatePhone(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectInSafeArea(body(page), 'the sign-in page')
})

test('centered dialogs keep their edges and contents clear of the notch', async ({ office }) => {
  const page = office.page()
  const dialog = page.getByRole('dialog')
  await emulatePhone(page)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expectCardInSafeArea(dialog, 'a new user')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectCardInSafeArea(dialog, 'the log-out dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openNewReport(page)
  await expectCardInSafeArea(newReport(page), 'a new inspection')
})

test('a menu at the edge of the window and the date dialog of a status stay clear of the notch', async ({
  scene: { page, name },
}) => {
  await openDrivers(page)
  await emulatePhone(page)
  await page.getByRole('searchbox').first().fill(name)
  const status = page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })
  await status.click()
  await expectCardInSafeArea(page.getByRole('menu'), 'the status menu', { isScrolled: true })
  await page.getByRole('menuitemradio', { name: 'Vacation', exact: true }).click()
  await expectCardInSafeArea(page.getByRole('dialog', { name: `Vacation: ${name}` }), 'the date dialog of a vacation')
})

test('a toast in the corner stays clear of the notch', async ({ tablet, subject: { name, newTitle } }) => {
  const page = tablet.page()
  await openDrivers(page)
  await emulatePhone(page)
  await page.getByRole('searchbox').first().fill(name)
  await setDriverStatus(page, name, newTitle)
  await expectCardInSafeArea(page.getByRole('status').filter({ hasText: 'Undo' }), 'the toast')
})

test('a bottom sheet and the bar for selected days stay clear of the notch', async ({ tablet }) => {
  const page = tablet.page()
  await emulatePhone(page)
  const { cell } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await cell(0, 1).click({ modifiers: ['Shift'] })
  await expectInSafeArea(page.getByRole('group', { name: 'Selected days' }), 'the bar for selected days')
  await cell(0, 0).dblclick()
  await expectInSafeArea(page.getByRole('dialog'), 'the day editor')
})

test('an inspection, its photos and the camera stay clear of the notch', async ({ shop, manager, truck }) => {
  const page = shop.page()
  await emulatePhone(page)
  const { id } = await aReport(manager, truck, {}, [aPhoto('axle.png'), aPhoto('drum.png', 2), aPdf('invoice.pdf')])
  await page.goto(`/maintenance?open=${id}`)
  await expectInSafeArea(inspectionPanel(page), 'an inspection')
  await inspectionPanel(page)
    .getByRole('button', { name: /^Open invoice/ })
    .click()
  const document = dialogNamed(page, 'invoice.pdf')
  await expectCardInSafeArea(document, 'a document')
  await document.getByRole('button', { name: 'Close' }).last().click()
  await inspectionPanel(page)
    .getByRole('button', { name: /^Open axle/ })
    .click()
  const photo = page.getByRole('dialog', { name: /^Photo: / })
  await expectInSafeArea(photo, 'a photo')
  await openNewReport(page)
  await newReport(page).getByRole('button', { name: 'Take photos' }).click()
  const camera = dialogNamed(page, 'Take photos')
  await camera.getByRole('button', { name: 'Take a photo' }).click()
  await expect(camera.getByRole('list', { name: 'Photos just taken' }).getByRole('img', { name: /jpg$/ })).toBeVisible()
  await expectInSafeArea(camera, 'the camera')
})

test('in portrait, neither the notch nor the home indicator covers anything with a fixed position', async ({
  office,
}) => {
  const page = office.page()
  const dialog = page.getByRole('dialog')
  await emulatePhone(page, PORTRAIT)
  for (const path of ['/drivers', '/schedule?tab=edit', '/map', '/maintenance', '/device']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectInSafeArea(body(page), path, PORTRAIT)
  }
  await page.getByRole('link', { name: 'Skip to the page' }).focus()
  await expectInSafeArea(body(page), 'the skip link', PORTRAIT)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  // A dialog with a form fills a phone: its edges are those of the screen.
  await expectInSafeArea(dialog, 'a new user', PORTRAIT)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectCardInSafeArea(dialog, 'the log-out dialog', { hold: PORTRAIT })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openNewReport(page)
  await expectInSafeArea(newReport(page), 'a new inspection', PORTRAIT)
})
