import type { Page } from '@playwright/test'
import { ACCOUNTS, type Account, PASSWORD } from '#e2e/support/server/server.ts'
import { expect } from '../expect.ts'

/** Signs in through the form, as a user does, and waits until the app is on screen. */
export async function signIn(
  page: Page,
  account: Account,
  { remember = false, password = PASSWORD } = {},
): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(ACCOUNTS[account])
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (remember) await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Logs out and keeps the waiting changes. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: /^(?:Confirm|Keep and log out)$/ }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Waits until the service worker controls this page, so that it can be reloaded offline. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}
