import type { Page } from '@playwright/test'
import type { Attention } from '#contract/maintenance/attention.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { apiAs } from '#e2e/support/server/api.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Needs attention today', exact: true })
const group = (page: Page, title: string) => card(page).getByRole('region', { name: new RegExp(`^${title}`) })
const line = (page: Page, title: string, name: string) =>
  group(page, title).getByRole('listitem').filter({ hasText: name })
const WITHOUT_TRUCK = 'On the road without a truck'
/** Expands a group of the card: other tests may have left more records there than the card shows at first. */
async function showAll(page: Page, title: string): Promise<void> {
  const all = group(page, title).getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
}

/** In the page: records the values of the app icon’s badge; 0 stands for cleared. */
function recordBadge(): void {
  const badges: number[] = []
  Object.assign(globalThis, { badges })
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  })
}
const lastBadge = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { readonly badges: readonly number[] }).badges.at(-1) ?? null)

test('a driver on the road without a truck is listed, and disappears immediately when the status changes offline', async ({
  scene,
  network,
  admin,
}) => {
  const { page, driver, name, api } = scene
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { truck_id: null })).toBe(200)
  await page.goto('/')
  await expect(group(page, WITHOUT_TRUCK)).toBeVisible()
  await showAll(page, WITHOUT_TRUCK)
  await expect(line(page, WITHOUT_TRUCK, name)).toBeVisible()

  network.set('down')
  await line(page, WITHOUT_TRUCK, name)
    .getByRole('link', { name: `Give a truck: ${name}` })
    .click()
  await expect(page).toHaveURL(/\/drivers\?find=/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await page.goto('/')
  await expect(card(page)).toContainText(/as of \d{1,2}:\d\d [AP]M/)
  await showAll(page, WITHOUT_TRUCK)
  await expect(line(page, WITHOUT_TRUCK, name)).toBeHidden()

  network.set('none')
  await nothingWaits(page)
  await expect(line(page, WITHOUT_TRUCK, name)).toBeHidden()
  const { drivers } = await api.get<Attention>('/api/dashboard/attention/')
  expect(
    drivers.filter(
      ({ id, truck, current_status }) => id === driver.id && truck === null && current_status === 'on_the_road',
    ),
  ).toEqual([])
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { truck_id: driver.truck })).toBe(200)
})

test('each record links to the form or card in which an administrator handles it, by mouse and by keyboard', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await page.goto('/')
  const { counts } = await admin.get<Attention>('/api/dashboard/attention/')
  const services = group(page, 'Services')
  await expect(services.getByRole('heading')).toHaveText(`Services ${counts.service}`)
  await expect(services.getByRole('listitem')).toHaveCount(4)
  const all = services.getByRole('button', { name: /^Show all/ })
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(services.getByRole('listitem')).toHaveCount(counts.service)
  const fewer = services.getByRole('button', { name: /^Show fewer/ })
  await expect(fewer).toBeFocused()
  await fewer.press('Enter')
  await expect(services.getByRole('listitem')).toHaveCount(4)
  await expect(all).toBeInViewport()
  await expectNoFindings(page, 'the dashboard in light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFindings(page, 'the dashboard in dark')
  const first = services.getByRole('link').first()
  const unit = /(?:Truck|Trailer) (\S+)/.exec((await first.getAttribute('aria-label')) ?? '')?.[1]
  await first.focus()
  await page.keyboard.press('Enter')
  // The form opens with the unit already chosen.
  const form = page.getByRole('dialog', { name: 'Add Inspection' })
  const chosen = form.getByRole('button', { name: /^Vehicle or asset: / })
  await expect(chosen).toContainText(unit ?? '')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/maintenance\\?vehicles=(?:%22)?${unit}(?:%22)?$`))
  await page.goBack()

  await group(page, 'Annual inspections').getByRole('link').first().click()
  await expect(form.getByLabel('Service type')).toHaveValue('annual_inspection')
  await expect(chosen).toContainText(/\d/)
  await page.goto('/')
  const card = await group(page, 'Medical cards').getByRole('link').first().getAttribute('aria-label')
  await group(page, 'Medical cards').getByRole('link').first().click()
  const driver = page.getByRole('article', { name: card?.split(': ')[1] ?? '' })
  await expect(driver.getByText('Medical', { exact: false }).first()).toBeVisible()
})

test('a driver sees only their own papers, and no company figures', async ({ signedOutBrowser, yard, admin }) => {
  const page = signedOutBrowser.page()
  const { id } = await (await apiAs(yard.server, 'driver')).get<{ readonly id: number }>('/api/users/users/me/')
  const own = (await admin.drivers()).find((row) => row.user.id === id)
  if (!own) throw new Error('the demo driver drives nothing')
  expect(await admin.patch(`/api/drivers/${own.id}/`, { med_expire: '2025-01-31' })).toBe(200)
  await signIn(page, 'driver')
  await page.goto('/')
  await expect(line(page, 'Medical cards', own.user.last_name)).toContainText(/expired \d+ days ago/i)
  await expect(page.getByRole('region', { name: 'Statistic' })).toBeHidden()
  for (const each of await card(page).getByRole('listitem').all()) await expect(each).toContainText(own.user.last_name)
  await expect(card(page).getByRole('link')).toHaveCount(0)
  expect(await admin.patch(`/api/drivers/${own.id}/`, { med_expire: own.extra_info.med_expire })).toBe(200)
})

test('the badge of the app icon shows the number of records, and is cleared at sign-out', async ({ ownTablet }) => {
  const page = ownTablet.page()
  await page.addInitScript(recordBadge)
  await page.goto('/')
  const count = Number.parseInt(
    (await card(page)
      .getByText(/^\d+ items? needs? attention/)
      .textContent()) ?? '',
    10,
  )
  expect(count).toBeGreaterThan(0)
  await expect.poll(() => lastBadge(page)).toBe(count)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await lastBadge(page)).toBe(0)
})
