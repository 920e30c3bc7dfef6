import type { Locator, Page } from '@playwright/test'
import { inspectionsOf } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { aCoupledPair, choose, openPicker, picker, unitButton, walk } from '#e2e/support/company/walk-around.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'
import { remembersYardMode } from '#e2e/support/page/yard-mode.ts'

test.use({ height: 1600 })

const unfinished = (page: Page, unit: string) =>
  picker(page).getByRole('button', { name: new RegExp(`^Continue ${unit} · 11 of 11 · `) })

/** The message about a refused save, on the page of the unit that it is about. */
const refused = (page: Page, unit: string) => walk(page, unit).getByRole('alert').filter({ visible: true })
const saveBoth = (page: Page, unit: string) => walk(page, unit).getByRole('button', { name: 'Approve and save both' })
const restOk = (page: Page, unit: string) => walk(page, unit).getByRole('button', { name: /^(All|The rest) OK$/ })

/**
 * The least space in pixels between the save button and a button that marks every part, as far as it can be tapped,
 * wherever the dialog is scrolled to. Infinity if the two are never in view together.
 */
const spaceAtSave = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const shown = [...dialog.querySelectorAll('button')].filter((one) => one.checkVisibility())
    const save = shown.find(({ type }) => type === 'submit')
    const marking = shown.find(({ textContent }) => /^(All|The rest) OK$/.test(textContent))
    if (!save || !marking) throw new Error('the form has no such buttons')
    const spaceNow = (): number => {
      const { left, right, top, bottom } = marking.getBoundingClientRect()
      const to = save.getBoundingClientRect()
      let least = Number.POSITIVE_INFINITY
      for (let y = Math.floor(bottom) - 1; y > top; y -= 1)
        for (const x of [left + 4, (left + right) / 2, right - 4]) {
          if (!marking.contains(document.elementFromPoint(x, y))) continue
          const across = Math.max(to.left - x, x - to.right, 0)
          least = Math.min(least, Math.hypot(across, Math.max(to.top - y - 1, y - to.bottom, 0)))
        }
      return least
    }
    let least = spaceNow()
    for (let at = 0; at <= dialog.scrollHeight - dialog.clientHeight; at += 12) {
      dialog.scrollTop = at
      least = Math.min(least, spaceNow())
    }
    return least
  })

async function middleOf(control: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a walk-around begins with the unit: the drafts of two units are rows that survive a reload, and neither passes to the other', async ({
  shop,
  admin,
  truck,
}) => {
  const page = shop.page()
  const [other] = await aCoupledPair(admin)
  await page.goto('/maintenance')
  await openPicker(page)
  await choose(page, truck)
  await walk(page, truck).getByRole('button', { name: 'All OK' }).click()
  await page.keyboard.press('Escape')
  await expect(walk(page, truck)).toBeHidden()
  await expect(page.getByText('Kept as a draft.')).toBeVisible()
  await openPicker(page)
  await expect(unfinished(page, truck)).toBeVisible()
  await choose(page, other)
  await expect(walk(page, other).getByText('0 of 11 checked')).toBeVisible()
  await walk(page, other).getByRole('button', { name: 'All OK' }).click()
  await walk(page, other).getByRole('button', { name: 'Change unit' }).click()
  await expect(unfinished(page, other)).toBeVisible()

  await page.reload()
  await openPicker(page)
  for (const unit of [truck, other]) await expect(unfinished(page, unit)).toBeVisible()
  // The choice in the list continues the unit's draft, too.
  await choose(page, truck)
  await expect(walk(page, truck).getByText('11 of 11 checked')).toBeVisible()
  await walk(page, truck).getByRole('radio', { name: 'Post-Trip' }).check()
  await expect(page.getByRole('dialog', { name: `Post-trip · ${truck}`, exact: true })).toBeVisible()
})

test('Cancel keeps a walk-around, and discarding it can be undone; without input it just closes', async ({
  shop,
  truck,
}) => {
  const page = shop.page()
  await page.goto('/maintenance')
  await openPicker(page)
  await choose(page, truck)
  await walk(page, truck).getByRole('button', { name: 'Cancel' }).click()
  await expect(walk(page, truck)).toBeHidden()
  await expect(page.getByText('Kept as a draft.')).toHaveCount(0)
  await openPicker(page)
  await choose(page, truck)
  await walk(page, truck).getByRole('button', { name: 'All OK' }).click()
  await walk(page, truck).getByRole('button', { name: 'Cancel' }).click()
  const offer = page.getByRole('region', { name: 'Not saved yet' })
  await expect(offer).toContainText(`Unfinished inspection · Truck ${truck} · just now`)
  const toast = page.getByRole('status').filter({ hasText: 'Kept as a draft.' })
  await toast.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(offer).toContainText(`Truck ${truck}`)
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(walk(page, truck).getByText('11 of 11 checked')).toBeVisible()
  await walk(page, truck).getByRole('button', { name: 'Cancel' }).click()

  // The start page lists it too.
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Dashboard' }).click()
  const yard = page.getByRole('region', { name: 'Yard', exact: true })
  await yard.getByRole('button', { name: new RegExp(`^Continue ${truck} · 11 of 11 · `) }).click()
  await expect(walk(page, truck).getByText('11 of 11 checked')).toBeVisible()
})

test('a lap around a truck and its trailer offline becomes two reports, each at the server once', async ({
  shop,
  network,
  manager,
  admin,
}) => {
  const page = shop.page()
  const [truck, trailer] = await aCoupledPair(admin)
  const before = new Set(
    [...(await inspectionsOf(manager, truck)), ...(await inspectionsOf(manager, trailer))].map(({ id }) => id),
  )
  await savedForOffline(page)
  network.set('down')
  await page.goto('/maintenance')
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await openPicker(page)
  await choose(page, truck)
  await walk(page, truck).getByRole('button', { name: 'All OK' }).click()
  await walk(page, truck)
    .getByRole('button', { name: `Add trailer ${trailer}` })
    .click()
  // The trailer is not checked yet: nothing is saved.
  await walk(page, trailer).getByRole('button', { name: 'Approve and save both' }).click()
  await expect(refused(page, trailer)).toHaveText(/^Trailer \S+: 6 of 6 points are not checked$/)
  await walk(page, trailer).getByRole('button', { name: 'All OK' }).click()
  await walk(page, trailer).getByRole('button', { name: 'Approve and save both' }).click()
  await expect(walk(page, trailer)).toBeHidden()
  await changesWaiting(page, 2)
  network.set('none')
  await nothingWaits(page)
  for (const unit of [truck, trailer]) {
    const created = (await inspectionsOf(manager, unit)).filter(({ id }) => !before.has(id))
    expect(created).toMatchObject([{ transport: { id: unit }, service_type: 'pre_trip', report_type: 'no_defect' }])
  }
  await openPicker(page)
  await expect(picker(page).getByRole('list', { name: 'Unfinished walk-arounds' })).toHaveCount(0)
})

test('a save that misses points of the other unit names it and shows it from its start, with nothing near the finger that marks them all', async ({
  shop,
  admin,
}) => {
  const page = shop.page()
  const [truck, trailer] = await aCoupledPair(admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/walk-around')
  await choose(page, truck)
  await expect(walk(page, truck).getByRole('button', { name: /^Approve and save\s?\. 11 points not/ })).toBeVisible()
  await walk(page, truck)
    .getByRole('button', { name: `Add trailer ${trailer}` })
    .click()
  // Both units tell how far they are before the save does.
  await expect(unitButton(page, trailer, truck)).toHaveText(/^Truck .* 0 of 11$/)
  await expect(saveBoth(page, trailer)).toHaveText(/17 points not checked$/)
  expect(await spaceAtSave(page)).toBeGreaterThanOrEqual(16)
  await restOk(page, trailer).click()
  await expect(unitButton(page, trailer, trailer)).toHaveText(/^Trailer .* 6 of 6 ✓$/)
  await expect(saveBoth(page, trailer)).toHaveText(/Truck \S+: 11 not checked$/)

  // The finger is at the end of the trailer, and taps twice.
  await walk(page, trailer).getByLabel('Note (optional)').filter({ visible: true }).fill('Dry')
  const { x, y } = await middleOf(saveBoth(page, trailer))
  await page.mouse.click(x, y, { clickCount: 2 })
  await expect(refused(page, truck)).toHaveText(/^Truck \S+: 11 of 11 points are not checked$/)
  await expect(refused(page, truck)).toBeInViewport({ ratio: 1 })
  const first = walk(page, truck).getByRole('radiogroup', { name: 'Service Brakes' })
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(restOk(page, truck)).not.toBeInViewport()
  await expect(unitButton(page, truck, truck)).toHaveText(/ 0 of 11$/)
  await expectNoFindings(page, 'a refused lap')

  // The defect that was meant is still to be told, and the rest is one tap away.
  await walk(page, truck).getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
  await expect(refused(page, truck)).toHaveText(/: 10 of 11 points are not checked$/)
  await saveBoth(page, truck).click()
  await expect(first).toBeFocused()
  await restOk(page, truck).click()
  await expect(refused(page, truck)).toHaveCount(0)
  await saveBoth(page, truck).click()
  await expect(walk(page, truck)).toBeHidden()
})

test('a save leaves the shown unit only when that one is complete', async ({ shop, admin }) => {
  const page = shop.page()
  const [truck, trailer] = await aCoupledPair(admin)
  await page.goto('/walk-around')
  await choose(page, truck)
  await walk(page, truck)
    .getByRole('button', { name: `Add trailer ${trailer}` })
    .click()
  await saveBoth(page, trailer).click()
  await expect(refused(page, trailer)).toHaveText(/^Trailer /)
  await unitButton(page, trailer, truck).click()
  await restOk(page, truck).click()
  await saveBoth(page, truck).click()
  await expect(refused(page, trailer)).toHaveText(/^Trailer /)
  await walk(page, trailer).getByRole('button', { name: 'Remove trailer' }).click()
  await expect(walk(page, truck).getByRole('navigation')).toHaveCount(0)
})

for (const [screen, width, height, isYardMode] of [
  ['a phone', 390, 844, false],
  ['a phone in landscape', 640, 360, false],
  ['a phone in yard mode', 390, 844, true],
] as const) {
  test(`on ${screen} the button for the rest is in view once a defect is marked, and never at the save button`, async ({
    shop,
    truck,
  }) => {
    const page = shop.page()
    if (isYardMode) await remembersYardMode(page)
    await page.setViewportSize({ width, height })
    await page.goto('/walk-around')
    await choose(page, truck)
    await expect(restOk(page, truck)).toHaveText('All OK')
    await walk(page, truck).getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
    const rest = walk(page, truck).getByRole('button', { name: 'The rest OK' })
    await expect(rest).toBeInViewport({ ratio: 1 })
    await walk(page, truck).getByLabel('Description (optional)').fill('Cut on the left steer')
    await expect(rest).toBeInViewport({ ratio: 1 })
    expect(await spaceAtSave(page)).toBeGreaterThanOrEqual(16)
    await walk(page, truck).getByRole('radiogroup', { name: 'Horn' }).getByLabel('OK').check()
    await rest.click()
    await expect(walk(page, truck).getByText('11 of 11 checked')).toBeVisible()
    // A second tap of a glove does not take the marks back.
    const { x, y } = await middleOf(rest)
    await page.mouse.click(x, y)
    await expect(walk(page, truck).getByText('11 of 11 checked')).toBeInViewport()
    await walk(page, truck).getByRole('button', { name: 'Undo' }).click()
    await expect(walk(page, truck).getByText('2 of 11 checked')).toBeVisible()
  })
}

test('marks in a form that stayed open for hours are confirmed before the report is saved', async ({
  shop,
  network,
  truck,
}) => {
  const page = shop.page()
  await page.goto('/maintenance')
  await openPicker(page)
  await choose(page, truck)
  await walk(page, truck).getByRole('button', { name: 'All OK' }).click()
  const question = walk(page, truck).getByRole('region', { name: 'Old marks' })
  await expect(question).toHaveCount(0)
  network.set('down')
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 3 * 60 * 60_000
    // As for a phone that comes out of a pocket.
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(question).toContainText('Marked 3 hours ago')
  await walk(page, truck).getByRole('button', { name: 'Approve and save' }).click()
  await expect(question.getByRole('alert')).toHaveText('Confirm the marks first.')
  await question.getByRole('button', { name: 'Still correct' }).click()
  await expect(question).toHaveCount(0)
  await walk(page, truck).getByRole('button', { name: 'Approve and save' }).click()
  await expect(walk(page, truck)).toBeHidden()
  await changesWaiting(page, 1)
})

test('the draft of a trailer keeps the trip of its lap', async ({ shop, admin }) => {
  const page = shop.page()
  const [truck, trailer] = await aCoupledPair(admin)
  await page.goto('/maintenance')
  await openPicker(page)
  await choose(page, truck)
  const lapOf = (unit: string) => page.getByRole('dialog', { name: `Post-trip · ${unit}`, exact: true })
  await walk(page, truck)
    .getByRole('button', { name: `Add trailer ${trailer}` })
    .click()
  await walk(page, trailer).getByRole('button', { name: 'All OK' }).click()
  await unitButton(page, trailer, truck).click()
  await walk(page, truck).getByRole('radio', { name: 'Post-Trip' }).check()
  await lapOf(truck).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Kept as 2 drafts.')).toBeVisible()
  await openPicker(page)
  await picker(page)
    .getByRole('button', { name: new RegExp(`^Continue ${trailer} · `) })
    .click()
  await expect(lapOf(trailer)).toBeVisible()
})

test('a report that is requested for a unit does not show what was typed about another one', async ({
  shop,
  admin,
}) => {
  const page = shop.page()
  const [truck, other] = await aCoupledPair(admin)
  const form = (unit: string) => page.getByRole('dialog', { name: `Add Inspection · ${unit}`, exact: true })
  await page.goto(`/maintenance?vehicles=${truck}&add=repair`)
  await form(truck).getByLabel('Note (optional)').fill('Oil on the frame')
  await form(truck).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Kept as a draft.')).toBeVisible()
  await page.goto(`/maintenance?vehicles=${other}&add=repair`)
  await expect(form(other).getByLabel('Note (optional)')).toHaveValue('')
  await form(other).getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/maintenance?vehicles=${truck}&add=repair`)
  await expect(form(truck).getByLabel('Note (optional)')).toHaveValue('Oil on the frame')
})

test('turning a phone keeps the part in view that was marked last', async ({ shop, truck }) => {
  const page = shop.page()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/walk-around')
  await choose(page, truck)
  const last = walk(page, truck).getByRole('radio', { name: 'Defect' }).last()
  await last.check()
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(last).toBeInViewport()
  }
})
