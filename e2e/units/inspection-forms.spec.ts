import type { Page } from '@playwright/test'
import {
  aPdf,
  aPhoto,
  aReport,
  attach,
  attachedFile,
  bytesOf,
  currentUserOf,
  dialogNamed,
  inspectionPanel,
  inspectionRow,
  inspectionsOf,
  MILES,
  pick,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { truckCard, truckNow } from '#e2e/support/company/trucks.ts'
import { expect } from '#e2e/support/expect.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { newReportFiles as files, newReport as form, openNewReport } from '#e2e/support/files/new-report.ts'
import { changesWaiting, nothingWaits, openTrucks, savedForOffline } from '#e2e/support/page/screens.ts'
import { addDays } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { exactMiles } from '#src/format/numbers.ts'

test.use({ height: 1600 })

const today = chicagoDay(Date.now())
const REQUIRED = 'Please fill out this field'
const walk = (page: Page) => page.getByRole('dialog', { name: /^(Walk-around|Pre-trip|Post-trip)/ })
const mark = (page: Page, part: string, title: string) =>
  walk(page).getByRole('radiogroup', { name: part, exact: true }).getByLabel(title, { exact: true })

test('a new report is checked by every rule, and the server stores its fields, its documents byte for byte and its photo', async ({
  shop,
  manager,
  yard,
  truck,
}) => {
  const page = shop.page()
  const me = await currentUserOf(manager)
  await openNewReport(page)
  await expect(form(page).getByRole('button', { name: /^Vehicle or asset:/ })).toBeFocused()
  await form(page).getByRole('button', { name: 'Add Inspection' }).click()
  await expect(form(page).getByText(REQUIRED)).toHaveCount(5)
  await expect(form(page).getByText('Must be confirmed')).toBeVisible()
  await expect(form(page).getByRole('button', { name: /^Vehicle or asset:/ })).toBeFocused()
  await expect(form(page).getByText(`${REQUIRED}: Vehicle or asset`)).toBeVisible()

  await pick(form(page), 'Vehicle or asset', truck)
  await expect(form(page).getByLabel('Odometer')).toHaveValue(exactMiles(MILES))
  await expect(form(page).getByLabel('Odometer')).toHaveAttribute('readonly')
  await expect(form(page).getByText('Mileage of the unit')).toBeVisible()
  await expect(
    form(page).getByRole('button', { name: `Fleet manager: ${me.first_name} ${me.last_name}` }),
  ).toBeVisible()
  const report = form(page).getByLabel('Report type')
  await report.selectOption({ label: 'Defect' })
  await expect(form(page).getByLabel('Due mileage')).toHaveCount(0)
  await form(page).getByLabel('Service type').selectOption({ label: 'Oil Change' })
  await expect(report).toBeDisabled()
  await expect(report).toHaveValue('no_defect')
  await expect(form(page).getByLabel('Due mileage')).toHaveValue('0')
  await form(page).getByLabel('Service type').selectOption({ label: 'Brake Service' })
  await expect(form(page).getByLabel('Due mileage')).toHaveCount(0)
  await report.selectOption({ label: 'Defect' })
  await expect(form(page).getByRole('radio', { name: 'Major' })).toBeChecked()
  await form(page).getByLabel('Shop or carrier').fill('Joliet Truck Care')
  await form(page).getByLabel('Total cost ($)').fill('812.40')
  await form(page).getByRole('button', { name: 'Add Inspection' }).click()
  // The due date and the part that is defective.
  await expect(form(page).getByText(REQUIRED)).toHaveCount(2)
  await form(page).getByLabel('Due date').fill(addDays(today, 5))
  await form(page).getByLabel('Defect', { exact: true }).selectOption({ label: 'Tires' })
  await form(page).getByRole('radio', { name: 'Average' }).check()
  await form(page).getByLabel('Description (optional)').fill('Cords showing')
  await form(page).getByLabel('Note (optional)').fill('Seen at the gate')

  const pdf = aPdf('invoice.pdf')
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two nuts missing\n') }
  const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5_242_881, '%PDF-1.4 ') }
  const liar = { name: 'liar.pdf', mimeType: 'application/pdf', buffer: aPicture(20) }
  const program = { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from([77, 90, 0, 1]) }
  await attach(page, files(page), [pdf, text, large, liar, program, aPhoto('axle.png'), aPhoto('extra.png', 9)])
  await expect(attachedFile(files(page), 'large.pdf')).toContainText('File size is too large.')
  for (const name of ['liar.pdf', 'setup.exe'])
    await expect(attachedFile(files(page), name)).toContainText('Invalid file type.')
  await expect(attachedFile(files(page), 'invoice.pdf')).toContainText('0.00 MB')
  await files(page).getByRole('button', { name: 'Remove extra.jpg' }).click()
  await expect(attachedFile(files(page), 'extra.jpg')).toHaveCount(0)
  await files(page).getByRole('button', { name: 'Remove the 3 that were refused' }).click()
  await expect(files(page).getByRole('listitem')).toHaveText([/invoice\.pdf/, /notes\.txt/, /axle\.jpg/])
  await expect(files(page).getByRole('button', { name: 'Choose files…' })).toBeFocused()
  await form(page).getByLabel('Fleet manager approval').check()
  await expect(form(page).getByText('Approved', { exact: true })).toBeVisible()
  await form(page).getByRole('button', { name: 'Add Inspection' }).click()
  await expect(page.getByText(`Successfully updated: Truck ${truck}`)).toBeVisible()
  await expect(form(page)).toBeHidden()
  await nothingWaits(page)
  await expect(inspectionRow(page, truck, 'Brake Service')).toContainText('$812.40')

  const [stored, ...others] = await inspectionsOf(manager, truck)
  expect(others).toEqual([])
  expect(stored).toMatchObject({
    ...{ service_type: 'brake_service', report_type: 'defect', career: 'Joliet Truck Care', total_cost: 812.4 },
    ...{ odometer: MILES, due_date: addDays(today, 5), due_mileage: null, note: 'Seen at the gate', date: today },
    ...{ approved_date: today, approved_by: { id: me.id }, fleet_manager: { id: me.id }, version: 1 },
    defects: [{ defect_type: 'tires', urgency: 'average', description: 'Cords showing', state: 'open' }],
  })
  expect(stored?.attachments.map(({ name, type }) => [name, type])).toEqual([
    ['invoice.pdf', 'application/pdf'],
    ['notes.txt', 'text/plain'],
    // The device shrinks pictures and stores them as JPEG.
    ['axle.jpg', 'image/jpeg'],
  ])
  for (const [at, given] of [pdf, text].entries())
    expect((await bytesOf(yard.server, stored?.attachments[at]?.file ?? '')).equals(given.buffer)).toBe(true)
})

test('an offline walk-around takes three taps when all is well, and can report a defect with a photo', async ({
  shop,
  network,
  manager,
  admin,
}) => {
  const page = shop.page()
  await savedForOffline(page)
  await openTrucks(page)
  // A truck that the device knows from the list, although its page was never opened.
  const ready = page
    .getByRole('article', { name: /^Truck / })
    .filter({ hasText: 'Ready to roll' })
    .first()
  const truck = ((await ready.getAttribute('aria-label')) ?? '').replace('Truck ', '')
  const { miles_driven } = await truckNow(admin, truck)
  const before = new Set((await inspectionsOf(manager, truck)).map(({ id }) => id))
  network.set('down')
  await page.goto('/maintenance')
  // Wait for the banner first: it is above the page and would move the button away from the pointer.
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Walk-around' }).click()
  const find = walk(page).getByRole('combobox', { name: 'Find: Vehicle or asset' })
  // The first Escape clears the search, the second closes the dialog.
  await find.fill(truck)
  await find.press('Escape')
  await expect(find).toHaveValue('')
  await find.press('Escape')
  await expect(walk(page)).toBeHidden()
  await page.getByRole('button', { name: 'Walk-around' }).click()
  await find.fill(truck)
  await page.evaluate(() => {
    document.body.dataset.taps = '0'
    document.addEventListener(
      'click',
      () => (document.body.dataset.taps = `${Number(document.body.dataset.taps) + 1}`),
      true,
    )
  })
  await walk(page)
    .getByRole('option', { name: new RegExp(`^${truck}`) })
    .click()
  await walk(page).getByRole('button', { name: 'All OK' }).click()
  await walk(page).getByRole('button', { name: 'Approve and save' }).click()
  await expect(walk(page)).toBeHidden()
  expect(await page.evaluate(() => document.body.dataset.taps)).toBe('3')
  await expect(inspectionRow(page, truck, 'Pre-Trip').getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await changesWaiting(page, 1)

  await page.getByRole('button', { name: 'Walk-around' }).click()
  await walk(page).getByRole('combobox', { name: 'Find: Vehicle or asset' }).fill(truck)
  await walk(page)
    .getByRole('option', { name: new RegExp(`^${truck}`) })
    .click()
  await walk(page).getByRole('radio', { name: 'Post-Trip' }).check()
  await expect(walk(page).getByText(/^Last known mileage (.*)\. Updated when sent\.$/)).toBeVisible()
  await walk(page).getByRole('button', { name: 'Approve and save' }).click()
  await expect(walk(page).getByRole('alert')).toHaveText(/: 11 of 11 points are not checked$/)
  await mark(page, 'Tires', 'Defect').check()
  await walk(page).getByLabel('Description (optional)').fill('Cut on the left steer')
  await attach(page, walk(page).getByRole('group', { name: 'Photos of Tires' }), [aPhoto('tire.png')])
  // A mark made by mistake: its photo is hidden, and the same photo may be attached to another part.
  const photos = (part: string) => walk(page).getByRole('group', { name: `Photos of ${part}` })
  await mark(page, 'Tires', 'OK').check()
  await expect(photos('Tires')).toBeHidden()
  await mark(page, 'Horn', 'Defect').check()
  await attach(page, photos('Horn'), [aPhoto('tire.png')])
  await expect(attachedFile(photos('Horn'), 'tire.jpg')).toContainText('Ready')
  await mark(page, 'Horn', 'OK').check()
  await mark(page, 'Tires', 'Defect').check()
  await expect(attachedFile(photos('Tires'), 'tire.jpg')).toContainText('Ready')
  // Another unit has a form of its own; the first one's is kept.
  await walk(page).getByRole('button', { name: 'Change unit' }).click()
  await walk(page).getByRole('option').filter({ hasNotText: truck }).first().click()
  await expect(walk(page).getByText(/^0 of \d+ checked$/)).toBeVisible()
  await walk(page).getByRole('button', { name: 'Change unit' }).click()
  await walk(page)
    .getByRole('button', { name: new RegExp(`^Continue ${truck} · 2 of 11`) })
    .click()
  await expect(walk(page).getByRole('group', { name: 'Photos of Tires' })).toContainText('tire.jpg')
  await walk(page).getByRole('button', { name: 'The rest OK' }).click()
  await walk(page).getByRole('button', { name: '3 days' }).click()
  await walk(page).getByRole('button', { name: 'Approve and save' }).click()
  await expect(walk(page)).toBeHidden()
  await changesWaiting(page, 2)
  await expect(inspectionRow(page, truck, 'Post-Trip').first()).toContainText('Major')
  await page.getByRole('tab', { name: /^Upcoming/ }).click()
  await expect(inspectionRow(page, truck, 'Post-Trip').first()).toContainText('in 3 days')
  await page.goto('/trucks')
  await expect(truckCard(page, truck)).toContainText('Not ready')
  expect((await inspectionsOf(manager, truck)).length).toBe(before.size)

  // The truck drove on meanwhile: the server has a newer mileage than the device.
  expect(await admin.patch(`/api/trucks/${truck}/`, { miles_driven: miles_driven + 100 })).toBe(200)
  network.set('none')
  await nothingWaits(page)
  // The two reports are sent independently: the one with the photo may arrive first.
  const created = (await inspectionsOf(manager, truck)).filter(({ id }) => !before.has(id))
  const [clean, found, ...others] = created.toSorted((a, b) => `${a.made_at}`.localeCompare(`${b.made_at}`))
  expect(others).toEqual([])
  expect(clean).toMatchObject({ service_type: 'pre_trip', report_type: 'no_defect', defects: [], approved_date: today })
  expect(clean?.checklist.every((item) => item.found === 'ok')).toBe(true)
  expect(found).toMatchObject({
    ...{ service_type: 'post_trip', report_type: 'defect', due_date: addDays(today, 3) },
    odometer: miles_driven + 100,
    defects: [{ defect_type: 'tires', urgency: 'major', description: 'Cut on the left steer' }],
    attachments: [{ name: 'tire.jpg', defect: found?.defects[0]?.id }],
  })
  expect([...network.arrivals().values()].every((count) => count === 1)).toBe(true)
})

test('editing an inspection offers the fields of its tab, and removes and adds files', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const due_date = addDays(today, 40)
  const { id } = await aReport(manager, truck, { service_type: 'oil_change', due_date }, [
    aPhoto('old.png', 2),
    aPdf('kept.pdf'),
  ])
  await page.goto(`/maintenance?tab=upcoming&open=${id}`)
  await inspectionPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = dialogNamed(page, 'Edit Details')
  await expect(edit).toContainText('Inspection in preview mode')
  await expect(edit.getByLabel('Total cost ($)')).toHaveCount(0)
  // The due mileage is set, to 0.
  await expect(edit.getByLabel(/^Due mileage/)).toHaveValue('0')
  const save = edit.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await edit.getByLabel(/^Comment/).fill('Filter too')
  await expect(save).toBeEnabled()
  await edit.getByLabel(/^Comment/).fill('')
  await expect(save).toBeDisabled()
  await edit.getByLabel(/^Due mileage/).fill('131000')
  await edit.getByLabel('Due date').fill(addDays(today, 50))
  const field = edit.getByRole('group', { name: 'Attachments' })
  await attach(page, field, [aPhoto('new.png', 3)])
  await field.getByRole('button', { name: 'Remove old.png' }).click()
  await expect(attachedFile(field, 'old.png')).toContainText('Goes when this is saved')
  await save.click()
  await expect(edit).toBeHidden()
  await nothingWaits(page)
  await expect(inspectionPanel(page)).toContainText('131,000')
  const updated = (await inspectionsOf(manager, truck))[0]
  expect(updated).toMatchObject({ due_mileage: 131_000, due_date: addDays(today, 50), total_cost: 412.5 })
  expect(updated?.attachments.map(({ name }) => name).toSorted()).toEqual(['kept.pdf', 'new.jpg'])

  await page.goto(`/maintenance?open=${id}`)
  await inspectionPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(edit.getByLabel('Total cost ($)')).toHaveValue('412.5')
  await edit.getByLabel('Total cost ($)').fill('500')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeHidden()
  expect((await inspectionsOf(manager, truck))[0]).toMatchObject({ total_cost: 412.5 })
})
