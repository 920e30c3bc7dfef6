import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Unit } from '#contract/units/units.ts'
import { inspectionPanel } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { aYardReport, serverReports, submitReport } from '#e2e/support/files/yard-report.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changeCard, changeGroup, openOutbox } from '#e2e/support/page/outbox.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import type { Call } from '#e2e/support/server/unreliable-proxy.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'

test.use({ height: 1000 })

/** A line on which each call takes this long is slow, and not down: the app waits three seconds. In milliseconds. */
const SLOW_MS = 1_600

const bar = (page: Page) => page.getByRole('banner')
/** The line as it is shown; the same is read out from another element. */
const line = (page: Page, words: RegExp): Locator => bar(page).locator('[aria-hidden=true]').filter({ hasText: words })
const spoken = (page: Page, words: string | RegExp): Locator => bar(page).getByRole('status').filter({ hasText: words })

const uploadIn = ({ method, path }: Call) =>
  method === 'PATCH' ? (/^\/api\/uploads\/([0-9a-f-]+)\//.exec(path)?.[1] ?? null) : null

async function openMaintenance(page: Page): Promise<void> {
  await page.goto('/maintenance')
  await expect(page.getByRole('tab', { name: /^Upcoming/ })).toBeVisible()
}

/** From now on, `closingMs` is how long the last dialog stayed open after a button of it was clicked. */
async function timeClosing(page: Page): Promise<void> {
  await page.evaluate(() => {
    let clickedAt = 0
    const isOpen = () => document.querySelector('[role=dialog]') !== null
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('[role=dialog] button')) clickedAt = performance.now()
      },
      true,
    )
    new MutationObserver(() => {
      if (clickedAt === 0 || isOpen()) return
      document.body.dataset.closingMs = `${performance.now() - clickedAt}`
      clickedAt = 0
    }).observe(document.body, { childList: true, subtree: true })
  })
}
const closingMs = (page: Page) => page.evaluate(() => Number(document.body.dataset.closingMs))

const newDepartment = (page: Page) => page.getByRole('dialog', { name: 'Add department' })

async function fillInDepartment(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Add department' }).click()
  const fields = {
    Department: name,
    Location: 'Gary IN, gate 2',
    'Phone 1': '(219) 555-0150',
    Email: 'gate@haulyard.example',
  }
  for (const [label, text] of Object.entries(fields)) await newDepartment(page).getByLabel(label).fill(text)
}

test('on a slow line a report with photos closes its form at once, and a line in the bar follows it until all is sent', async ({
  shop,
  network,
  admin,
  truck,
}) => {
  const page = shop.page()
  await openMaintenance(page)
  const report = aYardReport(truck, 3)
  await timeClosing(page)
  network.delay(SLOW_MS)
  await submitReport(page, report)
  // Every response takes longer than a form may take to close, and the photos need several.
  expect(await closingMs(page)).toBeLessThan(3_000)
  const top = await page.getByRole('main').boundingBox()

  await expect(line(page, /^Sending [123] of 3 photos/)).toBeVisible()
  await expect(spoken(page, 'Sending 3 photos')).toHaveCount(1)
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ x: top?.x, y: top?.y })
  await expect(line(page, /^Sending [123] of 3 photos · (\d+ s|a few seconds)$/)).toBeVisible({ timeout: 30_000 })
  await expectNoFindings(page, 'while photos are sent')
  await page.getByRole('link', { name: 'Trucks', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Trucks', level: 1 })).toBeVisible()
  await expect(line(page, /^Sending [23] of 3 photos/)).toBeVisible()
  network.delay(0)
  await nothingWaits(page)
  await expect(line(page, /^All sent \d+:\d\d [AP]M$/)).toBeVisible()
  await expect(spoken(page, /^All sent \d+:\d\d [AP]M$/)).toHaveCount(1)
  const avatar = page.getByRole('link', { name: 'your profile' }).locator('> :first-child')
  for (const [width, text] of [
    [360, '16px'],
    [390, '16px'],
    [390, '20px'],
    [414, '16px'],
    [820, '20px'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
    const above = await avatar.boundingBox()
    const below = await line(page, /^All sent/).boundingBox()
    // The gap of the buttons in the bar.
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), `${width} px, text of ${text}`).toBe(4)
  }
  expect(await serverReports(admin, report)).toHaveLength(1)
})

test('photos that have arrived stay marked when the line drops, also after a restart; the next try counts down, and the sent change leads to its record', async ({
  shop,
  network,
  admin,
  truck,
}) => {
  const page = shop.page()
  await openMaintenance(page)
  const report = aYardReport(truck, 3)
  const uploads = new Set<string>()
  network.set('down', (call) => {
    const upload = uploadIn(call)
    if (upload !== null) uploads.add(upload)
    return upload !== null && [...uploads].indexOf(upload) === 2
  })
  await submitReport(page, report)
  await openOutbox(page)
  const card = changeCard(page, truck)
  await expect(card).toContainText('2 of 3 photos sent; goes on from here', { timeout: 30_000 })
  const files = card.getByRole('listitem')
  await expect(files.filter({ hasText: ', sent' })).toHaveCount(2)
  await expect(card.getByRole('button', { name: 'Download photo-1.jpg' })).toHaveText('Download')

  // Each attempt begins with another number: two neighbors are one countdown.
  const seconds = new Set<number>()
  await expect
    .poll(
      async () => {
        seconds.add(Number(/next try in (\d+) s/.exec((await card.textContent()) ?? '')?.[1] ?? 0))
        return [...seconds].some((second) => second > 4 && seconds.has(second - 1) && seconds.has(second - 2))
      },
      { timeout: 30_000, intervals: [400] },
    )
    .toBe(true)

  await page.reload()
  await expect(card).toContainText('2 of 3 photos sent; goes on from here')
  await expect(files.filter({ hasText: ', sent' })).toHaveCount(2)
  await expectNoFindings(page, 'a change that is partly sent')
  network.set('none')
  await nothingWaits(page)
  expect(await serverReports(admin, report)).toHaveLength(1)
  await changeGroup(page, 'Done')
    .getByRole('link', { name: new RegExp(truck) })
    .click()
  await expect(inspectionPanel(page)).toContainText(report.note)
})

test('a refusal that comes after the form has closed is a message with a way to the change, which is corrected there', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const [taken, vin] = [`81${`${Date.now()}`.slice(-5)}`, '1XKYDP9X4RJ123456']
  expect(await admin.post('/api/trucks/', aTruck(taken, { vin }))).toBe(201)
  const number = `${Number(taken) + 1}`
  await page.goto('/trucks')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add truck' }).click()
  const dialog = page.getByRole('dialog')
  const fields: Readonly<Record<string, string>> = {
    'VIN (optional)': vin,
    ...{ Model: 'Kenworth T680', Year: '2024', Color: 'Red', 'Inspection passed': '2026-03-02' },
    ...{ 'Next service': '2027-01-15', 'Status to': '2099-12-31', 'Fleet manager’s name': 'Karen Walsh' },
    'Fleet manager’s phone': '+1 312 555 0107',
    'Fleet manager’s email': 'karen.walsh@haulyard.example',
    ...{ 'Unit number': number, 'License plate': `P-${number}`, 'Transponder ID': `007 ${number}` },
    ...{ 'GoMotive ID': `730${number}`, 'Fuel network ID': `660${number}` },
  }
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
  network.delay(SLOW_MS)
  await dialog.getByRole('button', { name: 'Add truck' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Saved on this device. Sending…')).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Another unit has this VIN.' })
  await expect(alert).toContainText(`Truck ${number}`)
  await expect(page.getByText('Saved on this device. Sending…')).toBeHidden()
  network.delay(0)
  await alert.getByRole('button', { name: 'Review' }).click()
  const card = changeGroup(page, 'Needs attention').getByRole('article')
  await expect(card).toContainText('Another unit has this VIN.')
  await card.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'VIN' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await nothingWaits(page)
  const { results } = await admin.get<{ readonly results: readonly Unit[] }>('/api/trucks/?limit=1000')
  expect(results.filter(({ id }) => id === number)).toHaveLength(1)
})

test('on a slow line the message that a change is saved turns into the message that it is sent', async ({
  office,
  network,
}) => {
  const page = office.page()
  const name = `Aa ${randomUUID().slice(0, 8)}`
  await fillInDepartment(page, name)
  network.delay(SLOW_MS)
  await newDepartment(page).getByRole('button', { name: 'Add department' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Saved on this device. Sending…' })
  await expect(toast).toBeVisible()
  await expect(newDepartment(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: `Sent. Successfully created: ${name}` })).toBeVisible()
  await expect(toast).toBeHidden()
})

test('a change that may have arrived says why it offers less', async ({ office, network }) => {
  const page = office.page()
  const name = `Aa ${randomUUID().slice(0, 8)}`
  await fillInDepartment(page, name)
  network.set('cut_after_commit', ({ method }) => method === 'POST')
  await newDepartment(page).getByRole('button', { name: 'Add department' }).click()
  await expect(newDepartment(page)).toBeHidden()
  await changesWaiting(page, 1)
  await openOutbox(page)
  const card = changeCard(page, name)
  await expect(card).toContainText('It may have arrived: it can’t be edited any more')
  await expect(card.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  network.set('none')
  await nothingWaits(page)
  await expect(card).not.toContainText('It may have arrived')
})
