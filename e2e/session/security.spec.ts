import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { test as atANewCompany, OWN_PASSWORD } from '#e2e/support/company/new-company.ts'
import { aUser, openUsers, test, userByEmail } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { ACCOUNTS, PASSWORD as ADMIN_PASSWORD, type Server } from '#e2e/support/server/server.ts'

test.use({ height: 900 })

const PASSWORD = 'gravel-and-diesel'
const ME = '/api/users/users/me/'
const events = (page: Page) => page.getByRole('article')
const filter = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label} `) })

/** Signs a user in. Returns a function that makes a call in that session and returns its HTTP status. */
async function startSession(server: Server, email: string): Promise<(path?: string) => Promise<number>> {
  const answer = await fetch(`${server.url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access } = (await answer.json()) as { readonly access: string }
  return async (path = ME) =>
    (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${access}` } })).status
}

/** Creates a user and makes a call that is refused, so that the security log has an event. */
async function createRefusedUser(server: Server, admin: Api) {
  const { email, name } = await aUser(admin)
  const { id } = (await userByEmail(admin, email)) ?? { id: 0 }
  const call = await startSession(server, email)
  expect(await call('/api/users/users/')).toBe(403)
  return { id, name, email, call }
}

test('an administrator reads, filters and downloads the security log, and can still read it offline', async ({
  office,
  admin,
  network,
  yard: { server },
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { id, name } = await createRefusedUser(server, admin)
  await openUsers(page)
  await page.getByRole('link', { name: 'Security log' }).click()
  await expect(page).toHaveTitle('Security | Haulyard')
  const event = events(page).filter({ hasText: 'GET /api/users/users/' }).filter({ hasText: name })
  await expect(event).toContainText('Access refused')
  await expectNoFindings(page, 'security log')
  // Descenders are not cut off.
  const everybodyLabel = filter(page, 'Person').getByText('Everybody')
  expect(await everybodyLabel.evaluate((words) => words.scrollHeight - words.clientHeight)).toBe(0)

  await event.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`user=${id}$`))
  await expect(filter(page, 'Person')).toContainText(name)
  await filter(page, 'Event').click()
  await page.getByRole('combobox').fill('refused')
  await page.getByRole('option', { name: 'Access refused' }).click()
  await expect(page).toHaveURL(/kind=access_refused/)
  await expect(page.getByTestId('list-count')).toHaveText('1 event')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('security-log.csv')
  const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(`Access refused,${name},${id},`)

  await filter(page, 'Event').click()
  await page.getByRole('combobox').fill('role')
  await page.getByRole('option', { name: 'Role changed' }).click()
  await expect(page.getByText('No event fits these filters.')).toBeVisible()
  await page.goBack()
  await expect(page.getByTestId('list-count')).toHaveText('1 event')

  network.set('down')
  await page.reload()
  await expect(event).toContainText('Access refused')
  await expect(page.getByText('There is no network: a CSV and signing everybody out need one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign everybody out' })).toBeDisabled()
})

test('a deleted user can still be chosen in the security log, which leads to the history of the account', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { email, name } = await aUser(admin)
  const { id } = (await userByEmail(admin, email)) ?? { id: 0 }
  expect(await admin.patch(`/api/users/users/${id}/`, { role: 'administrator' })).toBe(200)
  expect(await admin.remove(`/api/users/users/${id}/`, { current_password: ADMIN_PASSWORD })).toBe(204)
  await page.goto('/security')
  await filter(page, 'Person').press('Enter')
  // With the keyboard alone. Typing filters the list even on a device that has not fetched it yet.
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(`deleted ${name}`)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`user=${id}$`))
  await page.getByRole('button', { name: `History of the account of ${name}` }).click()
  const history = page.getByRole('dialog', { name: `History of ${name}` })
  await expect(history).toContainText('Account: Deleted')
  await expect(history).toContainText('Role: Fleet manager → Administrator')
  await expectNoFindings(page, 'history of a deleted account')
})

test('an administrator ends two of a user’s sign-ins one by one, and then, offline, all of them', async ({
  office,
  admin,
  network,
  yard: { server },
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { id, name, email, call: first } = await createRefusedUser(server, admin)
  const calls = [first, await startSession(server, email), await startSession(server, email)]
  const statuses = async () => (await Promise.all(calls.map((call) => call()))).toSorted()
  await page.goto(`/users/${id}`)
  const signIns = page.getByRole('region', { name: 'Where Aaron is signed in' })
  await expect(signIns.getByRole('listitem')).toHaveCount(3)
  await expectNoFindings(page, 'profile with its sign-ins')
  const endButtons = signIns.getByRole('button', { name: /^End the sign-in on .+, last used/ })
  // With the keyboard: the focus moves to the next row, or to the previous row after the last one.
  await endButtons.first().press('Enter')
  await expect(signIns.getByRole('listitem')).toHaveCount(2)
  await expect(endButtons.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(signIns.getByRole('listitem')).toHaveCount(1)
  await expect(endButtons).toBeFocused()
  expect(await statuses()).toEqual([200, 401, 401])

  network.set('down')
  await signIns.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: `Sign ${name} out everywhere` })
  await expect(question).toContainText('After the next sign-in the app asks whether to send them.')
  await expect(question).toContainText('it waits in the Outbox until it can be sent')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText(/^Saved on this device\. Will send when you’re back online/)).toBeVisible()
  await changesWaiting(page, 1)
  expect(await statuses()).toEqual([200, 401, 401])
  network.set('none')
  await nothingWaits(page)
  expect(await statuses()).toEqual([401, 401, 401])
  await expect(signIns).toContainText('Nowhere.')

  await startSession(server, email)
  await page.reload()
  await endButtons.press('Enter')
  await expect(signIns).toContainText('Nowhere.')
  await expect(signIns.getByRole('heading')).toBeFocused()

  await page.getByRole('link', { name: 'Security events of this person' }).click()
  await expect(events(page).filter({ hasText: 'Sessions ended' })).toContainText(name)
  await expect(events(page).filter({ hasText: 'Session ended' })).toHaveCount(3)
})

atANewCompany(
  'an administrator ends all other sessions and stays signed in',
  async ({ company: { administrator, browser } }) => {
    const page = browser.page()
    await page.goto('/login?from=/security')
    await page.getByLabel('Email').fill(ACCOUNTS.admin)
    await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Sign everybody out' }).click()
    await expect(page.getByRole('dialog')).toContainText('the app asks whether to send them')
    expect((await administrator.get<CurrentUser>(ME)).role).toBe('administrator')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign everybody out' }).click()
    await expect(page.getByText('Everybody else has to sign in again.')).toBeVisible()
    await expect(events(page).first()).toContainText('Sessions ended')
    await expect(events(page).first()).toContainText('Everybody')
    await expect(administrator.get(ME)).rejects.toThrow()
  },
)
