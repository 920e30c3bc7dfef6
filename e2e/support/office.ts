import { expect, type Page } from '@playwright/test'
import type { User } from '#contract/users.ts'
import { type Api, apiAs } from './api.ts'
import { type PersonsBrowser, startBrowser } from './browser.ts'
import { usedDevice } from './used-device.ts'
import { test as yardTest } from './yard.ts'

interface OfWorker {
  /** The profile of a device that an administrator has used. */
  readonly officeProfile: string
}
interface OfTest {
  /** The server as an administrator sees it past the network: the judge. */
  readonly admin: Api
  /** An administrator's used device, at the list of all users; nothing waits. */
  readonly office: PersonsBrowser
}

/** `test` of the yard with an administrator's device. */
export const test = yardTest.extend<OfTest, OfWorker>({
  officeProfile: [
    async ({ yard }, use) => {
      const device = await usedDevice({ url: yard.network.url }, 'admin')
      await use(device.profile)
      await device.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: async ({ yard }, use) => use(await apiAs(yard.server, 'admin')),
  office: async ({ network, officeProfile }, use) => {
    const office = await startBrowser({ url: network.url, height: 1_000, copyOf: officeProfile })
    await atTheUsers(office.page())
    await use(office)
    await office.dispose()
  },
})

export async function atTheUsers(page: Page): Promise<void> {
  await page.goto('/users')
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Users by their e-mail, as the server has them. */
export async function userBy(admin: Api, email: string): Promise<User | undefined> {
  const { results } = await admin.get<{ readonly results: readonly User[] }>('/api/users/users/?limit=1000')
  return results.find((one) => one.email === email)
}

export async function countOfUsers(page: Page): Promise<number> {
  return Number.parseInt((await page.getByTestId('list-count').textContent()) ?? '', 10)
}
