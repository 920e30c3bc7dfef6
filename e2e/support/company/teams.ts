import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { expect } from '../expect.ts'
import { driverFields, newEmail } from './office.ts'

export interface HiredUser {
  readonly id: number
  readonly name: string
}

/** Creates a user for one test, whose name sorts before everyone in the demo company. */
async function hire(admin: Api, area: 'dispatchers' | 'drivers', duty: object): Promise<HiredUser> {
  const email = newEmail()
  const own = { first_name: 'Aaron', last_name: `Z${randomUUID().slice(0, 8)}`, phone: '312 555 0147', email }
  expect(await admin.post('/api/users/users/', { ...own, ...duty, password: 'gravel-and-diesel' })).toBe(201)
  const { results } = await admin.get<{ readonly results: readonly (Dispatcher | Driver)[] }>(
    `/api/${area}/?limit=1000`,
  )
  const hired = results.find(({ user }) => user.email === email)
  if (!hired) throw new Error(`no user with the email ${email} is among the ${area}`)
  return { id: hired.id, name: fullName(hired.user) }
}

export const aDispatcher = (admin: Api) =>
  hire(admin, 'dispatchers', { role: 'dispatcher', dispatcher: { status: 'working' } })

/** Creates a driver, assigned to the dispatcher `of` if it is passed. */
export async function aDriver(admin: Api, of?: HiredUser): Promise<HiredUser> {
  const driver = await hire(admin, 'drivers', driverFields())
  if (of) expect(await admin.patch(`/api/drivers/${driver.id}/`, { dispatcher: of.id })).toBe(200)
  return driver
}

export const dispatcherAt = (api: Api, { id }: HiredUser) => api.get<Dispatcher>(`/api/dispatchers/${id}/`)

/** Opens the dispatchers and waits for the server's current rows: a used tablet first shows stored rows. */
export async function openDispatchers(page: Page, someone: HiredUser): Promise<void> {
  await page.goto('/dispatchers')
  await expect(page.getByRole('article', { name: someone.name, exact: true })).toBeVisible()
  await expect(page.getByText('refreshing')).toBeHidden()
}

export function dispatcherStatus(page: Page, { name }: HiredUser, status: string): Locator {
  return page.getByRole('button', { name: `Status of ${name}: ${status}`, exact: true })
}

export async function pickDispatcherStatus(page: Page, { name }: HiredUser, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
}

/** The button that shows a dispatcher's number of drivers and opens the choice of drivers. */
export function driversButton(page: Page, { name }: HiredUser, count?: number): Locator {
  const words = count === undefined ? '\\d+ drivers?' : `${count} ${count === 1 ? 'driver' : 'drivers'}`
  return page.getByRole('button', { name: new RegExp(`^${words}: choose the drivers of ${name}$`) })
}

/** Opens the choice of drivers once, so that this device can offer the drivers offline too. */
export async function viewDriverChoice(page: Page, dispatcher: HiredUser, driver: HiredUser): Promise<void> {
  await driversButton(page, dispatcher).click()
  const dialog = page.getByRole('dialog', { name: `Drivers of ${dispatcher.name}` })
  await dialog.getByLabel('Find').fill(driver.name)
  await expect(dialog.getByRole('option', { name: driver.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Toggles drivers in the choice and saves. */
export async function chooseDrivers(page: Page, dispatcher: HiredUser, drivers: readonly HiredUser[]): Promise<void> {
  await driversButton(page, dispatcher).click()
  const dialog = page.getByRole('dialog', { name: `Drivers of ${dispatcher.name}` })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  for (const { name } of drivers) {
    await dialog.getByLabel('Find').fill(name)
    await dialog.getByRole('option', { name }).click()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
}
