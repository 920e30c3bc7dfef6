import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** The mark in the bar, by what it tells. */
const mark = (page: Page, words: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name: words, exact: true })
const READY = 'Ready for dead zones'
const NO_APP = 'Not ready for dead zones: the app itself is not on this device'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Offline use' })

/** Signs a fleet manager in. The line drops whenever the browser fetches the worker. Returns how often it tried. */
async function signInWithoutWorker(page: Page, network: UnreliableProxy): Promise<() => number> {
  let attempts = 0
  network.set('down', ({ path }) => {
    const isWorker = path.startsWith('/sw.js')
    if (isWorker) attempts += 1
    return isWorker
  })
  await signIn(page, 'manager', { remember: true })
  return () => attempts
}

test('a device whose app could not be saved says so although its data is there, tries again, and then opens without a network', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  const attempts = await signInWithoutWorker(page, network)
  await mark(page, NO_APP).click()
  await expect(dialog(page).getByText(/^The data is saved/)).toBeVisible({ timeout: 30_000 })
  await expect(dialog(page).getByText('You stay signed in on this device')).toBeVisible()
  await expectNoFindings(page, 'the dialog about offline use')

  const save = dialog(page).getByRole('button', { name: /^Save the app \(900 kB\)$/ })
  const before = attempts()
  await save.click()
  await expect.poll(attempts).toBeGreaterThan(before)
  network.set('none')
  await save.click()
  await expect(dialog(page).getByText('The app itself is saved')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(mark(page, READY)).toBeFocused()

  network.set('down')
  await emptyBrowser.kill()
  await emptyBrowser.relaunch()
  await emptyBrowser.page().goto('/trucks')
  await expect(emptyBrowser.page().getByRole('article').first()).toBeVisible()
})

test('a registration that a dropped line ended is repeated automatically when the network returns', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  await signInWithoutWorker(page, network)
  await expect(mark(page, NO_APP)).toBeVisible()
  network.set('down')
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  network.set('none')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(mark(page, READY)).toBeVisible({ timeout: 30_000 })
})

test('a user who did not tick Remember me can choose to stay signed in, and opens the app after a restart without a network', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  await signIn(page, 'manager')
  await mark(page, 'Not ready for dead zones: you are signed in for this tab only').click()
  await dialog(page).getByRole('button', { name: 'Stay signed in on this device' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(READY, { timeout: 30_000 })

  await emptyBrowser.close()
  network.set('down')
  await emptyBrowser.relaunch()
  const restarted = emptyBrowser.page()
  await restarted.goto('/trucks')
  await expect(restarted.getByRole('article').first()).toBeVisible()
  // The session itself lasts too: the server accepts it when the network returns.
  network.set('none')
  await restarted.goto('/maintenance')
  await expect(restarted.getByRole('heading', { name: 'Maintenance', level: 1 })).toBeVisible()
  await expect(mark(restarted, READY)).toBeVisible({ timeout: 30_000 })
})

test('over mobile data a device is made ready automatically: lists and the walk-around open in a dead zone', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: { type: 'cellular', effectiveType: '4g', saveData: false },
    })
  })
  await signIn(page, 'manager', { remember: true })
  await expect(mark(page, READY)).toBeVisible({ timeout: 30_000 })
  network.set('down')
  await page.goto('/trucks')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/walk-around')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()

  network.set('none')
  await page.goto('/device')
  await page.getByLabel('Over mobile data').selectOption('Only what work needs')
  await page.reload()
  await expect(page.getByLabel('Over mobile data')).toHaveValue('0')
})

test('a fleet manager begins at the walk-around: by the bar of a phone, and by the yard on top of the start page', async ({
  emptyBrowser,
}) => {
  const page = emptyBrowser.page()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'manager', { remember: true })
  const bar = page.getByRole('navigation', { name: 'Pages' })
  await expect(bar.getByRole('link')).toHaveText([/^Walk-around/, /^Trucks/, /^Trailers/, /^Maintenance/, /^Outbox/])
  const yard = page.getByRole('region', { name: 'Yard', exact: true })
  await expect(yard.getByRole('region', { name: /^Open major defects/ })).toBeVisible()
  await expectNoFindings(page, 'the start page of a fleet manager')
  await yard.getByRole('link', { name: 'Walk-around' }).click()
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(yard).toBeVisible()
  await bar.getByRole('link', { name: 'Walk-around' }).click()
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
})
