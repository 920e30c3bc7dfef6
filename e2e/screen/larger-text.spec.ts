import type { Locator, Page } from '@playwright/test'
import { startBrowser } from '#e2e/support/browser.ts'
import { aReport, DEFECT_REPORT, dialogNamed, inspectionPanel } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { beginWalkAround } from '#e2e/support/company/walk-around.ts'
import { expect } from '#e2e/support/expect.ts'
import { lostControls } from '#e2e/support/page/lost-controls.ts'
import { remembersYardMode } from '#e2e/support/page/yard-mode.ts'

test.use({ opensDrivers: false })

interface Condition {
  readonly name: string
  readonly width: number
  readonly height: number
  /** The size of text that the user has set in the browser, in pixels. */
  readonly textSize?: number
  readonly forcedColors?: 'active'
  readonly isYardMode?: boolean
}

const LANDSCAPE = { width: 640, height: 360 }
const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }

const CONDITIONS: readonly Condition[] = [
  { name: 'a phone with text of 20 px', ...PHONE, textSize: 20 },
  { name: 'a phone with text of 24 px', ...PHONE, textSize: 24 },
  { name: 'a phone with text of 32 px', ...PHONE, textSize: 32 },
  { name: 'a tablet with text of 24 px', ...TABLET, textSize: 24 },
  { name: 'a tablet with text of 32 px', ...TABLET, textSize: 32 },
  { name: 'a tablet at a zoom of 200 %', width: TABLET.width / 2, height: TABLET.height / 2 },
  { name: 'a small phone', width: 360, height: 640 },
  { name: 'a phone in landscape', ...LANDSCAPE },
  { name: 'a phone with forced colors', ...PHONE, forcedColors: 'active' },
  { name: 'a small phone in yard mode', width: 360, height: 640, isYardMode: true },
  { name: 'a phone in landscape in yard mode', ...LANDSCAPE, isYardMode: true },
  { name: 'a tablet in yard mode', ...TABLET, isYardMode: true },
]

const PAGES = [
  ...['/', '/drivers', '/dispatchers', '/trucks', '/trailers', '/schedule', '/schedule?tab=edit', '/map'],
  ...['/maintenance', '/maintenance?tab=upcoming', '/maintenance?tab=history', '/outbox', '/device', '/diagnostics'],
  ...['/users', '/users/2', '/reports', '/security'],
]

/**
 * Lists, each with the role of its rows. On the schedule the second row header counts: the head of a team is above its
 * first driver, and a team of another journey may have no driver.
 */
const LISTS = [
  ['/drivers', 'article'],
  ['/dispatchers', 'article'],
  ['/trucks', 'article'],
  ['/trailers', 'article'],
  ['/maintenance', 'article'],
  ['/users', 'article'],
  ['/schedule', 'rowheader'],
  ['/schedule?tab=edit', 'rowheader'],
] as const

/** A device on the condition's screen, and the findings about each of its screens so far. */
async function deviceOn(condition: Condition, url: string, copyOf: string) {
  const { width, height, textSize } = condition
  const browser = await startBrowser({ url, width, height, textSize, copyOf, hasTouch: true })
  const page = browser.page()
  await page.emulateMedia({ forcedColors: condition.forcedColors ?? null })
  if (condition.isYardMode) await remembersYardMode(page)
  const lost: string[] = []
  const look = async (screen: string) => {
    lost.push(...(await lostControls(page)).map((finding) => `${screen}: ${finding}`))
  }
  return { browser, page, lost, look }
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })).toHaveCount(1)
  // Rows that come later move the controls while they are looked at.
  await expect(page.locator('.mantine-Loader-root, [aria-busy=true]')).toHaveCount(0)
}

async function openWalkAround(page: Page, unit: string): Promise<Locator> {
  await openPage(page, '/maintenance')
  return beginWalkAround(page, unit)
}

for (const condition of CONDITIONS) {
  test(`on ${condition.name} no page is wider than its screen, and no button is lost`, async ({
    network,
    officeProfile,
  }) => {
    const { browser, page, lost, look } = await deviceOn(condition, network.url, officeProfile)
    for (const path of PAGES) {
      await openPage(page, path)
      await look(path)
    }
    await browser.dispose()
    expect(lost).toEqual([])
  })

  test(`on ${condition.name} no button of an inspection is lost`, async ({
    network,
    managerProfile,
    manager,
    truck,
  }) => {
    const { id } = await aReport(manager, truck, DEFECT_REPORT)
    const { browser, page, lost, look } = await deviceOn(condition, network.url, managerProfile)
    await openPage(page, '/maintenance')
    await look('inspections')
    const walk = await openWalkAround(page, truck)
    await walk.getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
    await look('a walk-around')
    await openPage(page, `/maintenance?open=${id}`)
    await expect(inspectionPanel(page).getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    await look('an inspection')
    await inspectionPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(dialogNamed(page, 'Edit Details').getByRole('button', { name: 'Save' })).toBeVisible()
    await look('editing an inspection')
    await openPage(page, '/maintenance')
    await page.getByRole('button', { name: 'Add Inspection' }).click()
    await expect(dialogNamed(page, 'Add Inspection').getByRole('button', { name: 'Cancel' })).toBeVisible()
    await look('a new inspection')
    await browser.dispose()
    expect(lost).toEqual([])
  })
}

/** In the page: the height between the bars, and how much of it the element takes; in pixels. */
function roomBetweenBars(row: Element): { readonly room: number; readonly ofRow: number } {
  const boxOf = (selector: string) =>
    [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())?.getBoundingClientRect()
  const top = boxOf('header')?.bottom ?? 0
  const bottom = boxOf('nav[data-place="bottom"]')?.top ?? window.innerHeight
  const box = row.getBoundingClientRect()
  return { room: bottom - top, ofRow: Math.min(box.bottom, bottom) - Math.max(box.top, top) }
}

test('a phone in landscape shows rows of each list at once, and the bars take less than half of its height', async ({
  network,
  officeProfile,
}) => {
  const condition = { name: 'a phone in landscape', ...LANDSCAPE }
  const { browser, page } = await deviceOn(condition, network.url, officeProfile)
  for (const [path, role] of LISTS) {
    await openPage(page, path)
    const row = page.getByRole(role).nth(role === 'rowheader' ? 1 : 0)
    await expect(row).toBeVisible()
    const { room } = await row.evaluate(roomBetweenBars)
    expect(room, path).toBeGreaterThan(LANDSCAPE.height / 2)
    // Style sheets and filters of the page may still be on their way.
    const ofRow = async () => (await row.evaluate(roomBetweenBars)).ofRow
    await expect.poll(ofRow, { message: path }).toBeGreaterThanOrEqual(24)
  }
  await browser.dispose()
})

const labelOf = (page: Page, radio: string) => page.locator('label', { has: page.getByRole('radio', { name: radio }) })

/** The chosen elements and their neighbors, which must look different. */
async function expectFramed(chosen: Locator, other: Locator): Promise<void> {
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await expect(other).not.toHaveCSS('outline-style', 'solid')
}

test('with forced colors a frame shows what is chosen: the page, a tab, the density, a mark of a walk-around', async ({
  office,
  truck,
}) => {
  const page = office.page()
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/schedule', '/map']) {
    await openPage(page, path)
    const tabs = page.getByRole('tab')
    await expectFramed(
      tabs.and(page.locator('[aria-selected=true]')),
      tabs.and(page.locator('[aria-selected=false]')).first(),
    )
  }
  await openPage(page, '/trucks')
  const pages = page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })
  await expectFramed(pages.getByRole('link', { name: 'Trucks' }), pages.getByRole('link', { name: 'Trailers' }))
  await expectFramed(labelOf(page, 'Cards'), labelOf(page, 'Compact'))
  const walk = await openWalkAround(page, truck)
  const tires = walk.getByRole('radiogroup', { name: 'Tires' })
  await tires.getByLabel('Defect').check()
  const mark = (title: string) => tires.locator('label', { hasText: title }).locator('span')
  await expectFramed(mark('Defect'), mark('OK'))
})
