import type { Page } from '@playwright/test'
import {
  aListedUser,
  aUser,
  aUserWithOpenProfile,
  awaitUserCount,
  driverFields,
  listedUserCount,
  newEmail,
  openUsers,
  test,
  userByEmail,
  userCard,
} from '#e2e/support/company/office.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import { openMailbox } from '#e2e/support/server/mail-folder.ts'
import { PASSWORD } from '#e2e/support/server/server.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function fillNewUser(page: Page, { email, role = 'Fleet manager' }: { email: string; role?: string }) {
  await page.getByRole('button', { name: 'Add user' }).click()
  await dialog(page).getByLabel('First name').fill('Nadia')
  await dialog(page).getByLabel('Last name').fill('Brandt')
  await dialog(page).getByLabel('Role').selectOption({ label: role })
  await dialog(page).getByLabel('Phone').fill('(312) 555-0144')
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
}
const submitNewUser = (page: Page) => dialog(page).getByRole('button', { name: 'Add user' }).click()

test('a user added offline is listed first and counted, is created once, and is mailed a link for setting a password', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const page = office.page()
  await openUsers(page)
  const email = newEmail()
  const mailbox = await openMailbox(yard.server, email)
  const before = await awaitUserCount(page, admin)
  network.set('down')
  await fillNewUser(page, { email })
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue(/^[A-Za-z0-9~!@\-#$]{25}$/)
  await submitNewUser(page)
  await expect(dialog(page)).toBeHidden()
  const first = page.getByRole('article').first()
  await expect(first).toHaveAccessibleName('Nadia Brandt')
  await expect(first.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await expect.poll(() => listedUserCount(page)).toBe(before + 1)
  await page.reload()
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Nadia Brandt')
  expect(await userByEmail(admin, email)).toBeUndefined()

  // Only responses to changes are cut off. The app notices that the network is back and sends the outbox immediately:
  // the next retry of the entry itself might be far off.
  network.set('cut_after_commit', isOutboxChange)
  await expect.poll(() => userByEmail(admin, email)).toBeDefined()
  network.set('none')
  await nothingWaits(page)
  expect(await userByEmail(admin, email)).toMatchObject({ first_name: 'Nadia', role: 'fleet_manager', version: 1 })
  await openUsers(page)
  await expect.poll(() => listedUserCount(page)).toBe(before + 1)
  const [link = ''] = await mailbox.links(1)
  expect(link).toContain('/new-password#')
})

test('errors about a new user, from the form and from the server, are shown at their fields, and no input is lost', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openUsers(page)
  await page.getByRole('button', { name: 'Add user' }).click()
  await submitNewUser(page)
  for (const words of ['Please fill out this field', 'Please enter a valid email address.']) {
    await expect(dialog(page).getByText(words).first()).toBeVisible()
  }
  await expect(dialog(page).getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await fillNewUser(page, { email: 'Manager@Haulyard.example', role: 'Driver' })
  const ids = ['Telematics ID', 'Fuel network ID']
  await dialog(page).getByLabel('Phone').fill('call me')
  await submitNewUser(page)
  await expect(dialog(page).getByText('Invalid Number!')).toBeVisible()
  await dialog(page).getByLabel('Phone').fill('312 555 0145')
  await dialog(page).getByLabel('Job position').selectOption({ label: 'Lease' })
  await dialog(page)
    .getByLabel(ids[0] ?? '')
    .fill('12a')
  await dialog(page)
    .getByLabel(ids[1] ?? '')
    .fill('88')
  await submitNewUser(page)
  await expect(dialog(page).getByText('Enter a valid number')).toBeVisible()
  await dialog(page)
    .getByLabel(ids[0] ?? '')
    .fill('77')
  await submitNewUser(page)
  await expect(dialog(page).getByText('A user with this email address exists already.')).toBeVisible()
  await expect(dialog(page).getByLabel('Email', { exact: true })).toBeFocused()
  await expect(dialog(page).getByLabel(ids[0] ?? '')).toHaveValue('77')
  const email = newEmail()
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
  await submitNewUser(page)
  await expect(page.getByText('Successfully created')).toBeVisible()
  expect((await userByEmail(admin, email))?.driver).toMatchObject({
    status: 'on_the_road',
    position: 'lease',
    gomotive_id: 77,
  })
  await nothingWaits(page)
})

test('input for a new user or a profile survives a reload, except the password', async ({ office, admin }) => {
  const page = office.page()
  await openUsers(page)
  const email = newEmail()
  await fillNewUser(page, { email })
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  const secret = await dialog(page).getByLabel('Password', { exact: true }).inputValue()
  const typed = () => page.evaluate(draftsAsText)
  await expect.poll(typed).toContain(email)
  expect(await typed()).not.toContain(secret)
  await page.reload()
  const offer = page.getByRole('region', { name: 'Not saved yet' })
  await expect(offer).toContainText('Nadia Brandt')
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(dialog(page).getByLabel('Role')).toHaveValue('fleet_manager')
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue('')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toBeHidden()

  const user = await aUserWithOpenProfile(page, admin)
  await page.getByLabel('Phone').fill('312 555 0003')
  await page.getByRole('checkbox', { name: 'View Drivers' }).check()
  await expect.poll(typed).toContain('312 555 0003')
  await page.goto('/users')
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(new RegExp(`/users/${user.id}$`))
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0003')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The form has been changed successfully')).toBeVisible()
  expect(await userByEmail(admin, user.email)).toMatchObject({ phone: '312 555 0003', user_permissions: [3] })
})

test('a role changed offline takes the user out of the filtered list, and the server sets the first status of the new role', async ({
  office,
  network,
  admin,
}) => {
  const { email, name } = await aUser(admin, driverFields())
  const page = office.page()
  await page.goto('/users?filter=driver')
  await expect(userCard(page, name)).toBeVisible()
  const before = await awaitUserCount(page, admin, 'driver')
  network.set('down')
  await userCard(page, name)
    .getByRole('button', { name: `Role of ${name}: Driver` })
    .click()
  await page.getByRole('menuitemradio', { name: 'Dispatcher' }).click()
  await expect(dialog(page)).toContainText(
    `Are you sure you want to change the role of ${name} from Driver to Dispatcher?`,
  )
  await dialog(page).getByRole('button', { name: 'Change the role' }).click()
  await expect(userCard(page, name)).toBeHidden()
  await expect.poll(() => listedUserCount(page)).toBe(before - 1)
  await changesWaiting(page, 1)
  expect((await userByEmail(admin, email))?.role).toBe('driver')
  network.set('none')
  await nothingWaits(page)
  expect(await userByEmail(admin, email)).toMatchObject({
    role: 'dispatcher',
    driver: null,
    dispatcher: { status: 'on_vacation' },
  })
  await page.goto('/users?filter=dispatcher')
  await expect(userCard(page, name)).toBeVisible()
})

test('a photo chosen offline on a card is shown and waits, and a text file is rejected', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { email, name } = await aListedUser(page, admin)
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await userCard(page, name)
      .getByRole('button', { name: `Change the photo of ${name}` })
      .click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Choose a photo…' }).click()
    await (await chooser).setFiles(file)
  }
  await choose({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
  await expect(page.getByText('Only .jpg, .jpeg, .png and .webp formats are supported.')).toBeVisible()
  network.set('down')
  await choose({ name: 'photo.png', mimeType: 'image/png', buffer: aPicture(120) })
  await expect(userCard(page, name).getByRole('img', { name, exact: true })).toBeVisible()
  await expect(userCard(page, name).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  expect((await userByEmail(admin, email))?.photo).toBeNull()
  network.set('none')
  await nothingWaits(page)
  expect((await userByEmail(admin, email))?.photo).toMatch(/^\/api\/files\/.+\/photo\.webp\?/)
})

test('deleting a user requires the administrator’s own password and a network', async ({ office, network, admin }) => {
  const page = office.page()
  const { email, name } = await aListedUser(page, admin)
  const open = () =>
    userCard(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
  await open()
  await dialog(page).getByLabel('Your password', { exact: true }).fill('not-the-password')
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog(page).getByText('Invalid password.')).toBeVisible()
  await page.keyboard.press('Escape')
  network.set('down')
  await open()
  await dialog(page).getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByText(/deleting needs one/)).toBeVisible()
  expect(await userByEmail(admin, email)).toBeDefined()
  network.set('none')
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Successfully deleted')).toBeVisible()
  await expect(userCard(page, name)).toBeHidden()
  expect(await userByEmail(admin, email)).toBeUndefined()
})

test('a deletion is confirmed as soon as it is done, even while every list request hangs', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { email, name } = await aListedUser(page, admin)
  await userCard(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await dialog(page).getByLabel('Your password', { exact: true }).fill(PASSWORD)
  network.set('hang', ({ method }) => method === 'GET')
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Successfully deleted')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await userByEmail(admin, email)).toBeUndefined()
  network.set('none')
  await expect(userCard(page, name)).toBeHidden()
})
