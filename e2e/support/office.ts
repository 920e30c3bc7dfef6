import { expect, type Page } from '@playwright/test'
import type { User } from '#contract/users.ts'
import type { Api } from './api.ts'
import { type PersonsBrowser, startBrowser } from './browser.ts'
import { test as atTheYard } from './yard.ts'

/** `test` of the yard with an administrator's used device, at the list of all users; nothing waits. */
export const test = atTheYard.extend<{ readonly office: PersonsBrowser }>({
  office: async ({ network, officeProfile, height }, use) => {
    const office = await startBrowser({ url: network.url, height, copyOf: officeProfile })
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
