import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  aPdf,
  aPhoto,
  aReport,
  attach,
  attachedFile,
  bytesOf,
  DEFECT_REPORT,
  dialogNamed,
  inspectionNow,
  inspectionPanel,
  inspectionRow,
  inspectionsOf,
  pick,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { newReportFiles as files, newReport as form, openNewReport, takePhotos } from '#e2e/support/files/new-report.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'
import { addDays } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

test.use({ height: 1400 })

const today = chicagoDay(Date.now())
const RESTORED = 'Unsaved inspection restored.'

/** Opens the form of a new report and fills in the required fields. */
async function fillIn(page: Page, truck: string): Promise<void> {
  await openNewReport(page)
  await pick(form(page), 'Vehicle or asset', truck)
  await form(page).getByLabel('Service type').selectOption({ label: 'Repair' })
  await form(page).getByLabel('Report type').selectOption({ label: 'No Defect' })
  await form(page).getByLabel('Shop or carrier').fill('Joliet Truck Care')
  await form(page).getByLabel('Total cost ($)').fill('99.95')
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Keep and log out)$/ })
    .click()
  await expect(page).toHaveURL(/\/login/)
}

/** Window sizes in pixels: a tablet and a phone in landscape, and a phone in portrait. */
const WINDOW_SIZES = [
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
]

/**
 * `whole` if the camera’s picture, the shutter and Done are fully on screen, neither button covers the picture, and the
 * picture fills more than half of the screen. Otherwise the three boxes as JSON.
 */
async function cameraLayout(camera: Locator, { width, height }: (typeof WINDOW_SIZES)[number]): Promise<string> {
  const parts = [
    camera.getByLabel('What the camera sees'),
    camera.getByRole('button', { name: 'Take a photo' }),
    camera.getByRole('button', { name: 'Done' }),
  ]
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
  const isWhole = boxes.every(
    (box) => box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
  )
  const [picture, ...buttons] = boxes
  const isUncovered = buttons.every(
    (box) => picture && box && (box.y >= picture.y + picture.height || box.x >= picture.x + picture.width),
  )
  // A narrow strip of the picture would be useless.
  const isLarge = picture && picture.width * picture.height > (width * height) / 2
  return isWhole && isUncovered && isLarge ? 'whole' : JSON.stringify(boxes)
}

test('the camera takes several photos in a row offline; one is removed, and the others reach the server', async ({
  shop,
  network,
  manager,
  yard,
  truck,
}) => {
  const page = shop.page()
  await fillIn(page, truck)
  network.set('down')
  const opener = form(page).getByRole('button', { name: 'Take photos' })
  await opener.click()
  const camera = dialogNamed(page, 'Take photos')
  const shutter = camera.getByRole('button', { name: 'Take a photo' })
  const shots = camera.getByRole('list', { name: 'Photos just taken' }).getByRole('listitem')
  await expect(shutter).toBeFocused()
  await expect(shutter).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(shots).toHaveCount(1)
  for (const [at, size] of WINDOW_SIZES.entries()) {
    await page.setViewportSize(size)
    await expect.poll(() => cameraLayout(camera, size), { message: `${size.width} × ${size.height}` }).toBe('whole')
    await shutter.click()
    await expect(shots).toHaveCount(at + 2)
  }
  await shots
    .nth(1)
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(shots).toHaveCount(3)
  await expect(shutter).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(camera).toHaveCount(0)
  await expect(opener).toBeFocused()
  const lines = files(page).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.filter({ hasText: 'Ready' })).toHaveCount(3)
  await form(page).getByLabel('Fleet manager approval').check()
  await form(page).getByRole('button', { name: 'Add Inspection' }).click()
  await expect(form(page)).toBeHidden()
  await changesWaiting(page, 1)
  await inspectionRow(page, truck)
    .getByRole('button', { name: /^Open / })
    .click()
  await expect(page.getByRole('region', { name: /^Attachments/ }).getByText('waiting')).toHaveCount(3)

  network.set('none')
  await nothingWaits(page)
  const [report, ...others] = await inspectionsOf(manager, truck)
  expect(others).toEqual([])
  expect(report?.attachments).toHaveLength(3)
  const digests = new Set<string>()
  for (const { file, file_size, type } of report?.attachments ?? []) {
    const bytes = await bytesOf(yard.server, file)
    const { format, width = 0, height = 0 } = await sharp(bytes).metadata()
    expect([type, format, bytes.length]).toEqual(['image/jpeg', 'jpeg', file_size])
    expect(Math.min(width, height)).toBeGreaterThan(100)
    digests.add(bytes.toString('base64'))
  }
  // The test camera’s picture moves, so all photos differ.
  expect(digests.size).toBe(3)
  expect([...network.arrivals().values()].every((count) => count === 1)).toBe(true)
})

test('photos of a defect are shown with it, offline too; a certified repair shows those from before and after it side by side', async ({
  shop,
  network,
  manager,
  truck,
}) => {
  const page = shop.page()
  const checklist = [{ part: 'tires', found: 'defect' }]
  const { id } = await aReport(manager, truck, { ...DEFECT_REPORT, checklist }, [aPdf('invoice.pdf')])
  await page.goto(`/maintenance?open=${id}`)
  const panel = inspectionPanel(page)
  const defect = panel.getByRole('listitem').filter({ hasText: 'Cords showing at the left rear' })
  await expect(defect).toBeVisible()
  network.set('down')
  await defect.getByRole('button', { name: 'Tires: Add photo' }).click()
  const adding = dialogNamed(page, 'Add photos of Tires')
  await expect(adding.getByRole('button', { name: 'Save photos' })).toBeDisabled()
  await takePhotos(page, adding, 2)
  await adding.getByRole('button', { name: 'Save photos' }).click()
  await expect(adding).toBeHidden()
  for (const name of [/^Open Tires 1,/, /^Open Tires 2,/]) {
    await expect(defect.getByRole('button', { name })).toBeVisible()
    const line = panel.getByRole('region', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: 'Tires' })
    await expect(line.first().getByRole('button', { name })).toBeVisible()
  }
  await expect(defect.getByText('waiting')).toHaveCount(2)
  const heap = panel.getByRole('region', { name: /^Attachments/ })
  await expect(heap).toHaveAccessibleName('Attachments 1')
  await expect(heap.getByRole('button', { name: /^Open/ })).toHaveCount(1)

  await defect.getByRole('button', { name: 'Tires: Mark repaired…' }).click()
  const repair = dialogNamed(page, 'Tires: Repaired')
  await expect(repair.getByRole('button', { name: /^Open Tires 2,/ })).toBeVisible()
  await expectNoFindings(page, 'certifying a repair')
  // A file: the test's camera shows the same pictures each time it is opened, and the server refuses one file twice.
  await attach(page, repair, [aPhoto('new-tire.png', 5)])
  await repair.getByRole('button', { name: 'Certify the repair' }).click()
  await expect(repair).toBeHidden()
  const [before, after] = [
    defect.getByRole('region', { name: 'Before' }),
    defect.getByRole('region', { name: 'After' }),
  ]
  const expectBeforeAndAfter = async () => {
    await expect(before.getByRole('button', { name: /^Open Tires [12],/ })).toHaveCount(2)
    await expect(after.getByRole('button', { name: /^Open/ })).toHaveCount(1)
    await expect(after.getByRole('button', { name: /^Open Tires 3,/ })).toBeVisible()
  }
  await expectBeforeAndAfter()
  await changesWaiting(page, 3)
  await after.getByRole('button', { name: /^Open Tires 3,/ }).click()
  const lightbox = page.getByRole('dialog', { name: /^Photo: / })
  await expect(lightbox).toHaveAccessibleName('Photo: Tires 3 of 3 · after')
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox).toHaveAccessibleName('Photo: Tires 2 of 3 · before')
  await page.keyboard.press('Escape')
  // Side by side on a wide screen, one above the other on a phone.
  const tops = async () => {
    const [left, right] = [await before.boundingBox(), await after.boundingBox()]
    return (right?.y ?? 0) - (left?.y ?? 0) < 10 ? 'side by side' : 'one above the other'
  }
  expect(await tops()).toBe('side by side')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(tops).toBe('one above the other')

  network.set('none')
  await nothingWaits(page)
  await expect(defect.getByText('waiting')).toHaveCount(0)
  await expectBeforeAndAfter()
  const { defects, attachments } = await inspectionNow(manager, id)
  expect(defects).toMatchObject([{ state: 'repaired' }])
  expect(attachments.map(({ defect: of, is_after_repair }) => [of, is_after_repair])).toEqual([
    [null, false],
    [defects[0]?.id, false],
    [defects[0]?.id, false],
    [defects[0]?.id, true],
  ])
  await panel.getByRole('link', { name: 'Print' }).click()
  const sheet = page.getByRole('region', { name: 'Report' })
  for (const name of ['Tires 1 of 3 · before', 'Tires 2 of 3 · before', 'Tires 3 of 3 · after'])
    await expect(sheet.getByRole('img', { name })).toBeVisible()
})

test('typed input and attached files survive a reload, a killed browser and a sign-out, and no other user sees them', async ({
  signedOutBrowser,
  manager,
  yard,
  truck,
}) => {
  let page = signedOutBrowser.page()
  await signIn(page, 'manager', { remember: true })
  await readyForOffline(page)
  await fillIn(page, truck)
  const pdf = aPdf('invoice.pdf')
  await attach(page, files(page), [aPhoto('axle.png'), pdf])
  await expect.poll(() => page.evaluate(draftsAsText)).toContain('axle.jpg')

  const expectRestored = async () => {
    await page.goto('/maintenance')
    const offer = page.getByRole('region', { name: 'Not saved yet' })
    await offer.getByRole('button', { name: 'Continue' }).click()
    await expect(form(page).getByText(RESTORED)).toBeVisible()
    await expect(form(page).getByLabel('Shop or carrier')).toHaveValue('Joliet Truck Care')
    await expect(form(page).getByRole('button', { name: new RegExp(`^Vehicle or asset: ${truck}`) })).toBeVisible()
    for (const name of ['axle.jpg', 'invoice.pdf']) await expect(attachedFile(files(page), name)).toContainText('Ready')
  }
  await page.reload()
  await expectRestored()
  await form(page).getByLabel(/^Note/).fill('Brackets too')
  await expect.poll(() => page.evaluate(draftsAsText)).toContain('Brackets too')
  await signedOutBrowser.restart()
  await signedOutBrowser.kill()
  await signedOutBrowser.relaunch()
  page = signedOutBrowser.page()
  await expectRestored()
  await expect(form(page).getByLabel(/^Note/)).toHaveValue('Brackets too')
  await form(page).getByRole('button', { name: 'Close' }).click()
  await logOut(page)

  await signIn(page, 'admin')
  await openNewReport(page)
  await expect(form(page).getByLabel('Shop or carrier')).toHaveValue('')
  await expect(page.getByText(RESTORED)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Not saved yet' })).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await logOut(page)

  await signIn(page, 'manager')
  await expectRestored()
  await form(page).getByLabel('Due date (optional)').fill(addDays(today, 30))
  await form(page).getByLabel('Fleet manager approval').check()
  await form(page).getByRole('button', { name: 'Add Inspection' }).click()
  await expect(page.getByText('Successfully updated')).toBeVisible()
  await nothingWaits(page)
  const [report, ...others] = await inspectionsOf(manager, truck)
  expect(others).toEqual([])
  expect(report).toMatchObject({ note: 'Brackets too', total_cost: 99.95, due_date: addDays(today, 30) })
  expect(report?.attachments.map(({ name }) => name)).toEqual(['axle.jpg', 'invoice.pdf'])
  expect((await bytesOf(yard.server, report?.attachments[1]?.file ?? '')).equals(pdf.buffer)).toBe(true)
  await expect(page.getByRole('region', { name: 'Not saved yet' })).toHaveCount(0)
})

test('a report whose page is killed before the response arrives is created once and leaves no draft', async ({
  signedOutBrowser,
  network,
  manager,
  truck,
}) => {
  await signIn(signedOutBrowser.page(), 'manager', { remember: true })
  await readyForOffline(signedOutBrowser.page())
  await signedOutBrowser.restart()
  const page = signedOutBrowser.page()
  await fillIn(page, truck)
  await form(page).getByLabel('Due date (optional)').fill(addDays(today, 30))
  await form(page).getByLabel('Fleet manager approval').check()
  await expect.poll(() => page.evaluate(draftsAsText)).toContain('Joliet Truck Care')
  network.set('hold_answer', isOutboxChange)
  await form(page).getByRole('button', { name: 'Add Inspection' }).click()
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  expect(await page.evaluate(draftsAsText)).not.toContain('Joliet Truck Care')
  await signedOutBrowser.kill()
  network.set('none')
  await signedOutBrowser.relaunch()

  const again = signedOutBrowser.page()
  await again.goto('/maintenance')
  await nothingWaits(again)
  await expect(inspectionRow(again, truck)).toHaveCount(1)
  await expect(again.getByRole('region', { name: 'Not saved yet' })).toHaveCount(0)
  expect(await inspectionsOf(manager, truck)).toHaveLength(1)
})
