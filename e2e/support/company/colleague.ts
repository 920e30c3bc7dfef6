import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import { listStoredAt } from '#e2e/support/device/stored-answers.ts'
import { readyForOffline } from '#e2e/support/page/sign-in.ts'
import { ACCOUNTS, PASSWORD as DEMO_PASSWORD, type Server } from '#e2e/support/server/server.ts'
import { startBrowser, TALL, type UserBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as yardTest } from './yard.ts'

/** Permission ids, numbered as in the specification. */
export const VIEW_DRIVERS = 3
export const EDIT_DRIVERS = 4
export const VIEW_SCHEDULE = 5
export const VIEW_TRAILERS = 9
export const VIEW_TRUCKS = 11

/** A user for one test only, whom the test can change freely as an administrator, with a tablet. */
export interface Colleague {
  readonly id: number
  readonly tablet: UserBrowser
  readonly page: Page
  /** Changes the user as an administrator, on another device. */
  readonly change: (fields: Readonly<Record<string, unknown>>) => Promise<void>
  /** Signs the same user in on another device. Returns the headers for calls there. */
  readonly signInElsewhere: () => Promise<Readonly<Record<string, string>>>
  /** Signs in through the form on screen. */
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

let colleagueCount = 0

/** `test` with a user who can view and edit drivers and view the schedule, and a tablet that has the app. */
export const test = yardTest.extend<{ readonly colleague: Colleague }>({
  colleague: async ({ yard: { server }, network, installedProfile }, use) => {
    const adminHeaders = await headersOf(server, ACCOUNTS.admin, DEMO_PASSWORD)
    colleagueCount += 1
    const email = `colleague-${process.pid}-${colleagueCount}@haulyard.example`
    const created = await fetch(`${server.url}/api/users/users/`, {
      method: 'POST',
      headers: adminHeaders,
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
    expect(created.status, await created.clone().text()).toBe(201)
    const { id } = (await created.json()) as User
    const tablet = await startBrowser({ url: network.url, height: TALL, copyOf: installedProfile })
    await use({
      id,
      tablet,
      page: tablet.page(),
      async change(fields) {
        const url = `${server.url}/api/users/users/${id}/`
        const answer = await fetch(url, { method: 'PATCH', headers: adminHeaders, body: JSON.stringify(fields) })
        expect(answer.status, await answer.text()).toBe(200)
      },
      signInElsewhere: () => headersOf(server, email, PASSWORD),
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

/** Signs the user in and opens the drivers. Resolves when the tablet is ready to lose the network. */
export async function signInAtDrivers({ page, fillIn }: Colleague): Promise<void> {
  await page.goto('/drivers')
  await fillIn(page, { remember: true })
  await expect(page.getByRole('article').first()).toBeVisible()
  await readyForOffline(page)
  // A response is stored a quarter of a second after it arrives: a reload before that would find no stored list.
  await expect.poll(() => listStoredAt(page, 'drivers')).toBeGreaterThan(0)
}
