import { expect, type Page } from '@playwright/test'
import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { type Api, apiAs } from './api.ts'
import type { PersonsBrowser } from './browser.ts'
import { driverCard } from './screens.ts'
import type { Server } from './server.ts'
import { readyForOffline, signIn } from './sign-in.ts'

export interface Scene {
  readonly page: Page
  /** The server's own view, as the dispatcher has it. */
  readonly api: Api
  /** A driver who is on the road, as he was at the server when the scene began. */
  readonly driver: Driver
  readonly name: string
}

/** A dispatcher looks at the drivers, and the device is ready to lose the network. */
export async function dispatcherAtTheDrivers(
  browser: PersonsBrowser,
  server: Server,
  options: { readonly remember?: boolean } = {},
): Promise<Scene> {
  const api = await apiAs(server, 'dispatcher')
  const driver = (await api.drivers()).find((one) => one.current_status === 'on_the_road')
  if (!driver) throw new Error('nobody of the demo company is on the road')
  const name = fullName(driver.user)
  const page = browser.page()
  await signIn(page, 'dispatcher', options)
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  await readyForOffline(page)
  return { page, api, driver, name }
}
