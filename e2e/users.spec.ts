import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { fullName } from '#contract/people.ts'
import type { User } from '#contract/users.ts'
import { aPicture } from './support/a-picture.ts'
import type { Api } from './support/api.ts'
import { openMailbox } from './support/mail-folder.ts'
import { atTheUsers, countOfUsers, test, userBy } from './support/office.ts'
import { changesWaiting, nothingWaits } from './support/screens.ts'
import { PASSWORD } from './support/server.ts'

const newEmail = () => `${randomUUID().slice(0, 8)}@haulyard.example`
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function fillNewUser(page: Page, { email, role = 'Fleet manager' }: { email: string; role?: string }) {
  await page.getByRole('button', { name: 'Add user' }).click()
  await dialog(page).getByLabel('First name').fill('Nadia')
  await dialog(page).getByLabel('Last name').fill('Brandt')
  await dialog(page).getByLabel('Role').selectOption({ label: role })
  await dialog(page).getByLabel('Phone').fill('(312) 555-0144')
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
}
const addIt = (page: Page) => dialog(page).getByRole('button', { name: 'Add user' }).click()

test('a user added in a dead zone stands first and counts, is made once, and comes in by the mailed link', async ({
  office,
  network,
  admin,
  yard,
}) => {
  const page = office.page()
  const email = newEmail()
  const mailbox = await openMailbox(yard.server, email)
  const before = await countOfUsers(page)
  network.set('down')
  await fillNewUser(page, { email })
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue(/^[A-Za-z0-9~!@\-#$]{25}$/)
  await addIt(page)
  await expect(dialog(page)).toBeHidden()
  const first = page.getByRole('article').first()
  await expect(first).toHaveAccessibleName('Nadia Brandt')
  await expect(first.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await expect.poll(() => countOfUsers(page)).toBe(before + 1)
  await page.reload()
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Nadia Brandt')
  expect(await userBy(admin, email)).toBeUndefined()

  network.set('cut_after_commit')
  await expect.poll(() => userBy(admin, email)).toBeDefined()
  network.set('none')
  await nothingWaits(page)
  expect(await userBy(admin, email)).toMatchObject({ first_name: 'Nadia', role: 'fleet_manager', version: 1 })
  await atTheUsers(page)
  await expect.poll(() => countOfUsers(page)).toBe(before + 1)
  const [link = ''] = await mailbox.links(1)
  expect(link).toContain('/new-password?')
})

test('what the server refuses of a new user stands at the field, and nothing typed is lost', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await page.getByRole('button', { name: 'Add user' }).click()
  await addIt(page)
  for (const words of ['Please fill out this field', 'Please enter a valid email address.']) {
    await expect(dialog(page).getByText(words).first()).toBeVisible()
  }
  await expect(dialog(page).getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await fillNewUser(page, { email: 'Manager@Haulyard.example', role: 'Driver' })
  const ids = ['Telematics ID', 'Fuel network ID']
  await dialog(page).getByLabel('Phone').fill('call me')
  await addIt(page)
  await expect(dialog(page).getByText('Invalid Number!')).toBeVisible()
  await dialog(page).getByLabel('Phone').fill('312 555 0145')
  await dialog(page).getByLabel('Job position').selectOption({ label: 'Lease' })
  await dialog(page)
    .getByLabel(ids[0] ?? '')
    .fill('12a')
  await dialog(page)
    .getByLabel(ids[1] ?? '')
    .fill('88')
  await addIt(page)
  await expect(dialog(page).getByText('Enter a valid number')).toBeVisible()
  await dialog(page)
    .getByLabel(ids[0] ?? '')
    .fill('77')
  await addIt(page)
  await expect(dialog(page).getByText('A user with this email address exists already.')).toBeVisible()
  await expect(dialog(page).getByLabel('Email', { exact: true })).toBeFocused()
  await expect(dialog(page).getByLabel(ids[0] ?? '')).toHaveValue('77')
  const email = newEmail()
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
  await addIt(page)
  await expect(page.getByText('Successfully created')).toBeVisible()
  expect((await userBy(admin, email))?.driver).toMatchObject({
    status: 'detention__layover',
    position: 'lease',
    gomotive_id: 77,
  })
  await nothingWaits(page)
})

test('what is typed about a new user or a profile outlives a reload, the password apart', async ({ office, admin }) => {
  const page = office.page()
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
  await expect(offer).toBeHidden()

  const made = await someoneOpen(page, admin)
  await page.getByLabel('Phone').fill('312 555 0003')
  await page.getByRole('checkbox', { name: 'View Drivers' }).check()
  await expect.poll(typed).toContain('312 555 0003')
  await page.goto('/users')
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(new RegExp(`/users/${made.id}$`))
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0003')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The form has been changed successfully')).toBeVisible()
  expect(await userBy(admin, made.email)).toMatchObject({ phone: '312 555 0003', user_permissions: [3] })
})

/** All drafts on the device; runs in the page. */
async function draftsAsText(): Promise<string> {
  const [name = ''] = (await indexedDB.databases()).flatMap((one) => (one.name?.includes('drafts') ? [one.name] : []))
  if (name === '') return ''
  const open = indexedDB.open(name)
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error)
  })
  const all = db.transaction('drafts').objectStore('drafts').getAll()
  const drafts = await new Promise<unknown[]>((resolve, reject) => {
    all.onsuccess = () => resolve(all.result)
    all.onerror = () => reject(all.error)
  })
  db.close()
  return JSON.stringify(drafts)
}

/** A user made for one test. */
async function someone(admin: Api, over: object = {}) {
  const email = newEmail()
  const last_name = `Z${randomUUID().slice(0, 8)}`
  const own = {
    role: 'fleet_manager',
    first_name: 'Aaron',
    last_name,
    email,
    phone: '312 555 0146',
    password: 'gravel-and-diesel',
  }
  expect(await admin.post('/api/users/users/', { ...own, ...over })).toBe(201)
  return { email, name: fullName({ first_name: 'Aaron', last_name }) }
}
/** A user made for one test, with whose card the list is open. */
async function someoneListed(page: Page, admin: Api) {
  const made = await someone(admin)
  await atTheUsers(page)
  return made
}

/** A user made for one test, whose profile is open. */
async function someoneOpen(page: Page, admin: Api, over?: object) {
  const made = await someone(admin, over)
  const { id } = (await userBy(admin, made.email)) as User
  await page.goto(`/users/${id}`)
  return { ...made, id }
}

const asDriver = {
  role: 'driver',
  driver: { status: 'on_the_road', position: 'lease', gomotive_id: 1, pilot_flying_j_driver_id: 2 },
}

test('a role changed without a network leaves the filtered list, and is replayed with its first status', async ({
  office,
  network,
  admin,
}) => {
  const { email, name } = await someone(admin, asDriver)
  const page = office.page()
  await page.goto('/users?filter=driver')
  await expect(card(page, name)).toBeVisible()
  const before = await countOfUsers(page)
  network.set('down')
  await card(page, name)
    .getByRole('button', { name: `Role of ${name}: Driver` })
    .click()
  await page.getByRole('menuitemradio', { name: 'Dispatcher' }).click()
  await expect(dialog(page)).toContainText(
    `Are you sure you want to change the role of ${name} from Driver to Dispatcher?`,
  )
  await dialog(page).getByRole('button', { name: 'Change the role' }).click()
  await expect(card(page, name)).toBeHidden()
  await expect.poll(() => countOfUsers(page)).toBe(before - 1)
  await changesWaiting(page, 1)
  expect((await userBy(admin, email))?.role).toBe('driver')
  network.set('none')
  await nothingWaits(page)
  expect(await userBy(admin, email)).toMatchObject({
    role: 'dispatcher',
    driver: null,
    dispatcher: { status: 'on_vacation' },
  })
  await page.goto('/users?filter=dispatcher')
  await expect(card(page, name)).toBeVisible()
})

test('half a date is said at its field, and a refused form keeps what it changed to itself', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { email } = await someoneOpen(page, admin, asDriver)
  await page.getByLabel(/^To/).pressSequentially('12')
  await page.getByLabel('Phone').fill('312 555 0004')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Date input not valid.')).toBeVisible()
  await expect(page.getByLabel(/^To/)).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByLabel('Email', { exact: true }).fill('manager@haulyard.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A user with this email address exists already.')).toBeVisible()
  expect(await userBy(admin, email)).toMatchObject({ phone: '312 555 0146', version: 1 })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Role').selectOption({ label: 'Administrator' })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Not saved: the role is not confirmed.')).toBeVisible()
  await page.getByLabel('Role').selectOption({ label: 'Driver' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The form has been changed successfully')).toBeVisible()
  expect(await userBy(admin, email)).toMatchObject({ phone: '312 555 0004', role: 'driver' })
})

test('a photo chosen on a card waits without a network, and no text is taken for one', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { email, name } = await someoneListed(page, admin)
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await card(page, name)
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
  await expect(card(page, name).getByRole('img', { name, exact: true })).toBeVisible()
  await expect(card(page, name).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  expect((await userBy(admin, email))?.photo).toBeNull()
  network.set('none')
  await nothingWaits(page)
  expect((await userBy(admin, email))?.photo).toMatch(/^\/api\/files\/.+\/photo\.webp\?/)
})

test('a profile that nobody types in follows what others change', async ({ office, admin }) => {
  const page = office.page()
  const { id } = await someoneOpen(page, admin)
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0146')
  expect(await admin.patch(`/api/users/users/${id}/`, { phone: '312 555 0005' })).toBe(200)
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0005', { timeout: 15_000 })
})

test("a user is deleted by the administrator's own password alone, and never by a device that can't ask", async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { email, name } = await someoneListed(page, admin)
  const open = () =>
    card(page, name)
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
  expect(await userBy(admin, email)).toBeDefined()
  network.set('none')
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Successfully deleted')).toBeVisible()
  await expect(card(page, name)).toBeHidden()
  expect(await userBy(admin, email)).toBeUndefined()
})

test('a profile is changed and saved: fields, permissions, and back to the list', async ({ office, admin }) => {
  const page = office.page()
  const { email, name } = await someoneListed(page, admin)
  await card(page, name).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await page.getByLabel('Phone').fill('312 555 0147')
  await page.getByRole('checkbox', { name: 'View Drivers' }).check()
  await page.getByRole('checkbox', { name: 'Edit Trucks' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Email Address is invalid')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The form has been changed successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
  expect(await userBy(admin, email)).toMatchObject({ phone: '312 555 0147', user_permissions: [3, 12], version: 2 })
})

test('two administrators at one profile: the second is asked who is right, other fields merge', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { email, name, id } = await someoneOpen(page, admin)
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0146')
  await page.getByLabel('Phone').fill('312 555 0002')
  await page.getByLabel('First name').fill('Erin')
  expect(await admin.patch(`/api/users/users/${id}/`, { phone: '312 555 0001', last_name: 'Other' })).toBe(200)
  const meanwhile = page.getByRole('status').filter({ hasText: 'Changed meanwhile' })
  await expect(meanwhile).toContainText('Phone: 312 555 0146 → 312 555 0001', { timeout: 15_000 })
  await expect(page.getByLabel('Phone')).toHaveValue('312 555 0002')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/The Outbox asks who is right/)).toBeVisible()
  await page.goto('/outbox')
  const change = page.getByRole('article').filter({ hasText: name })
  await expect(change).toContainText('312 555 0001')
  expect(await userBy(admin, email)).toMatchObject({ phone: '312 555 0001', first_name: 'Aaron' })
  await change.getByRole('button', { name: 'Keep mine' }).click()
  await nothingWaits(page)
  expect(await userBy(admin, email)).toMatchObject({ phone: '312 555 0002', first_name: 'Erin', last_name: 'Other' })
})

test('who is no administrator reads profiles, sees no list, and ends a forgotten sign-in from afar', async ({
  yard,
  tablet,
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
  await expect(page.getByText('dispatcher@haulyard.example')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.getByRole('button', { name: 'End the sign-in on Safari on iPad' }).first().click()
  await expect(page.getByText('The sign-in on Safari on iPad is over.')).toBeVisible()
  expect((await me()).status).toBe(401)
  await page.goto('/users/1')
  await expect(page.getByRole('heading', { name: 'Ruth Callahan' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Permissions' })).toBeHidden()
})
