import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openDrivers } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import type { Account } from '#e2e/support/server/server.ts'
import { type BrowserOptions, startBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { waitUntilRemembered } from './local-storage.ts'

/**
 * The profile of a tablet that was in use for a while: a user is signed in and remembered, the drivers and the app
 * shell are stored, and everything is on disk. Its outbox is removed, so that each copy of the profile becomes its own
 * device. Returns the profile's folder and a function that removes it.
 */
export async function usedDevice(
  options: BrowserOptions,
  account: Account,
): Promise<{ readonly profile: string; readonly dispose: () => Promise<void> }> {
  const browser = await startBrowser(options)
  await prepare(browser.page(), account)
  await waitUntilRemembered(browser)
  await browser.close()
  return {
    profile: browser.profile,
    dispose: () => rm(browser.profile, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function prepare(page: Page, account: Account): Promise<void> {
  await signIn(page, account, { remember: true })
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await readyForOffline(page)
  // A second time: the browser stores the app's compiled code only from the second load on. Every copy uses that code.
  await openDrivers(page)
  await page.goto('/favicon.svg')
  await page.evaluate(async () => {
    const stores = (await indexedDB.databases()).flatMap(({ name }) => (name?.includes('outbox') ? [name] : []))
    const removed = stores.map(
      (name) =>
        new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = resolve
          request.onerror = reject
        }),
    )
    const copies = (await caches.keys()).filter((name) => name.includes('outbox'))
    await Promise.all([...removed, ...copies.map((name) => caches.delete(name))])
    for (const key of Object.keys(localStorage)) if (key.includes('outbox')) localStorage.removeItem(key)
  })
}
