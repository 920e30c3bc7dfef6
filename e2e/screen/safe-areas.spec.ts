import type { Page } from '@playwright/test'
import { aPdf, aPhoto, aReport, dialogCalled, panel } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { expect } from '#e2e/support/expect.ts'
import { newReport, openNewReport } from '#e2e/support/files/new-report.ts'
import { expectCardClear, expectClear, holdPhone, SIDEWAYS, UPRIGHT } from '#e2e/support/page/notch.ts'
import { openDrivers, setDriverStatus } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false, height: SIDEWAYS.height })

const body = (page: Page) => page.locator('body')

test('no page has anything beneath the notch of a phone held sideways, nor have its bars', async ({ office }) => {
  const page = office.page()
  await holdPhone(page)
  for (const path of [
    ...['/', '/drivers', '/dispatchers', '/trucks', '/trailers', '/schedule', '/schedule?tab=edit', '/map'],
    ...['/maintenance', '/reports', '/contacts', '/users', '/security', '/outbox', '/device', '/diagnostics'],
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClear(body(page), path)
  }
  await page.getByRole('link', { name: 'Skip to the page' }).focus()
  await expectClear(body(page), 'the way past the bar')
})

test('the sign-in has nothing beneath the notch', async ({ visitor }) => {
  const page = visitor.page()
  await holdPhone(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectClear(body(page), 'the sign-in')
})

test('dialogs in the middle keep their edges and all they hold clear of the notch', async ({ office }) => {
  const page = office.page()
  const dialog = page.getByRole('dialog')
  await holdPhone(page)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expectCardClear(dialog, 'a new user')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectCardClear(dialog, 'the way out')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openNewReport(page)
  await expectCardClear(newReport(page), 'a new inspection')
})

test('a menu at the side of the window and the dates of a status stay clear of the notch', async ({
  tablet,
  subject: { name },
}) => {
  const page = tablet.page()
  await openDrivers(page)
  await holdPhone(page)
  await page.getByRole('searchbox').first().fill(name)
  const status = page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })
  await status.click()
  await expectCardClear(page.getByRole('menu'), 'the choice of a status', { isScrolled: true })
  await page.getByRole('menuitemradio', { name: 'Vacation', exact: true }).click()
  await expectCardClear(page.getByRole('dialog', { name: `Vacation: ${name}` }), 'the dates of a vacation')
})

test('what is said in the corner stays clear of the notch', async ({ tablet, subject: { name, will } }) => {
  const page = tablet.page()
  await openDrivers(page)
  await holdPhone(page)
  await page.getByRole('searchbox').first().fill(name)
  await setDriverStatus(page, name, will)
  await expectCardClear(page.getByRole('status').filter({ hasText: 'Undo' }), 'what has just been done')
})

test('a sheet from below and the bar of chosen days hold nothing that is covered', async ({ tablet }) => {
  const page = tablet.page()
  await holdPhone(page)
  const { cell } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await cell(0, 1).click({ modifiers: ['Shift'] })
  await expectClear(page.getByRole('group', { name: 'Selected days' }), 'what is done with a chosen day')
  await cell(0, 0).dblclick()
  await expectClear(page.getByRole('dialog'), 'a day')
})

test('an inspection, its photos and the camera are clear of the notch', async ({ shop, manager, truck }) => {
  const page = shop.page()
  await holdPhone(page)
  const { id } = await aReport(manager, truck, {}, [aPhoto('axle.png'), aPhoto('drum.png', 2), aPdf('invoice.pdf')])
  await page.goto(`/maintenance?open=${id}`)
  await expectClear(panel(page), 'an inspection')
  await panel(page)
    .getByRole('button', { name: /^Open invoice/ })
    .click()
  const document = dialogCalled(page, 'invoice.pdf')
  await expectCardClear(document, 'a document')
  await document.getByRole('button', { name: 'Close' }).last().click()
  await panel(page)
    .getByRole('button', { name: /^Open axle/ })
    .click()
  const photo = page.getByRole('dialog', { name: /^Photo: / })
  await expectClear(photo, 'a photo')
  await openNewReport(page)
  await newReport(page).getByRole('button', { name: 'Take photos' }).click()
  const camera = dialogCalled(page, 'Take photos')
  await camera.getByRole('button', { name: 'Take a photo' }).click()
  await expect(camera.getByRole('list', { name: 'Photos just taken' }).getByRole('img')).toBeVisible()
  await expectClear(camera, 'the camera')
})

test('upright nothing that stays in its place lies beneath the notch or the home indicator', async ({ office }) => {
  const page = office.page()
  const dialog = page.getByRole('dialog')
  await holdPhone(page, UPRIGHT)
  for (const path of ['/drivers', '/schedule?tab=edit', '/map', '/maintenance', '/device']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClear(body(page), path, UPRIGHT)
  }
  await page.getByRole('link', { name: 'Skip to the page' }).focus()
  await expectClear(body(page), 'the way past the bar', UPRIGHT)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expectCardClear(dialog, 'a new user', { hold: UPRIGHT })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectCardClear(dialog, 'the way out', { hold: UPRIGHT })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openNewReport(page)
  await expectCardClear(newReport(page), 'a new inspection', { hold: UPRIGHT })
})
