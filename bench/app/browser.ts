import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { fullChromium } from '#scripts/find-program.mjs'
import { DEMO_PASSWORD } from '#server/demo/company/demo-accounts.ts'
import type { ServedApp } from '../served-app.ts'

export type SignedInState = Awaited<ReturnType<BrowserContext['storageState']>>

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Starts a Chromium of this machine. Throws if none is installed. */
export async function startChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: fullChromium(), args: [...ARGUMENTS, ...more] })
}

/** Starts a Chromium that stores its data in a folder and finds the data of earlier starts there. */
export function startChromiumIn(
  folder: string,
  options: BrowserContextOptions = {},
  more: readonly string[] = [],
): Promise<BrowserContext> {
  const args = [...ARGUMENTS, ...more]
  return chromium.launchPersistentContext(folder, { ...options, executablePath: fullChromium(), args })
}

/** The browser's storage after the administrator has signed in through the form. */
export async function signedInState(browser: Browser, app: ServedApp): Promise<SignedInState> {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await signInOn(tab, app)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Signs a user in through the form. */
export async function signInOn(tab: Page, app: ServedApp, account = 'admin'): Promise<void> {
  await tab.goto(`${app.origin}/login`)
  await tab.getByLabel('Email').fill(`${account}@haulyard.example`)
  await tab.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await tab.getByLabel('Remember me').check()
  await tab.getByRole('button', { name: 'Login' }).click()
  await tab.waitForURL((url) => !url.pathname.startsWith('/login'))
}
