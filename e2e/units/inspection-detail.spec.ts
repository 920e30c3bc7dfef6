import type { Page } from '@playwright/test'
import { startBrowser } from '#e2e/support/browser.ts'
import {
  aPdf,
  aPhoto,
  aReport,
  currentUserOf,
  DEFECT_REPORT,
  dialogNamed,
  inspectionNow,
  inspectionPanel,
  inspectionRow,
  ownName,
  pick,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { truckCard } from '#e2e/support/company/trucks.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { newReport, openNewReport } from '#e2e/support/files/new-report.ts'
import { pagesOf, setPdfViewer } from '#e2e/support/files/pdf.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { nothingWaits, openMaintenance } from '#e2e/support/page/screens.ts'
import { addDays } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

test.use({ height: 1200 })

const LETTER = { width: 612, height: 792 }
const button = (page: Page, name: string) => inspectionPanel(page).getByRole('button', { name, exact: true })
const lightbox = (page: Page) => page.getByRole('dialog', { name: /^Photo: / })

test('an inspection opens next to the list with all its facts, shows files in place, and its photos are browsed by keyboard', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const fields = { ...DEFECT_REPORT, service_type: 'brake_service', note: 'Left side only' }
  const files = [aPhoto('axle.png', 1), aPdf('invoice.pdf'), aPhoto('drum.png', 2), aPhoto('hose.png', 3)]
  await aReport(manager, truck, fields, files)
  await setPdfViewer(page, true)
  await openMaintenance(page)
  const opener = inspectionRow(page, truck).getByRole('button', { name: /^Open / })
  await opener.click()
  const fact = (name: string) =>
    inspectionPanel(page)
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('~ dd')
      .first()
  for (const [name, words] of [
    ['Fleet manager', await ownName(manager)],
    ['Vehicle', `${truck} · Freightliner Cascadia`],
    ['Service type', 'Brake Service'],
    ['Shop or carrier', 'Joliet Truck Care'],
    ['Cost', '$412.50'],
    ['Odometer', '120,345.678'],
    ['Due date', '31.12.2099'],
    ['Due mileage', 'None'],
  ] as const)
    await expect(fact(name), name).toHaveText(words)
  await expect(inspectionPanel(page)).toContainText('Left side only')
  await expect(inspectionPanel(page)).toContainText('Cords showing at the left rear')
  await expect(inspectionPanel(page).getByText('Approved', { exact: true })).toBeVisible()

  await inspectionPanel(page)
    .getByRole('button', { name: /^Open invoice.pdf/ })
    .click()
  const document = dialogNamed(page, 'invoice.pdf')
  await expect(document.locator('iframe[title="invoice.pdf"]')).toHaveAttribute('src', /^blob:/)
  await document.getByRole('button', { name: 'Close' }).last().click()
  const drum = inspectionPanel(page).getByRole('button', { name: /^Open drum.png/ })
  await drum.focus()
  await page.keyboard.press('Enter')
  await expect(lightbox(page)).toHaveAccessibleName('Photo: drum.png')
  await expect(lightbox(page)).toContainText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page)).toHaveAccessibleName('Photo: hose.png')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page)).toHaveAccessibleName('Photo: hose.png')
  await page.keyboard.press('Home')
  await expect(lightbox(page)).toHaveAccessibleName('Photo: axle.png')
  await expect
    .poll(() =>
      lightbox(page)
        .getByAltText('axle.png')
        .last()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(lightbox(page)).toHaveCount(0)
  await expect(drum).toBeFocused()
  const [zip] = await Promise.all([page.waitForEvent('download'), button(page, 'Download all').click()])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  await page.keyboard.press('Escape')
  await expect(inspectionPanel(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(inspectionPanel(page).getByText('Left side only')).toBeVisible()
  await page.goBack()
  await expect(inspectionPanel(page)).toHaveCount(0)
  await expect(inspectionRow(page, truck)).toBeVisible()
  await page.goto('/maintenance?open=999999999')
  await expect(page.getByText('There is no such inspection')).toBeVisible()
})

test('a tablet that may show only the first page of a PDF can open all pages in a new tab', async ({
  network,
  managerProfile,
  manager,
  truck,
}) => {
  const { id } = await aReport(manager, truck, DEFECT_REPORT, [aPdf('invoice.pdf')])
  const tablet = await startBrowser({ url: network.url, copyOf: managerProfile, hasTouch: true })
  const page = tablet.page()
  await setPdfViewer(page, true)
  await page.goto(`/maintenance?open=${id}`)
  await inspectionPanel(page)
    .getByRole('button', { name: /^Open invoice.pdf/ })
    .tap()
  const document = dialogNamed(page, 'invoice.pdf')
  await expect(document).toContainText('Some phones and tablets show only the first page here.')
  await expectNoFindings(page, 'a PDF on a tablet')
  const frame = document.locator('iframe[title="invoice.pdf"]')
  const all = document.getByRole('link', { name: 'Open all pages' })
  await expect(all).toHaveAttribute('href', (await frame.getAttribute('src')) ?? 'no document')
  const tab = page.waitForEvent('popup')
  await all.tap()
  await tab

  await setPdfViewer(page, false)
  await page.reload()
  await inspectionPanel(page)
    .getByRole('button', { name: /^Open invoice.pdf/ })
    .tap()
  await expect(document).toContainText('This browser does not show a PDF inside a page.')
  await expect(all).toBeVisible()
  await expect(frame).toHaveCount(0)
  await tablet.dispose()
})

test('all facts of an inspection are readable while its twenty photos hang, and the photos appear once they arrive', async ({
  shop,
  network,
  manager,
  truck,
}) => {
  const page = shop.page()
  const photos = Array.from({ length: 20 }, (_, at) => aPhoto(`photo-${at + 1}.png`, at + 1))
  const { id } = await aReport(manager, truck, { ...DEFECT_REPORT, note: 'Left side only' }, photos)
  let isHanging = true
  network.set('hold_answer', ({ path }) => isHanging && path.startsWith('/api/files/'))
  await page.goto(`/maintenance?open=${id}`)
  for (const words of ['Joliet Truck Care', '$412.50', '120,345.678', 'Left side only', 'Cords showing', 'Approved'])
    await expect(inspectionPanel(page)).toContainText(words)
  const pictures = inspectionPanel(page)
    .getByRole('region', { name: /^Attachments/ })
    .locator('img')
  const widths = () => pictures.evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth))
  await expect(pictures).toHaveCount(photos.length)
  for (const { name } of photos) await expect(button(page, `Open ${name}, 0.01 MB`)).toBeVisible()
  await expect.poll(() => network.heldResponseCount()).toBeGreaterThan(0)
  expect(await widths()).toEqual(photos.map(() => 0))

  isHanging = false
  network.deliverHeldResponses()
  await expect.poll(widths).toEqual(photos.map(() => 60))
})

test('the toast of a comment leaves the button that saves the next one free, on a phone, a tablet and a desktop', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const { id } = await aReport(manager, truck, DEFECT_REPORT)
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/maintenance?open=${id}`)
    const comment = inspectionPanel(page).getByLabel('Add comment')
    await comment.fill(`Seen at ${width}`)
    await button(page, 'Save').click()
    const toast = page.getByRole('alert').filter({ hasText: 'New comment added' })
    await expect(toast).toBeVisible()
    await comment.fill(`Seen again at ${width}`)
    // While the toast is on screen: the button takes the press.
    await button(page, 'Save').click({ trial: true, timeout: 2_000 })
    await expect(toast).toBeVisible()
    await comment.fill('')
  }
})

test('a comment, a certified repair and the next driver’s review are stored and in the history, and the truck is ready again', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const me = await currentUserOf(manager)
  const { id } = await aReport(manager, truck, DEFECT_REPORT)
  await page.goto(`/trucks?find=${truck}`)
  await expect(truckCard(page, truck)).toContainText('Not ready')
  await page.goto(`/maintenance?open=${id}`)
  await expect(button(page, 'Save')).toBeDisabled()
  const comment = inspectionPanel(page).getByLabel('Add comment')
  await expect(comment).toHaveAttribute('placeholder', 'Describe maintenance work')
  await comment.fill('  ')
  await expect(button(page, 'Save')).toBeDisabled()
  await comment.fill('New tire ordered')
  await button(page, 'Save').click()
  await expect(page.getByText('New comment added')).toBeVisible()
  await expect(comment).toHaveValue('')
  await expect(inspectionPanel(page).getByRole('listitem').filter({ hasText: 'New tire ordered' })).toContainText(
    `${me.first_name} ${me.last_name}`,
  )
  // A second comment is stored as a draft, too.
  await comment.fill('Fitter comes at noon')
  await expect.poll(() => page.evaluate(draftsAsText)).toContain('Fitter comes at noon')
  await page.reload()
  await expect(comment).toHaveValue('Fitter comes at noon')
  await comment.fill('')

  await button(page, 'Tires: Mark repaired…').click()
  const repair = dialogNamed(page, 'Tires: Repaired')
  await expect(repair.getByLabel('Certified by')).toHaveValue(`${me.first_name} ${me.last_name}`)
  await repair.getByLabel('Certified by').fill('')
  await repair.getByRole('button', { name: 'Certify the repair' }).click()
  await expect(repair.getByText('Please fill out this field')).toBeVisible()
  await repair.getByLabel('Certified by').fill('Joe Hall')
  await repair.getByLabel('Note (optional)').fill('New tire fitted')
  await repair.getByRole('button', { name: 'Certify the repair' }).click()
  await expect(inspectionPanel(page).getByText(/^Repaired: certified by Joe Hall, .*New tire fitted$/)).toBeVisible()
  await button(page, 'Sign as next driver').click()
  const review = dialogNamed(page, 'Reviewed by next driver')
  await review.getByLabel('Driver’s name').fill('Maria Lopez')
  await review.getByRole('button', { name: 'Sign the review' }).click()
  await expect(inspectionPanel(page).getByText('Maria Lopez')).toBeVisible()
  await nothingWaits(page)
  expect(await inspectionNow(manager, id)).toMatchObject({
    reviewed_by: 'Maria Lopez',
    defects: [{ state: 'repaired', settled_by: 'Joe Hall', settled_note: 'New tire fitted' }],
    comments: [{ text: 'New tire ordered', user: { id: me.id } }],
  })
  await inspectionPanel(page)
    .getByRole('button', { name: /History/ })
    .click()
  const history = page.getByRole('dialog', { name: /^History/ })
  for (const words of ['Joe Hall', 'Maria Lopez', 'New tire ordered']) await expect(history).toContainText(words)
  await page.goto(`/trucks?find=${truck}`)
  await expect(truckCard(page, truck)).not.toContainText('Not ready')
})

test('an inspection prints on Letter paper with its facts and photos, and without the app’s own controls', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const { id } = await aReport(manager, truck, DEFECT_REPORT, [aPhoto('axle.png', 1), aPhoto('drum.png', 2)])
  await page.goto(`/maintenance?open=${id}`)
  await inspectionPanel(page).getByRole('link', { name: 'Print' }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
  for (const words of [truck, 'Joliet Truck Care', '$412.50', '120,345.678', 'Cords showing', 'NOT READY TO ROLL'])
    await expect(report).toContainText(words)
  const photos = report.getByRole('img')
  await expect(photos).toHaveCount(2)
  const sizes = await photos.evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth))
  expect(sizes).toEqual([60, 60])
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'Letter' })
  const sheets = pagesOf(pdf)
  expect(sheets.every((sheet) => sheet.width === LETTER.width && sheet.height === LETTER.height)).toBe(true)
  expect(sheets.length).toBeLessThanOrEqual(2)
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(2)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const shell of ['banner', 'navigation', 'button', 'link'] as const)
    await expect(page.getByRole(shell)).toHaveCount(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoFindings(page, 'printing an inspection')
})

test('axe finds no violations in the maintenance area: lists, filters, details, a photo and the edit form', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const due_date = addDays(chicagoDay(Date.now()), 9)
  await aReport(manager, truck, { service_type: 'oil_change', due_date, due_mileage: 125_000 })
  const files = [aPhoto('axle.png', 1), aPdf('invoice.pdf'), aPhoto('drum.png', 2)]
  await aReport(manager, truck, { ...DEFECT_REPORT, service_type: 'pre_trip' }, files)
  await openMaintenance(page)
  await expectNoFindings(page, 'inspections')
  await inspectionRow(page, truck, 'Oil').getByRole('checkbox').check()
  await expectNoFindings(page, 'selected inspections')
  await page.getByRole('tab', { name: /^Upcoming/ }).click()
  await expect(inspectionRow(page, truck, 'Oil')).toContainText('in 9 days')
  await expectNoFindings(page, 'upcoming work')
  await page.getByRole('button', { name: /^Vehicles & Assets/ }).click()
  await expect(page.getByRole('checkbox', { name: truck })).toBeVisible()
  await expectNoFindings(page, 'a filter of inspections')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  await expectNoFindings(page, 'history of inspections')

  await page.goto('/maintenance')
  await inspectionRow(page, truck, 'Pre-Trip')
    .getByRole('button', { name: /^Open / })
    .click()
  await expect(inspectionPanel(page).getByRole('button', { name: /^Open axle/ })).toBeVisible()
  await expectNoFindings(page, 'an inspection')
  await inspectionPanel(page)
    .getByRole('button', { name: /^Open axle/ })
    .click()
  await expect(lightbox(page)).toBeVisible()
  await expectNoFindings(page, 'a photo')
  await page.keyboard.press('Escape')
  await button(page, 'Edit').click()
  await expect(dialogNamed(page, 'Edit Details').getByLabel('Total cost ($)')).toBeVisible()
  await expectNoFindings(page, 'editing an inspection')
})

test('axe finds no violations while an inspection is created: form errors, camera and walk-around', async ({
  shop,
  truck,
}) => {
  const page = shop.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openNewReport(page)
  const form = newReport(page)
  await form.getByLabel('Report type').selectOption({ label: 'Defect' })
  await form.getByRole('button', { name: 'Add Inspection' }).click()
  await expect(form.getByText('Must be confirmed')).toBeVisible()
  await expectNoFindings(page, 'a new inspection with errors')
  await pick(form, 'Vehicle or asset', truck)
  await form.getByRole('button', { name: 'Take photos' }).click()
  const camera = dialogNamed(page, 'Take photos')
  await expect(camera.getByRole('button', { name: 'Take a photo' })).not.toHaveAttribute('aria-disabled', 'true')
  await camera.getByRole('button', { name: 'Take a photo' }).click()
  await expect(camera.getByRole('list', { name: 'Photos just taken' }).getByRole('img', { name: /jpg$/ })).toBeVisible()
  await expectNoFindings(page, 'the camera')
  await camera.getByRole('button', { name: 'Done' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Walk-around' }).click()
  const walk = page.getByRole('dialog', { name: /^(Walk-around|Pre-trip)/ })
  await expect(walk.getByRole('option').first()).toBeVisible()
  await expectNoFindings(page, 'a walk-around, choosing the unit')
  await walk.getByRole('combobox').fill(truck)
  await walk.getByRole('option', { name: new RegExp(`^${truck}`) }).click()
  await walk.getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
  await walk.getByRole('button', { name: 'Approve and save' }).click()
  await expect(walk.getByText(/^Truck .*: 10 of 11 points are not checked$/)).toBeVisible()
  await expectNoFindings(page, 'a walk-around with errors')
})
