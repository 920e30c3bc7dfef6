import type { Page } from '@playwright/test'
import { aPhoto, aReport, DEFECT_REPORT, dialogNamed, inspectionPanel, pick } from '#e2e/support/company/inspections.ts'
import { aUser, userByEmail } from '#e2e/support/company/office.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test.use({ opensDrivers: false })

const WIDTHS = [390, 768, 1024, 1440, 2560]

/** How far the page can be scrolled sideways, in pixels. Must be 0 at every width. */
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('no page is wider than the window, from a phone to a wall display', async ({ tablet }) => {
  const page = tablet.page()
  for (const path of [
    '/',
    '/drivers',
    '/trucks',
    '/trailers',
    '/schedule',
    '/schedule?tab=edit',
    '/outbox',
    '/device',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => horizontalOverflow(page), { message: `${path} at ${width} px` }).toBe(0)
    }
  }
})

test('the dashboard is not wider than the window, with charts or with tables', async ({ office }) => {
  const page = office.page()
  await page.goto('/')
  const tables = page.getByRole('button', { name: 'As a table' })
  await expect(tables.first()).toBeEnabled()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => horizontalOverflow(page), { message: `${width} px` }).toBe(0)
  }
  while (await tables.count()) await tables.first().click()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => horizontalOverflow(page), { message: `${width} px, as tables` }).toBe(0)
  }
})

test('every tab of an administrator fits in the navigation bar, including the Outbox', async ({ office }) => {
  const page = office.page()
  await page.goto('/')
  const bars = page.getByRole('navigation', { name: 'Pages' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect(bars.filter({ visible: true })).toHaveCount(1)
    const isWhole = () =>
      bars
        .filter({ visible: true })
        .evaluate((bar) => bar.scrollWidth <= bar.clientWidth && bar.textContent.includes('Outbox'))
    await expect.poll(isWhole, { message: `${width} px` }).toBe(true)
  }
})

test('a report under review is not wider than the window', async ({ office }) => {
  const page = office.page()
  await page.goto('/reports')
  await expect(page.getByTestId('list-count')).toBeVisible()
  const line = `11/31/2024,${'A long way to go, '.repeat(10).replaceAll(',', ';')},P1,x\n`
  const buffer = Buffer.from(`Transaction Date,Plaza,License Plate,Toll\n${line}`)
  await page.getByLabel('Report', { exact: true }).setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('2 things are wrong')).toBeVisible()
  await page.getByText('Columns', { exact: true }).click()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => horizontalOverflow(page), { message: `${width} px` }).toBe(0)
    const panel = page.getByRole('region', { name: 'Take in a report' })
    const isWithin = () => panel.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)
    await expect.poll(isWithin, { message: `${width} px` }).toBe(true)
  }
})

test('the security log is not wider than the window', async ({ office, admin }) => {
  const page = office.page()
  const user = await userByEmail(admin, (await aUser(admin)).email)
  expect(await admin.post(`/api/users/users/${user?.id}/end_sessions/`, {})).toBe(204)
  await page.goto('/security')
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => horizontalOverflow(page), { message: `${width} px` }).toBe(0)
  }
})

test('neither the maintenance pages nor their dialogs are wider than the window', async ({ shop, manager, truck }) => {
  const page = shop.page()
  const { id } = await aReport(manager, truck, { ...DEFECT_REPORT, note: 'x'.repeat(120) }, [
    aPhoto(`${'long-name-'.repeat(9)}.png`),
  ])
  const expectFits = async (screen: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => horizontalOverflow(page), { message: `${screen} at ${width} px` }).toBe(0)
      const wide = page.getByRole('dialog')
      const isWithin = () =>
        wide.evaluateAll((all) => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1))
      await expect.poll(isWithin, { message: `${screen} at ${width} px` }).toBe(true)
    }
  }
  for (const query of ['', '?tab=upcoming', '?tab=history', `?open=${id}`]) {
    await page.goto(`/maintenance${query}`)
    await expect(page.getByRole('article', { includeHidden: true }).first()).toBeVisible()
    await expectFits(`/maintenance${query}`)
  }
  await inspectionPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialogNamed(page, 'Edit Details').getByText('long-name')).toBeVisible()
  await expectFits('editing an inspection')
  await page.goto(`/maintenance/${id}/print`)
  await expect(page.getByRole('region', { name: 'Report' })).toBeVisible()
  await expectFits('printing an inspection')
  await page.goto('/maintenance')
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  await pick(dialogNamed(page, 'Add Inspection'), 'Vehicle or asset', truck)
  await dialogNamed(page, 'Add Inspection').getByLabel('Service type').selectOption({ label: 'Pre-Trip' })
  await expect(page.getByRole('radiogroup', { name: 'Tires' })).toBeVisible()
  await expectFits('a new inspection')
  await dialogNamed(page, 'Add Inspection').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Walk-around' }).click()
  await dialogNamed(page, 'Walk-around').getByRole('combobox').fill(truck)
  await dialogNamed(page, 'Walk-around')
    .getByRole('option', { name: new RegExp(`^${truck}`) })
    .click()
  await page.getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
  await expectFits('a walk-around')
})

test('scrolling the drivers to the end keeps the number of rendered cards nearly constant', async ({ tablet }) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  const atTop = await page.getByRole('article').count()
  await page.keyboard.press('End')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.getByRole('article').count()).toBeLessThanOrEqual(atTop + 12)
})

/** In the page: each link’s HTML with its color. */
function colorsOfLinks(): readonly string[] {
  return [...document.querySelectorAll('main a')].map((link) => `${link.outerHTML} ${getComputedStyle(link).color}`)
}

/** In the page: reverses the style sheets, as when a page’s own sheets load before those of the app. */
function reverseStyleSheets(): void {
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')]
  for (const sheet of sheets.toReversed()) document.head.append(sheet)
}

test('links have the same colors in any order of the style sheets', async ({ office }) => {
  const page = office.page()
  for (const path of ['/users', '/drivers']) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    const before = await page.evaluate(colorsOfLinks)
    expect(before.length).toBeGreaterThan(0)
    await page.evaluate(reverseStyleSheets)
    await expect
      .poll(() => page.evaluate(() => [...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)))
      .toBe(true)
    // Further links may have been rendered meanwhile.
    await expect.poll(() => page.evaluate(colorsOfLinks)).toEqual(expect.arrayContaining([...before]))
  }
})

for (const [address, name, asks] of [
  ['/schedule', 'Schedule', '/api/schedule/'],
  ['/reports', 'Reports', '/api/imports/'],
  ['/security', 'Security', '/api/security/events/'],
  ['/users/2', 'User', '/api/users/users/2/'],
  ['/maintenance/1/print', 'Print the inspection', '/api/maintenance/inspections/1/'],
] as const) {
  test(`${address} shows its heading while the server’s response is pending`, async ({ signedOutBrowser, network }) => {
    const page = signedOutBrowser.page()
    network.set('hold_answer', ({ path }) => path.startsWith(asks))
    await signIn(page, 'admin')
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })).toHaveCount(1)
    await expect.poll(() => network.heldResponseCount()).toBeGreaterThan(0)
  })
}
