import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { expect } from '../expect.ts'
import { asDriver, newEmail } from './office.ts'

export interface Hired {
  readonly id: number
  readonly name: string
}

/** Somebody hired for one test, who stands before all of the demo company in the order of names. */
async function hire(admin: Api, area: 'dispatchers' | 'drivers', duty: object): Promise<Hired> {
  const email = newEmail()
  const own = { first_name: 'Aaron', last_name: `Z${randomUUID().slice(0, 8)}`, phone: '312 555 0147', email }
  expect(await admin.post('/api/users/users/', { ...own, ...duty, password: 'gravel-and-diesel' })).toBe(201)
  const { results } = await admin.get<{ readonly results: readonly (Dispatcher | Driver)[] }>(
    `/api/${area}/?limit=1000`,
  )
  const made = results.find(({ user }) => user.email === email)
  if (!made) throw new Error(`nobody of ${email} is among the ${area}`)
  return { id: made.id, name: fullName(made.user) }
}

export const aDispatcher = (admin: Api) =>
  hire(admin, 'dispatchers', { role: 'dispatcher', dispatcher: { status: 'working' } })

/** A driver, of a dispatcher if one is given. */
export async function aDriver(admin: Api, of?: Hired): Promise<Hired> {
  const driver = await hire(admin, 'drivers', asDriver())
  if (of) expect(await admin.patch(`/api/drivers/${driver.id}/`, { dispatcher: of.id })).toBe(200)
  return driver
}

export const dispatcherAt = (api: Api, { id }: Hired) => api.get<Dispatcher>(`/api/dispatchers/${id}/`)

/** The dispatchers as the server has them now: what a used tablet shows at first may be old. */
export async function openDispatchers(page: Page, someone: Hired): Promise<void> {
  await page.goto('/dispatchers')
  await expect(page.getByRole('article', { name: someone.name, exact: true })).toBeVisible()
  await expect(page.getByText('refreshing')).toBeHidden()
}

export function dispatcherStatus(page: Page, { name }: Hired, status: string): Locator {
  return page.getByRole('button', { name: `Status of ${name}: ${status}`, exact: true })
}

export async function pickDispatcherStatus(page: Page, { name }: Hired, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
}

/** The button that tells how many drivers a dispatcher has, and opens their choice. */
export function driversOf(page: Page, { name }: Hired, count?: number): Locator {
  const words = count === undefined ? '\\d+ drivers?' : `${count} ${count === 1 ? 'driver' : 'drivers'}`
  return page.getByRole('button', { name: new RegExp(`^${words}: choose the drivers of ${name}$`) })
}

/** Opens the choice once, so that everybody who can be chosen is known here without a network as well. */
export async function hasSeenDrivers(page: Page, dispatcher: Hired, driver: Hired): Promise<void> {
  await driversOf(page, dispatcher).click()
  const dialog = page.getByRole('dialog', { name: `Drivers of ${dispatcher.name}` })
  await dialog.getByLabel('Find').fill(driver.name)
  await expect(dialog.getByRole('option', { name: driver.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Ticks drivers in the choice, or takes their ticks away, and saves. */
export async function chooseDrivers(page: Page, dispatcher: Hired, drivers: readonly Hired[]): Promise<void> {
  await driversOf(page, dispatcher).click()
  const dialog = page.getByRole('dialog', { name: `Drivers of ${dispatcher.name}` })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  for (const { name } of drivers) {
    await dialog.getByLabel('Find').fill(name)
    await dialog.getByRole('option', { name }).click()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
}
