import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { startBrowser, type UserBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as yardTest } from './yard.ts'

/**
 * A journey: the `test` of the yard, with an administrator's browser in which the prefetch has ended. No page is open
 * yet and no change waits. A journey uses the app as a user does, by roles and names, and cuts the network with
 * `network.set('down')` (`'none'`: no fault). It creates its own records through the API, so journeys do not affect
 * each other:
 *
 * ```ts
 * test('a contact changed without a network is sent when the network returns', async ({ office, network, admin }) => {
 *   const page = office.page()
 *   const department = await createDepartment(page, admin) // creates one and opens the dashboard
 *   network.set('down')
 *   await actionButton(page, 'Edit', department.department_name).click()
 *   await fillIn(page, 'Edit information', { Location: 'Gary IN, gate 3' })
 *   await page.getByRole('button', { name: 'Save' }).click()
 *   await expect(waitingIcon(page, department.department_name)).toBeVisible()
 *   network.set('none')
 *   await nothingWaits(page)
 *   expect(await departmentsNamed(admin, department.department_name)).toMatchObject([{ location: 'Gary IN, gate 3' }])
 * })
 * ```
 */
export const test = yardTest.extend<{ readonly office: UserBrowser }>({
  office: async ({ network, officeProfile, height }, use) => {
    const office = await startBrowser({ url: network.url, height, copyOf: officeProfile })
    await use(office)
    await office.dispose()
  },
})

/** Opens the users and waits until the list is on screen. */
export async function openUsers(page: Page): Promise<void> {
  await page.goto('/users')
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** The server's user with an e-mail address. */
export async function userByEmail(admin: Api, email: string): Promise<User | undefined> {
  const { results } = await admin.get<{ readonly results: readonly User[] }>('/api/users/users/?limit=1000')
  return results.find((one) => one.email === email)
}

/** The number of users that the page shows. */
export async function listedUserCount(page: Page): Promise<number> {
  return Number.parseInt((await page.getByTestId('list-count').textContent()) ?? '', 10)
}

/** The server's number of users of a role. Waits until the page shows it: at first the page shows a stored number. */
export async function awaitUserCount(page: Page, admin: Api, role = ''): Promise<number> {
  const { count } = await admin.get<{ readonly count: number }>(`/api/users/users/?limit=1&role=${role}`)
  await expect.poll(() => listedUserCount(page)).toBe(count)
  return count
}

export const newEmail = () => `${randomUUID().slice(0, 8)}@haulyard.example`
export const userCard = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Fields that make `aUser` a driver, with unique ids at the vendors. */
export const driverFields = () => ({
  role: 'driver',
  driver: {
    status: 'on_the_road',
    position: 'lease',
    gomotive_id: randomInt(10 ** 8, 10 ** 9),
    pilot_flying_j_driver_id: randomInt(10 ** 8, 10 ** 9),
  },
})

/** Creates a user for one test. */
export async function aUser(admin: Api, over: object = {}) {
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

/** Creates a user for one test and opens the list of users. */
export async function aListedUser(page: Page, admin: Api) {
  const made = await aUser(admin)
  await openUsers(page)
  return made
}

/** Creates a user for one test and opens the profile. */
export async function aUserWithOpenProfile(page: Page, admin: Api, over?: object) {
  const made = await aUser(admin, over)
  const { id } = (await userByEmail(admin, made.email)) as User
  await page.goto(`/users/${id}`)
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  return { ...made, id }
}
