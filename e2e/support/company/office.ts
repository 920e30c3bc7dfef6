import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { type PersonsBrowser, startBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as atTheYard } from './yard.ts'

/**
 * A journey: the `test` of the yard, with an administrator's browser in which the prefetch has ended. No page is open
 * yet and no change waits. A journey uses the app as a person does, by roles and names, and cuts the network with
 * `network.set('down')` (`'none'`: no fault). It creates its own records through the API, so journeys do not affect each other:
 *
 * ```ts
 * test('a contact changed without a network is sent when the network returns', async ({ office, network, admin }) => {
 *   const page = office.page()
 *   const department = await aDepartment(page, admin) // creates one and opens the dashboard
 *   network.set('down')
 *   await act(page, 'Edit', department.department_name).click()
 *   await fillIn(page, 'Edit information', { Location: 'Gary IN, gate 3' })
 *   await page.getByRole('button', { name: 'Save' }).click()
 *   await expect(waits(page, department.department_name)).toBeVisible()
 *   network.set('none')
 *   await nothingWaits(page)
 *   expect(await called(admin, department.department_name)).toMatchObject([{ location: 'Gary IN, gate 3' }])
 * })
 * ```
 */
export const test = atTheYard.extend<{ readonly office: PersonsBrowser }>({
  office: async ({ network, officeProfile, height }, use) => {
    const office = await startBrowser({ url: network.url, height, copyOf: officeProfile })
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

/** How many users of a role there are, once the page says so too: at first the device tells those of an earlier hour. */
export async function countAsServed(page: Page, admin: Api, role = ''): Promise<number> {
  const { count } = await admin.get<{ readonly count: number }>(`/api/users/users/?limit=1&role=${role}`)
  await expect.poll(() => countOfUsers(page)).toBe(count)
  return count
}

export const newEmail = () => `${randomUUID().slice(0, 8)}@haulyard.example`
export const userCard = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** What makes `someone` a driver, whose ids at the vendors no other has. */
export const asDriver = () => ({
  role: 'driver',
  driver: {
    status: 'on_the_road',
    position: 'lease',
    gomotive_id: randomInt(10 ** 8, 10 ** 9),
    pilot_flying_j_driver_id: randomInt(10 ** 8, 10 ** 9),
  },
})

/** A user made for one test. */
export async function someone(admin: Api, over: object = {}) {
  const email = newEmail()
  const last_name = `Z${randomUUID().slice(0, 8)}`
  const own = {
    role: 'fleet_manager',
    first_name: 'Aaron',
    last_name,
    email,
    phone: '312 555 0146',
    password: 'gravel-and-diesel',
  }
  expect(await admin.post('/api/users/users/', { ...own, ...over })).toBe(201)
  return { email, name: fullName({ first_name: 'Aaron', last_name }) }
}

/** A user made for one test, with whose card the list is open. */
export async function someoneListed(page: Page, admin: Api) {
  const made = await someone(admin)
  await atTheUsers(page)
  return made
}

/** A user made for one test, whose profile is open. */
export async function someoneOpen(page: Page, admin: Api, over?: object) {
  const made = await someone(admin, over)
  const { id } = (await userBy(admin, made.email)) as User
  await page.goto(`/users/${id}`)
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  return { ...made, id }
}
