import type { Page } from '@playwright/test'
import { aUserWithOpenProfile, newEmail } from '#e2e/support/company/office.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, heldChanges, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { PASSWORD } from '#e2e/support/server/server.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

async function logOutAndKeep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Keep and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
}

test('a change saved before a sign-in is sent only after its user presses Send, not by a reload or another tab', async ({
  ownScene: { page, api, driver, name },
  ownTablet,
  network,
}) => {
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await logOutAndKeep(page)
  network.set('none')
  await signIn(page, 'dispatcher', { remember: true })
  await expect(heldChanges(page)).toContainText(/1 change was kept here at [\d:/ APM]+, before you signed in/)
  await expectNoFindings(page, 'the notice about held changes')
  await page.reload()
  const otherTab = await ownTablet.context().newPage()
  await otherTab.goto('/drivers')
  await expect(heldChanges(otherTab)).toBeVisible()
  await page.goto('/drivers')
  await setDriverStatus(page, name, 'On The Road')
  await expect(heldChanges(page)).toBeVisible()
  await changesWaiting(page, 2)
  expect(network.arrivals().size).toBe(0)
  await heldChanges(page).getByRole('link', { name: 'Look' }).click()
  await expect(page.getByRole('main')).toContainText('Saved here before you signed in. It waits until you press Send')
  // The second change concerns the same driver, so it waits behind the first one. Nothing can be sent now.
  await expect(page.getByRole('main')).toContainText('Waits until this is settled:')
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled()
  await page.getByRole('button', { name: 'Log out' }).click()
  const logOutDialog = page.getByRole('dialog', { name: 'Log out' })
  await expect(logOutDialog).toContainText('1 of them was saved here before you signed in, so it waits until you press')
  await expect(logOutDialog.getByRole('button', { name: 'Send now' })).toBeHidden()
  await logOutDialog.getByRole('button', { name: 'Cancel' }).click()
  await heldChanges(page).getByRole('button', { name: 'Send' }).press('Enter')
  await expect(page.getByText('1 change is being sent.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await nothingWaits(page)
  await expect(heldChanges(page)).toBeHidden()
  await expect(heldChanges(otherTab)).toBeHidden()
  expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_the_road', version: driver.version + 2 })
})

test('a change saved before a sign-in can be discarded after a confirmation', async ({
  ownScene: { page, api, driver, name },
  network,
}) => {
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await logOutAndKeep(page)
  network.set('none')
  await signIn(page, 'dispatcher')
  await heldChanges(page).getByRole('button', { name: 'Discard…' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Discard this change?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(heldChanges(page)).toBeVisible()
  await heldChanges(page).getByRole('button', { name: 'Discard…' }).click()
  await expect(confirmation).toContainText('The server may have it already.')
  await confirmation.getByRole('button', { name: 'Discard' }).click()
  await expect(heldChanges(page)).toBeHidden()
  await expect(page.getByText('1 change discarded.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await nothingWaits(page)
  expect(network.arrivals().size).toBe(0)
  expect(await api.driver(driver.id)).toMatchObject({ version: driver.version })
})

test('an account change saved before a sign-in is sent only with its user’s own password', async ({
  emptyBrowser,
  network,
  admin,
}) => {
  const page = emptyBrowser.page()
  await signIn(page, 'admin')
  await readyForOffline(page)
  const { id } = await aUserWithOpenProfile(page, admin)
  const email = newEmail()
  network.set('down', isOutboxChange)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await changesWaiting(page, 1)
  await logOutAndKeep(page)
  network.set('none')
  await signIn(page, 'admin')
  const sendDialog = page.getByRole('dialog', { name: 'Send what was kept here' })
  await heldChanges(page).getByRole('button', { name: 'Send' }).click()
  await expect(sendDialog).toContainText('This change concerns accounts')
  await expectNoFindings(page, 'the password dialog')
  await sendDialog.getByLabel('Your password', { exact: true }).fill('not-it-at-all')
  await sendDialog.getByRole('button', { name: 'Send' }).click()
  await expect(sendDialog).toContainText('Invalid password.')
  expect(network.arrivals().size).toBe(0)
  await sendDialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await sendDialog.getByRole('button', { name: 'Send' }).click()
  await expect(sendDialog).toBeHidden()
  await nothingWaits(page)
  expect(await admin.get(`/api/users/users/${id}/`)).toMatchObject({ email })
})
