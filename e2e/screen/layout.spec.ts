import type { Page } from '@playwright/test'
import { aPhoto, aReport, dialogCalled, FAULTY, panel, pick } from '#e2e/support/company/inspections.ts'
import { someone, userBy } from '#e2e/support/company/office.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test.use({ opensDrivers: false })

const WIDTHS = [390, 768, 1024, 1440, 2560]

/** How far the page can be scrolled sideways: on every width it must not. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('no screen is wider than the window, from a phone to a wall', async ({ tablet }) => {
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
      await expect.poll(() => sideways(page), { message: `${path} at ${width} px` }).toBe(0)
    }
  }
})

test('the company at a glance is not wider than the window, as pictures and as tables', async ({ office }) => {
  const page = office.page()
  await page.goto('/')
  const tables = page.getByRole('button', { name: 'As a table' })
  await expect(tables.first()).toBeEnabled()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sideways(page), { message: `${width} px` }).toBe(0)
  }
  while (await tables.count()) await tables.first().click()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sideways(page), { message: `${width} px, as tables` }).toBe(0)
  }
})

test('every tab that an administrator has is whole in the bar, with the Outbox', async ({ office }) => {
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

test('a report that is looked through is not wider than the window', async ({ office }) => {
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
    await expect.poll(() => sideways(page), { message: `${width} px` }).toBe(0)
    const panel = page.getByRole('region', { name: 'Take in a report' })
    const isWithin = () => panel.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)
    await expect.poll(isWithin, { message: `${width} px` }).toBe(true)
  }
})

test('the security log is not wider than the window', async ({ office, admin }) => {
  const page = office.page()
  const made = await userBy(admin, (await someone(admin)).email)
  expect(await admin.post(`/api/users/users/${made?.id}/end_sessions/`, {})).toBe(204)
  await page.goto('/security')
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sideways(page), { message: `${width} px` }).toBe(0)
  }
})

test('maintenance is not wider than the window, nor is what is opened in it', async ({ shop, manager, truck }) => {
  const page = shop.page()
  const { id } = await aReport(manager, truck, { ...FAULTY, note: 'x'.repeat(120) }, [
    aPhoto(`${'long-name-'.repeat(9)}.png`),
  ])
  const expectFits = async (what: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => sideways(page), { message: `${what} at ${width} px` }).toBe(0)
      const wide = page.getByRole('dialog')
      const isWithin = () =>
        wide.evaluateAll((all) => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1))
      await expect.poll(isWithin, { message: `${what} at ${width} px` }).toBe(true)
    }
  }
  for (const query of ['', '?tab=upcoming', '?tab=history', `?open=${id}`]) {
    await page.goto(`/maintenance${query}`)
    await expect(page.getByRole('article', { includeHidden: true }).first()).toBeVisible()
    await expectFits(`/maintenance${query}`)
  }
  await panel(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialogCalled(page, 'Edit Details').getByText('long-name')).toBeVisible()
  await expectFits('an inspection that is changed')
  await page.goto(`/maintenance/${id}/print`)
  await expect(page.getByRole('region', { name: 'Report' })).toBeVisible()
  await expectFits('an inspection on paper')
  await page.goto('/maintenance')
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  await pick(dialogCalled(page, 'Add Inspection'), 'Vehicle or asset', truck)
  await dialogCalled(page, 'Add Inspection').getByLabel('Service type').selectOption({ label: 'Pre-Trip' })
  await expect(page.getByRole('radiogroup', { name: 'Tires' })).toBeVisible()
  await expectFits('a new inspection')
  await dialogCalled(page, 'Add Inspection').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Walk-around' }).click()
  await dialogCalled(page, 'Walk-around').getByRole('combobox').fill(truck)
  await dialogCalled(page, 'Walk-around')
    .getByRole('option', { name: new RegExp(`^${truck}`) })
    .click()
  await page.getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
  await expectFits('a walk-around')
})

test('rows scrolled to the end keep a constant number of elements', async ({ tablet }) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  const atTop = await page.getByRole('article').count()
  await page.keyboard.press('End')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.getByRole('article').count()).toBeLessThanOrEqual(atTop + 12)
})

/** The color of each link on the page, by its address; runs in the page. */
function colorsOfLinks(): readonly string[] {
  return [...document.querySelectorAll('main a')].map((link) => `${link.outerHTML} ${getComputedStyle(link).color}`)
}

/** As when a page's own sheets came from the device before the app's; runs in the page. */
function turnStyleSheetsRound(): void {
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')]
  for (const sheet of sheets.toReversed()) document.head.append(sheet)
}

test('links look the same in whatever order the style sheets came', async ({ office }) => {
  const page = office.page()
  for (const path of ['/users', '/drivers']) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    const before = await page.evaluate(colorsOfLinks)
    expect(before.length).toBeGreaterThan(0)
    await page.evaluate(turnStyleSheetsRound)
    await expect
      .poll(() => page.evaluate(() => [...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)))
      .toBe(true)
    // More of them may have come meanwhile.
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
  test(`${address} stands with its name while the server has not answered yet`, async ({ installed, network }) => {
    const page = installed.page()
    network.set('hold_answer', ({ path }) => path.startsWith(asks))
    await signIn(page, 'admin')
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })).toHaveCount(1)
    await expect.poll(() => network.held()).toBeGreaterThan(0)
  })
}
