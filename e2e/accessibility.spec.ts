import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { readyForOffline, signIn } from './support/sign-in.ts'

/** Fails with the rule and the elements that broke it. */
async function expectNoFindings(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const findings = violations.map((one) => `${screen}: ${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)
  expect(findings).toEqual([])
}

for (const colourScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the way in and on the device's own page (${colourScheme})`, async ({ browserOfOne }) => {
    const page = browserOfOne.page()
    await page.emulateMedia({ colorScheme: colourScheme, reducedMotion: 'reduce' })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expectNoFindings(page, 'login')
    await page.goto('/setup#a-token')
    await expect(page.getByLabel('First name')).toBeVisible()
    await expectNoFindings(page, 'first administrator')
    await signIn(page, 'dispatcher')
    await expectNoFindings(page, 'start')
    await page.getByRole('link', { name: /this device$/ }).click()
    await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
    await expectNoFindings(page, 'this device')
  })

  test(`axe finds nothing on the lists (${colourScheme})`, async ({ browserOfOne }) => {
    const page = browserOfOne.page()
    await page.emulateMedia({ colorScheme: colourScheme, reducedMotion: 'reduce' })
    await signIn(page, 'dispatcher')
    await page.goto('/drivers')
    await page
      .getByRole('button', { name: /week, expiry dates and rate/ })
      .first()
      .click()
    await expect(page.getByText('Medical', { exact: false }).first()).toBeVisible()
    await expectNoFindings(page, 'drivers')
    await page
      .getByRole('button', { name: /^Status of/ })
      .first()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoFindings(page, 'status menu')
    await page.keyboard.press('Escape')

    await page.goto('/schedule')
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expectNoFindings(page, 'schedule')
    await page.goto('/schedule?tab=edit')
    await page.getByRole('gridcell').nth(3).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFindings(page, 'day editor')
  })

  test(`axe finds nothing on the screens of a day without a network (${colourScheme})`, async ({
    browserOfOne,
    network,
  }) => {
    const page = browserOfOne.page()
    await page.emulateMedia({ colorScheme: colourScheme, reducedMotion: 'reduce' })
    await signIn(page, 'dispatcher')
    await page.goto('/drivers')
    await readyForOffline(page)
    await page.goto('/diagnostics')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoFindings(page, 'diagnostics')

    network.set('down')
    await page.goto('/drivers')
    await page
      .getByRole('button', { name: /^Status of/ })
      .first()
      .click()
    await page.getByRole('menuitemradio', { name: 'Safety Orientation' }).click()
    await expect(page.getByText(/^Offline since/)).toBeVisible()
    await expectNoFindings(page, 'drivers without a network')
    await page
      .getByRole('link', { name: /Outbox/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
    await expectNoFindings(page, 'outbox')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFindings(page, 'log out')
  })
}
