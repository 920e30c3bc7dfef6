import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startBrowser, TALL, type UserBrowser } from '#e2e/support/browser.ts'
import { aUserWithOpenProfile, newEmail, userByEmail } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { openMailbox } from '#e2e/support/server/mail-folder.ts'
import { ACCOUNTS, PASSWORD, type Server, startServer } from '#e2e/support/server/server.ts'
import { test as base } from '#e2e/support/worker.ts'
import { ageSignIns } from '#tests/support/server/aged-sign-ins.ts'

interface Office {
  readonly server: Server
  readonly tablet: UserBrowser
}

/** A server of its own, because tests stop it. It asks for the password again after 15 minutes, like real servers. */
const test = base.extend<{ readonly office: Office }>({
  // biome-ignore lint/correctness/noEmptyPattern: this fixture needs no other.
  office: async ({}, use) => {
    const server = await startServer({ PASSWORD_COUNTS_MINUTES: '15' })
    const tablet = await startBrowser({ url: server.url, height: TALL })
    await use({ server, tablet })
    await tablet.dispose()
    await server.dispose()
  },
})

/** Lets an hour pass since every session’s last password entry. Restarts the server. */
async function letAnHourPass(server: Server): Promise<void> {
  await server.stop()
  await ageSignIns(server.dataDir)
  await server.start()
}

const passwordDialog = (page: Page) => page.getByRole('dialog', { name: 'Your password is needed' })
const passwordNotice = (page: Page) => page.getByRole('region', { name: 'Password needed' })
async function enterPassword(page: Page, password: string): Promise<void> {
  await passwordDialog(page).getByLabel('Your password', { exact: true }).fill(password)
  await passwordDialog(page).getByRole('button', { name: 'Send' }).click()
}

test('a change that could hand an account over asks for the password, and is sent once the password is right', async ({
  office: { server, tablet },
}) => {
  const page = tablet.page()
  const admin = await apiAs(server, 'admin')
  await signIn(page, 'admin')
  const { id } = await aUserWithOpenProfile(page, admin)
  await letAnHourPass(server)
  const email = newEmail()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(passwordDialog(page)).toContainText(/Aaron Z\w+: Email/)
  await expectNoFindings(page, 'the password dialog')
  await enterPassword(page, 'not-it-at-all')
  await expect(passwordDialog(page)).toContainText('Invalid password.')
  await passwordDialog(page).getByRole('button', { name: 'Later' }).click()
  await expect(passwordNotice(page)).toContainText('1 change needs your password to be sent.')
  await passwordNotice(page).getByRole('link', { name: 'Look' }).click()
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  const change = page.getByRole('main').getByRole('article')
  await expect(change).toContainText('Your password is needed to send this')
  await change.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog')
  const correctedEmail = newEmail()
  await editing.getByLabel('Email').fill(correctedEmail)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(passwordDialog(page)).toContainText(correctedEmail)
  await passwordDialog(page).getByRole('button', { name: 'Later' }).click()
  await passwordNotice(page).getByRole('button', { name: 'Give password' }).click()
  await enterPassword(page, PASSWORD)
  await nothingWaits(page)
  await expect(passwordNotice(page)).toBeHidden()
  expect(await admin.get(`/api/users/users/${id}/`)).toMatchObject({ email: correctedEmail, version: 2 })
})

test('a change made offline that needs the password asks for it when it is due, and can be discarded', async ({
  office: { server, tablet },
}) => {
  const page = tablet.page()
  const admin = await apiAs(server, 'admin')
  await signIn(page, 'admin')
  await readyForOffline(page)
  const { id, email } = await aUserWithOpenProfile(page, admin)
  await server.stop()
  await page.getByLabel('Email', { exact: true }).fill(newEmail())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('your password may be asked for then')).toBeVisible()
  await changesWaiting(page, 1)
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Outbox/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  const change = page.getByRole('main').getByRole('article')
  await expect(change).toContainText('Waiting to be sent; your password may be asked for then')
  await ageSignIns(server.dataDir)
  await server.start()
  await expect(passwordDialog(page)).toBeVisible({ timeout: 40_000 })
  await passwordDialog(page).getByRole('button', { name: 'Later' }).click()
  await change.getByRole('button', { name: 'Discard' }).click()
  await change.getByRole('button', { name: 'Discard' }).click()
  await nothingWaits(page)
  await expect(passwordNotice(page)).toBeHidden()
  expect(await admin.get(`/api/users/users/${id}/`)).toMatchObject({ email, version: 1 })
})

test('Escape closes the password dialog without scrolling the page; the dialog does not reopen on its own, and still offers to discard', async ({
  office: { server, tablet },
}) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1024, height: 700 })
  const admin = await apiAs(server, 'admin')
  await signIn(page, 'admin')
  const { id, email } = await aUserWithOpenProfile(page, admin)
  await letAnHourPass(server)
  await page.getByLabel('Email', { exact: true }).fill(newEmail())
  await page.getByLabel('Email', { exact: true }).press('Enter')
  await expect(passwordDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(passwordDialog(page)).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(passwordNotice(page)).toBeInViewport()

  await page.goto('/dispatchers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(passwordNotice(page)).toBeVisible()
  await expect(passwordDialog(page)).toBeHidden()
  await passwordNotice(page).getByRole('button', { name: 'Give password' }).click()
  await passwordDialog(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click()
  await nothingWaits(page)
  await expect(passwordNotice(page)).toBeHidden()
  expect(await admin.get(`/api/users/users/${id}/`)).toMatchObject({ email, version: 1 })
})

/** Signs in with a wrong password, without the browser. Returns the HTTP status. */
async function tryWrongPassword(server: Server, email: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'not-the-password' })
  const { status } = await fetch(`${server.url}/api/auth/jwt/create/`, { method: 'POST', headers, body })
  return status
}

test('the owner of a former email address restores it through the mailed link and sets a new password', async ({
  office: { server, tablet },
}) => {
  const page = tablet.page()
  const admin = await apiAs(server, 'admin')
  const owner = await userByEmail(admin, ACCOUNTS.manager)
  const mailbox = await openMailbox(server, ACCOUNTS.manager)
  await admin.patch(`/api/users/users/${owner?.id}/`, { email: `${randomUUID()}@evil.example` })
  const [link = ''] = await mailbox.links(1)
  await page.goto(link)
  await expect(page).toHaveTitle('Restore my email address | Haulyard')
  await expect(page).toHaveURL(/\/undo-email$/)
  await expectNoFindings(page, 'restoring a former address')
  await expect(page.getByText(ACCOUNTS.manager)).toBeVisible()
  // Opening the link changes nothing yet.
  expect(await userByEmail(admin, ACCOUNTS.manager)).toBeUndefined()
  await page.getByRole('button', { name: 'Restore my email address' }).click()
  await expect(page).toHaveURL(/\/new-password$/)
  expect(await userByEmail(admin, ACCOUNTS.manager)).toMatchObject({ id: owner?.id })
  await page.getByLabel('New password', { exact: true }).fill('gravel-and-diesel')
  await page.getByLabel('New password again', { exact: true }).fill('gravel-and-diesel')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your new password is set.')).toBeVisible()
  await signIn(page, 'manager', { password: 'gravel-and-diesel' })
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('If you have used it, your email address is restored')
  await expect(page.getByRole('button', { name: 'Restore my email address' })).toBeHidden()
  await page.getByRole('link', { name: 'Ask for a new password' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
})

test('after too many wrong passwords the sign-in form shows how long to wait', async ({
  office: { server, tablet },
}) => {
  const page = tablet.page()
  const email = newEmail()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  // The first ten attempts are free. Each further attempt has to wait: 1 second, 2, 4 …
  for (let tried = 0; tried < 12; tried += 1)
    await expect.poll(() => tryWrongPassword(server, email), { timeout: 20_000 }).toBe(401)
  await page.getByRole('button', { name: 'Login' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText(
    /^Too many failed attempts to sign in\. Try again in \d seconds?\.$/,
  )
  await expectNoFindings(page, 'a throttled sign-in')
  await expect(async () => {
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('No active account found with the given credentials')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(main.getByRole('alert')).toBeHidden()
})
