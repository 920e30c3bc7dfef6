import type { Page } from '@playwright/test'
import { test, VIEW_SCHEDULE, VIEW_TRAILERS, VIEW_TRUCKS } from '#e2e/support/company/colleague.ts'
import { storedAnswers } from '#e2e/support/device/stored-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { readyForOffline } from '#e2e/support/page/sign-in.ts'

const tabs = (page: Page) => page.getByRole('tab').allTextContents()
const lines = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('button')

/** The names of the map's lists that are stored on the device. */
const keptOfMap = async (page: Page) =>
  (await storedAnswers(page))
    .filter(({ key: [about] }) => about === 'map')
    .map(({ key: [, name] }) => String(name))
    .sort()

test('each map tab requires its view permission, and lists that the user may no longer see are deleted from the device', async ({
  colleague,
}) => {
  const { page, change, fillIn } = colleague
  await change({ user_permissions: [VIEW_TRAILERS, VIEW_SCHEDULE] })
  await page.goto('/map')
  await fillIn(page, { remember: true })
  await expect.poll(() => tabs(page)).toEqual(['Assets'])
  await expect(lines(page, 'Assets').first()).toBeVisible()
  await readyForOffline(page)
  await change({ user_permissions: [VIEW_TRAILERS, VIEW_TRUCKS, VIEW_SCHEDULE] })
  await expect.poll(() => tabs(page)).toEqual(['Vehicles', 'Assets'])
  await page.getByRole('tab', { name: 'Vehicles' }).click()
  await expect(lines(page, 'Vehicles').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => keptOfMap(page)).toContain('vehicles')
  await change({ user_permissions: [VIEW_SCHEDULE] })
  await expect(page.getByText('Permission for map view required')).toBeVisible()
  await expect.poll(() => keptOfMap(page)).toEqual([])
})
