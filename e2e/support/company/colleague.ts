import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import { listKeptAt } from '#e2e/support/device/kept-answers.ts'
import { readyForOffline } from '#e2e/support/page/sign-in.ts'
import { ACCOUNTS, PASSWORD as DEMO_PASSWORD, type Server } from '#e2e/support/server/server.ts'
import { type PersonsBrowser, startBrowser, TALL } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as yardTest } from './yard.ts'

/** The ids of permissions, as the specification counts the areas. */
export const VIEW_DRIVERS = 3
export const EDIT_DRIVERS = 4
export const VIEW_SCHEDULE = 5
export const VIEW_TRAILERS = 9
export const VIEW_TRUCKS = 11

/** Somebody of the test's own, whom an administrator may change as the test likes, and that person's tablet. */
export interface Colleague {
  readonly id: number
  readonly tablet: PersonsBrowser
  readonly page: Page
  /** What an administrator does to the person elsewhere. */
  readonly change: (fields: Readonly<Record<string, unknown>>) => Promise<void>
  /** Another sign-in of the same person: the headers of its calls. */
  readonly elsewhere: () => Promise<Readonly<Record<string, string>>>
  /** Signs in through the form that is on screen. */
  readonly fillIn: (page: Page, options?: { readonly remember?: boolean }) => Promise<void>
}

const PASSWORD = 'gravel-and-diesel-7'
const JSON_BODY = { 'content-type': 'application/json' }

async function headersOf(server: Server, email: string, password: string): Promise<Readonly<Record<string, string>>> {
  const body = JSON.stringify({ email, password })
  const answer = await fetch(`${server.url}/api/auth/jwt/create/`, { method: 'POST', headers: JSON_BODY, body })
  expect(answer.status).toBe(200)
  const { access } = (await answer.json()) as { readonly access: string }
  return { ...JSON_BODY, authorization: `Bearer ${access}` }
}

let hired = 0

/** `test` with somebody who may view and edit drivers and view the schedule, and a tablet that has the app. */
export const test = yardTest.extend<{ readonly colleague: Colleague }>({
  colleague: async ({ yard: { server }, network, installedProfile }, use) => {
    const boss = await headersOf(server, ACCOUNTS.admin, DEMO_PASSWORD)
    hired += 1
    const email = `colleague-${process.pid}-${hired}@haulyard.example`
    const made = await fetch(`${server.url}/api/users/users/`, {
      method: 'POST',
      headers: boss,
      body: JSON.stringify({
        role: 'fleet_manager',
        first_name: 'Dolores',
        last_name: 'Whitfield',
        email,
        phone: '+1 312 555 0142',
        password: PASSWORD,
        user_permissions: [VIEW_DRIVERS, EDIT_DRIVERS, VIEW_SCHEDULE],
      }),
    })
    expect(made.status, await made.clone().text()).toBe(201)
    const { id } = (await made.json()) as User
    const tablet = await startBrowser({ url: network.url, height: TALL, copyOf: installedProfile })
    await use({
      id,
      tablet,
      page: tablet.page(),
      async change(fields) {
        const url = `${server.url}/api/users/users/${id}/`
        const answer = await fetch(url, { method: 'PATCH', headers: boss, body: JSON.stringify(fields) })
        expect(answer.status, await answer.text()).toBe(200)
      },
      elsewhere: () => headersOf(server, email, PASSWORD),
      async fillIn(page, { remember = false } = {}) {
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
        if (remember) await page.getByLabel('Remember me').check()
        await page.getByRole('button', { name: 'Login' }).click()
        await expect(page.getByRole('navigation').first()).toBeVisible()
      },
    })
    await tablet.dispose()
  },
})

/** The person is signed in and looks at the drivers; the tablet is ready to lose the network. */
export async function atTheDrivers({ page, fillIn }: Colleague): Promise<void> {
  await page.goto('/drivers')
  await fillIn(page, { remember: true })
  await expect(page.getByRole('article').first()).toBeVisible()
  await readyForOffline(page)
  // An answer is written a quarter of a second after it came: who reloads sooner finds the list not kept.
  await expect.poll(() => listKeptAt(page, 'drivers')).toBeGreaterThan(0)
}
