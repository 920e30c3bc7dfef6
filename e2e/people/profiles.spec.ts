import type { Page } from '@playwright/test'
import {
  aListedUser,
  aUserWithOpenProfile,
  driverFields,
  openUsers,
  test,
  userByEmail,
  userCard,
} from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'
import { openMailbox } from '#e2e/support/server/mail-folder.ts'
import { PASSWORD } from '#e2e/support/server/server.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('a profile with an incomplete date, a taken email address or an unconfirmed role is not saved, and the reason is shown', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { email } = await aUserWithOpenProfile(page, admin, driverFields())
  await page.getByLabel(/^To/).pressSequentially('12')
  await page.getByLabel('Phone').fill('312 555 0004')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Date input not valid.')).toBeVisible()
  await expect(page.getByLabel(/^To/)).toBeFocused()
  await page.getByLabel(/^To/).fill('')
  await page.getByLabel('Email', { exact: true }).fill('manager@haulyard.example')
  await page.getByRole('button', { name: 'Save' }).click()
  const refusal = 'A user with this email address exists already.'
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(refusal)
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  expect(await userByEmail(admin, email)).toMatchObject({ phone: '312 555 0146', version: 1 })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Role').selectOption({ label: 'Administrator' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('An administrator holds every permission')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Not saved: the role is not confirmed.')).toBeVisible()
  await page.getByLabel('Role').selectOption({ label: 'Driver' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The form has been changed successfully')).toBeVisible()
  expect(await userByEmail(admin, email)).toMatchObject({ phone: '312 555 0004', role: 'driver' })
})

test('a profile without unsaved input follows other users’ changes', async ({ office, admin }) => {
  const page = office.page()
  const { id } = await aUserWithOpenProfile(page, admin)
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0146')
  expect(await admin.patch(`/api/users/users/${id}/`, { phone: '312 555 0005' })).toBe(200)
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0005', { timeout: 15_000 })
})

/** In the page: records whether the notice “Changed meanwhile” ever appears. */
function watchForNotice(): { isSaid: boolean } {
  const result = { isSaid: false }
  const check = () => {
    result.isSaid ||= document.body.textContent.includes('Changed meanwhile')
  }
  new MutationObserver(check).observe(document.body, { subtree: true, childList: true })
  return result
}

test('saving a profile stores its fields and permissions, returns to the list, and does not report the change as another user’s', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { email, name } = await aListedUser(page, admin)
  await userCard(page, name).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await page.getByLabel('Phone').fill('312 555 0147')
  await page.getByRole('checkbox', { name: 'View Drivers' }).check()
  await page.getByRole('checkbox', { name: 'Edit Trucks' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Email Address is invalid')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  const notice = await page.evaluateHandle(watchForNotice)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The form has been changed successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
  // The user’s own change must not be reported as another user’s.
  expect(await notice.jsonValue()).toEqual({ isSaid: false })
  expect(await userByEmail(admin, email)).toMatchObject({
    phone: '312 555 0147',
    user_permissions: [3, 12],
    version: 2,
  })
})

test('when two administrators edit one profile, different fields merge and the Outbox asks the second one about the same field', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { email, name, id } = await aUserWithOpenProfile(page, admin)
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0146')
  await page.getByLabel('Phone').fill('312 555 0002')
  await page.getByLabel('First name').fill('Erin')
  expect(await admin.patch(`/api/users/users/${id}/`, { phone: '312 555 0001', last_name: 'Other' })).toBe(200)
  const meanwhile = page.getByRole('status').filter({ hasText: 'Changed meanwhile' })
  await expect(meanwhile).toContainText('Phone: 312 555 0146 → 312 555 0001', { timeout: 15_000 })
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0002')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Decide in the Outbox/)).toBeVisible()
  await page.goto('/outbox')
  const change = page.getByRole('article').filter({ hasText: name })
  await expect(change).toContainText('312 555 0001')
  expect(await userByEmail(admin, email)).toMatchObject({ phone: '312 555 0001', first_name: 'Aaron' })
  await change.getByRole('button', { name: 'Keep mine' }).click()
  await nothingWaits(page)
  expect(await userByEmail(admin, email)).toMatchObject({
    phone: '312 555 0002',
    first_name: 'Erin',
    last_name: 'Other',
  })
})

test('a user who is not an administrator reads profiles, sees no user list, and can end their own sign-in on another device', async ({
  yard,
  tablet,
  admin,
}) => {
  const page = tablet.page()
  const elsewhere = await fetch(`${yard.server.url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (iPad; CPU OS 18_0) Version/18.0 Safari/605.1',
    },
    body: JSON.stringify({ email: 'dispatcher@haulyard.example', password: PASSWORD }),
  })
  const { access } = (await elsewhere.json()) as { access: string }
  const me = () => fetch(`${yard.server.url}/api/users/users/me/`, { headers: { authorization: `Bearer ${access}` } })
  expect((await me()).status).toBe(200)
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Only an administrator can see all users' })).toBeVisible()
  await page.getByRole('link', { name: /your profile$/ }).click()
  await expect(page.getByRole('link', { name: 'dispatcher@haulyard.example' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.getByRole('button', { name: 'End the sign-in on Safari on iPad' }).first().click()
  await expect(page.getByText('The sign-in on Safari on iPad is over.')).toBeVisible()
  expect((await me()).status).toBe(401)
  const [driver] = await admin.drivers()
  if (!driver) throw new Error('no driver')
  await page.goto(`/users/${driver.user.id}`)
  await expect(page.getByRole('heading', { name: `${driver.user.first_name} ${driver.user.last_name}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Permissions' })).toBeHidden()
  // User 1 is an administrator, and administrators are in none of the areas that this user can view.
  await page.goto('/users/1')
  await expect(page.getByRole('heading', { name: 'There is no such user' })).toBeVisible()
})

test('an administrator can send a user a reset link; without a network the button is disabled and the reason is shown', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const page = office.page()
  const { email } = await aUserWithOpenProfile(page, admin)
  const mailbox = await openMailbox(yard.server, email)
  const send = page.getByRole('button', { name: 'Send Reset Link' })
  network.set('down')
  await expect(page.getByText('A link can be sent with a network.')).toBeVisible({ timeout: 40_000 })
  await expect(send).toBeDisabled()
  network.set('none')
  await expect(send).toBeEnabled({ timeout: 40_000 })
  await send.click()
  await expect(page.getByText('Your email will be notified with further instructions')).toBeVisible()
  const [link = ''] = await mailbox.links(1)
  expect(link).toContain('/new-password#')
})

test('on their own profile an administrator can edit their name, but not their role, account state or permissions', async ({
  office,
}) => {
  const page = office.page()
  await openUsers(page)
  await page.getByRole('link', { name: /your profile$/ }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeEditable()
  await expect(page.getByLabel('Role')).toHaveCount(0)
  await expect(page.getByLabel(/^The account is active/)).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^(View|Edit) / })).toHaveCount(0)
  const photo = page.getByRole('main').getByText('RC', { exact: true })
  expect(await photo.boundingBox()).toMatchObject({ width: 308, height: 308 })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'All users' })).toBeVisible()
})
