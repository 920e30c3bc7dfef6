import type { Page } from '@playwright/test'
import { aReport, DEFECT_REPORT, inspectionPanel, inspectionRow } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { openTruckPage, pageHeading, unitPart } from '#e2e/support/company/unit-page.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'

const close = (page: Page) => inspectionPanel(page).getByRole('button', { name: 'Close', exact: true })
const addressOf = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search)

test('a report opened from a truck’s own page returns to the truck when it is closed, also after a reload', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  await aReport(manager, truck, DEFECT_REPORT)
  await openTruckPage(page, truck)
  await unitPart(page, 'Last reports').getByRole('link').first().click()
  await close(page).click()
  await expect(pageHeading(page, `Truck ${truck}`)).toBeVisible()
  expect(await addressOf(page)).toBe(`/units/truck/${truck}`)

  // The reason leads to the same report. Escape closes it like its button.
  await unitPart(page, 'Summary').getByRole('link', { name: 'open major defect' }).click()
  await expect(inspectionPanel(page)).toContainText('Cords showing')
  await page.keyboard.press('Escape')
  await expect(pageHeading(page, `Truck ${truck}`)).toBeVisible()

  await unitPart(page, 'Open defects').getByRole('link').first().click()
  await page.reload()
  await close(page).click()
  await expect(pageHeading(page, `Truck ${truck}`)).toBeVisible()
})

test('a report whose address was opened directly closes to the list, and so does one opened from the list', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const { id } = await aReport(manager, truck, DEFECT_REPORT)
  await page.goto(`/maintenance?open=${id}`)
  await close(page).click()
  await expect(inspectionPanel(page)).toHaveCount(0)
  await expect.poll(() => addressOf(page)).toBe('/maintenance')

  await page.goto(`/maintenance?vehicles=${truck}`)
  await inspectionRow(page, truck).getByRole('button').first().click()
  // A second tap while the first one goes back must not leave the list too.
  await close(page).dblclick()
  await expect(inspectionPanel(page)).toHaveCount(0)
  await expect.poll(() => addressOf(page)).toContain(`vehicles=`)
  await expect(pageHeading(page, 'Maintenance')).toBeVisible()
})

const THREE_DEFECTS = {
  ...DEFECT_REPORT,
  note: 'Found in the yard',
  defects: [
    { defect_type: 'lighting_devices', urgency: 'minor', description: 'Left marker is dark' },
    { defect_type: 'horn', urgency: 'minor', description: 'Weak' },
    ...DEFECT_REPORT.defects,
  ],
} as const
const defect = (page: Page, name: string) =>
  inspectionPanel(page).getByRole('listitem', { name: new RegExp(`^${name}`) })

/** The defect has the focus, and its name is not under the bar of the panel. */
async function expectShown(page: Page, name: string): Promise<void> {
  await expect(defect(page, name)).toBeFocused()
  await expect(defect(page, name)).toBeInViewport({ ratio: 1 })
  const covers = await defect(page, name).evaluate((entry) => {
    const { left, top, width } = entry.getBoundingClientRect()
    return !entry.contains(document.elementFromPoint(left + width / 2, top + 20))
  })
  expect(covers).toBe(false)
}

test('a defect of a truck opens its report at that defect, on a phone too, and leads to its buttons by keyboard', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  await aReport(manager, truck, THREE_DEFECTS)
  for (const [width, height] of [
    [390, 844],
    [1440, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openTruckPage(page, truck)
    await unitPart(page, 'Open defects').getByRole('link', { name: 'Horn' }).click()
    await expectShown(page, 'Horn')
    await page.keyboard.press('Tab')
    await expect(defect(page, 'Horn').getByRole('button', { name: 'Horn: Mark repaired…' })).toBeFocused()
    await expectNoFindings(page, `a named defect at ${width} px`)
    await page.keyboard.press('Escape')
    await unitPart(page, 'Summary').getByRole('link', { name: 'open major defect' }).click()
    await expectShown(page, 'Tires')
    await page.goto('/')
    const certify = page.getByRole('link', { name: `Certify the repair: Truck ${truck}` })
    const group = page.getByRole('region', { name: /^Open major defects/ })
    await expect(group).toBeVisible()
    const all = group.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    await certify.click()
    await expectShown(page, 'Tires')
  }
})
