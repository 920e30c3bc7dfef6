import type { Page } from '@playwright/test'
import { newEmail, someoneOpen } from '#e2e/support/company/office.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, keptBefore, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { PASSWORD } from '#e2e/support/server/server.ts'
import { keptChanges } from '#e2e/support/server/unreliable-proxy.ts'

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Keep and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
}

test('what was stored before a sign-in is sent once its user says so: not by a reload, nor by another tab', async ({
  ownScene: { page, api, driver, name },
  ownTablet,
  network,
}) => {
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await leave(page)
  network.set('none')
  await signIn(page, 'dispatcher', { remember: true })
  await expect(keptBefore(page)).toContainText(/1 change was kept here at [\d:/ ]+, before you signed in/)
  await expectNoFindings(page, 'what was kept here')
  await page.reload()
  const other = await ownTablet.context().newPage()
  await other.goto('/drivers')
  await expect(keptBefore(other)).toBeVisible()
  await page.goto('/drivers')
  await setDriverStatus(page, name, 'On The Road')
  await expect(keptBefore(page)).toBeVisible()
  await changesWaiting(page, 2)
  expect(network.arrivals().size).toBe(0)
  await keptBefore(page).getByRole('link', { name: 'Look' }).click()
  await expect(page.getByRole('main')).toContainText('Kept here before you signed in; it waits for your word')
  // The second change is of the same driver: it waits for the first one, and nothing is left to be sent now.
  await expect(page.getByRole('main')).toContainText('Waits until this is settled:')
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled()
  await page.getByRole('button', { name: 'Log out' }).click()
  const leaving = page.getByRole('dialog', { name: 'Log out' })
  await expect(leaving).toContainText('1 of them was kept here before you signed in, so it waits for your word')
  await expect(leaving.getByRole('button', { name: 'Send now' })).toBeHidden()
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await keptBefore(page).getByRole('button', { name: 'Send' }).press('Enter')
  await expect(page.getByText('1 change is being sent.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await nothingWaits(page)
  await expect(keptBefore(page)).toBeHidden()
  await expect(keptBefore(other)).toBeHidden()
  expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_the_road', version: driver.version + 2 })
})

test('what was stored before a sign-in can be given up, after a question', async ({
  ownScene: { page, api, driver, name },
  network,
}) => {
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await leave(page)
  network.set('none')
  await signIn(page, 'dispatcher')
  await keptBefore(page).getByRole('button', { name: 'Discard…' }).click()
  const question = page.getByRole('dialog', { name: 'Discard this change?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(keptBefore(page)).toBeVisible()
  await keptBefore(page).getByRole('button', { name: 'Discard…' }).click()
  await expect(question).toContainText('The server may have it already.')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(keptBefore(page)).toBeHidden()
  await expect(page.getByText('1 change discarded.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await nothingWaits(page)
  expect(network.arrivals().size).toBe(0)
  expect(await api.driver(driver.id)).toMatchObject({ version: driver.version })
})

test('a change of an account that was stored before a sign-in takes its user’s own password', async ({
  visitor,
  network,
  admin,
}) => {
  const page = visitor.page()
  await signIn(page, 'admin')
  await readyForOffline(page)
  const { id } = await someoneOpen(page, admin)
  const email = newEmail()
  network.set('down', keptChanges)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await changesWaiting(page, 1)
  await leave(page)
  network.set('none')
  await signIn(page, 'admin')
  const ask = page.getByRole('dialog', { name: 'Send what was kept here' })
  await keptBefore(page).getByRole('button', { name: 'Send' }).click()
  await expect(ask).toContainText('This change concerns accounts')
  await expectNoFindings(page, 'the question for the password')
  await ask.getByLabel('Your password', { exact: true }).fill('not-it-at-all')
  await ask.getByRole('button', { name: 'Send' }).click()
  await expect(ask).toContainText('Invalid password.')
  expect(network.arrivals().size).toBe(0)
  await ask.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await ask.getByRole('button', { name: 'Send' }).click()
  await expect(ask).toBeHidden()
  await nothingWaits(page)
  expect(await admin.get(`/api/users/users/${id}/`)).toMatchObject({ email })
})
