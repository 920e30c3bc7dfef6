import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { test as atTheOffice } from '#e2e/support/company/office.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false })

const panel = (page: Page) => page.getByRole('region', { name: /^Morning digest by email/ })
const digestSwitch = (page: Page) => panel(page).getByRole('checkbox', { name: /^Send it to / })
const waitingIcon = (page: Page) => panel(page).getByRole('img', { name: 'Waiting to be sent' })

async function openOwnProfile(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: /your profile$/ }).click()
  await expect(digestSwitch(page)).toBeVisible()
}

test('a dispatcher switches the digest on offline: the change survives a reload and is sent once; Undo reverts a later change', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const { id } = await api.get<CurrentUser>('/api/users/users/me/')
  const wantsDigest = async () => (await api.get<User>(`/api/users/users/${id}/`)).wants_digest
  await openOwnProfile(page)
  await expect(digestSwitch(page)).not.toBeChecked()
  network.set('down')
  await digestSwitch(page).click()
  await expect(page.getByText(/Morning digest by email: On/)).toBeVisible()
  await expect(waitingIcon(page)).toBeVisible()
  await page.reload()
  await expect(digestSwitch(page)).toBeChecked()
  await expect(waitingIcon(page)).toBeVisible()
  await changesWaiting(page, 1)
  expect(await wantsDigest()).toBe(false)
  await page.goto('/outbox')
  await expect(page.getByRole('article').filter({ hasText: 'Morning digest by email: Off → On' })).toBeVisible()

  network.set('none')
  await nothingWaits(page)
  expect(await wantsDigest()).toBe(true)
  expect([...network.arrivals().values()]).toEqual([1])
  await page.goto(`/users/${id}`)
  await expect(digestSwitch(page)).toBeChecked()
  // Switching it off and pressing Undo restores the former state.
  await digestSwitch(page).click()
  await expect(digestSwitch(page)).not.toBeChecked()
  await nothingWaits(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(digestSwitch(page)).toBeChecked()
  await nothingWaits(page)
  expect(await wantsDigest()).toBe(true)
  await digestSwitch(page).click()
  await expect(digestSwitch(page)).not.toBeChecked()
  await nothingWaits(page)
  expect(await wantsDigest()).toBe(false)
})

atTheOffice(
  'an administrator switches their own digest by keyboard, and no other user’s',
  async ({ office, admin }) => {
    const page = office.page()
    const { id } = await admin.get<CurrentUser>('/api/users/users/me/')
    await openOwnProfile(page)
    await digestSwitch(page).focus()
    await page.keyboard.press('Space')
    await expect(digestSwitch(page)).toBeChecked()
    await expect(digestSwitch(page)).toBeFocused()
    await nothingWaits(page)
    expect((await admin.get<User>(`/api/users/users/${id}/`)).wants_digest).toBe(true)
    await page.keyboard.press('Space')
    await expect(digestSwitch(page)).not.toBeChecked()
    await nothingWaits(page)
    expect((await admin.get<User>(`/api/users/users/${id}/`)).wants_digest).toBe(false)
    await page.goto(`/users/${id + 1}`)
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
  },
)
