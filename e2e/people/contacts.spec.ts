import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Contact } from '#contract/people/contacts.ts'
import { test } from '#e2e/support/company/office.ts'
import { listStoredAt } from '#e2e/support/device/stored-answers.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { changeGroup, openOutbox } from '#e2e/support/page/outbox.ts'
import { changesWaiting, nothingWaits, openWeek } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Contacts', exact: true })
const entry = (page: Page, name: string) => card(page).getByRole('listitem', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const waitingIcon = (page: Page, name: string) => entry(page, name).getByRole('img', { name: 'Waiting to be sent' })

const allDepartments = async (api: Api) =>
  (await api.get<{ readonly results: readonly Contact[] }>('/api/dashboard/contacts/')).results
const departmentsNamed = async (api: Api, name: string) =>
  (await allDepartments(api)).filter((one) => one.department_name === name)

/** A name that sorts first in the list and that no other test uses. */
const newName = () => `Aa ${randomUUID().slice(0, 8)}`
const DETAILS = { location: 'Gary IN, gate 2', email: 'gate@haulyard.example', phones: [{ phone: '(219) 555-0150' }] }

/** Creates a department for one test and opens the dashboard. */
async function createDepartment(page: Page, admin: Api): Promise<Contact> {
  const department = await admin.create<Contact>('/api/dashboard/contacts/', { department_name: newName(), ...DETAILS })
  await page.goto('/')
  await expect(entry(page, department.department_name)).toBeVisible()
  return department
}

async function fillIn(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialog(page, title).getByLabel(label).fill(text)
}

const actionButton = (page: Page, what: 'Edit' | 'Remove' | 'History of', name: string) =>
  entry(page, name).getByRole('button', { name: `${what} ${name}`, exact: true })

test('a department added offline appears immediately, can be edited while it waits, and is created once', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const name = newName()
  await page.goto('/')
  await expect(card(page).getByRole('listitem').first()).toBeVisible()
  network.set('down')
  await card(page).getByRole('button', { name: 'Add department' }).click()
  await expect(dialog(page, 'Add department')).toContainText('You can add department contact information')
  await expectNoFindings(page, 'add department')
  const typed = {
    Department: name,
    Location: 'Gary IN, gate 2',
    'Phone 1': '(219) 555-0150',
    Email: 'gate@haulyard.example',
  }
  await fillIn(page, 'Add department', typed)
  await dialog(page, 'Add department').getByRole('button', { name: 'Add department' }).click()
  await expect(dialog(page, 'Add department')).toBeHidden()
  await expect(page.getByText(/^Saved on this device\. Will send when you’re back online/)).toBeVisible()
  await expect(waitingIcon(page, name)).toBeVisible()
  await page.reload()
  await expect(waitingIcon(page, name)).toBeVisible()

  await actionButton(page, 'Edit', name).click()
  await expect(dialog(page, 'Edit information')).toContainText('You can edit department contact information')
  await fillIn(page, 'Edit information', { 'Phone 2': '+1 800 555 0150' })
  await dialog(page, 'Edit information').getByRole('button', { name: 'Save' }).click()
  await expect(entry(page, name).getByRole('link', { name: '+1 800 555 0150' })).toBeVisible()
  expect(await departmentsNamed(admin, name)).toEqual([])

  // The app notices at once that the network is back: only the responses to changes are cut.
  network.set('cut_after_commit', isOutboxChange)
  await expect.poll(() => departmentsNamed(admin, name), { timeout: 30_000 }).not.toEqual([])
  network.set('none')
  await nothingWaits(page)
  expect(await departmentsNamed(admin, name)).toMatchObject([
    { location: 'Gary IN, gate 2', phones: [{ phone: '(219) 555-0150' }, { phone: '+1 800 555 0150' }] },
  ])
  await expect(waitingIcon(page, name)).toBeHidden()
})

test('editing a department is confirmed and recorded in its history; removing it asks first, is confirmed, and takes it off the card', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { id, department_name: name } = await createDepartment(page, admin)
  await actionButton(page, 'Edit', name).click()
  await fillIn(page, 'Edit information', { Location: 'Hammond IN, dock 9' })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully updated')).toBeVisible()
  await expect(actionButton(page, 'Edit', name)).toBeFocused()
  await expect(entry(page, name)).toContainText('Hammond IN, dock 9')
  await actionButton(page, 'History of', name).click()
  await expect(page.getByRole('dialog', { name: `History of ${name}` })).toContainText(
    'Gary IN, gate 2 → Hammond IN, dock 9',
  )
  await page.keyboard.press('Escape')

  const question = page.getByRole('dialog', { name: `Remove ${name}` })
  await actionButton(page, 'Remove', name).click()
  await expect(question).toContainText('Are you sure you want to remove department information?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(actionButton(page, 'Remove', name)).toBeFocused()
  await actionButton(page, 'Remove', name).click()
  await expect(question).toContainText('Hammond IN, dock 9')
  await question.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('Successfully deleted')).toBeVisible()
  await expect(entry(page, name)).toBeHidden()
  await expect(card(page).getByRole('button', { name: 'Add department' })).toBeFocused()
  expect((await allDepartments(admin)).map((one) => one.id)).not.toContain(id)
})

test('a field shows its error when it loses the focus, and typed input survives a reload', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const name = newName()
  await page.goto('/')
  await card(page).getByRole('button', { name: 'Add department' }).click()
  const form = dialog(page, 'Add department')
  const expectField = (label: string) => expect(form.getByLabel(label))
  await expect(form.getByLabel('Department')).toBeFocused()
  for (let field = 0; field < 5; field += 1) await page.keyboard.press('Tab')
  await expectField('Department').toHaveAccessibleDescription('Please fill out this field: Department')
  await expectField('Location').toHaveAccessibleDescription('Please fill out this field: Location')
  await expectField('Phone 1').toHaveAccessibleDescription('First phone is required')
  await expectField('Phone 2').toHaveAccessibleDescription('')
  await fillIn(page, 'Add department', { Department: name, Email: 'gate at yard', 'Phone 1': 'ask', 'Phone 2': 'x9' })
  await form.getByRole('button', { name: 'Add department' }).click()
  await expectField('Email').toHaveAccessibleDescription('Please enter a valid email address.')
  await expectField('Phone 1').toHaveAccessibleDescription('Invalid Number!')
  await expectField('Phone 2').toHaveAccessibleDescription('Invalid Number!')
  await expectNoFindings(page, 'add department, with errors')
  await expect.poll(() => page.evaluate(draftsAsText)).toContain(name)
  await page.reload()
  await page.getByRole('region', { name: 'Not saved yet' }).getByRole('button', { name: 'Continue' }).click()
  await expectField('Department').toHaveValue(name)
  const right = { Location: 'Gary IN', Email: 'gate@haulyard.example', 'Phone 1': '219 555 0151', 'Phone 2': ' ' }
  await fillIn(page, 'Add department', right)
  await form.getByRole('button', { name: 'Add department' }).click()
  await expect(page.getByText('Successfully created')).toBeVisible()
  expect(await departmentsNamed(admin, name)).toMatchObject([{ phones: [{ phone: '219 555 0151' }], version: 1 }])
})

test('a dispatcher can call and email departments from the card but not change them; a colleague’s change appears live and stays readable offline', async ({
  tablet,
  network,
  admin,
}) => {
  const page = tablet.page()
  const { department_name: name } = await createDepartment(page, admin)
  await expect(entry(page, name).getByRole('link', { name: '(219) 555-0150' })).toHaveAttribute(
    'href',
    'tel:2195550150',
  )
  await expect(entry(page, name).getByRole('link', { name: DETAILS.email })).toHaveAttribute(
    'href',
    `mailto:${DETAILS.email}`,
  )
  await expect(card(page).getByRole('button', { name: /^(Add|Edit|Remove|History)/ })).toHaveCount(0)
  // A colleague’s change appears on the open page.
  const [{ id } = { id: 0 }] = await departmentsNamed(admin, name)
  const began = Date.now()
  expect(await admin.patch(`/api/dashboard/contacts/${id}/`, { location: 'Gary IN, gate 3' })).toBe(200)
  await expect(entry(page, name)).toContainText('Gary IN, gate 3', { timeout: 30_000 })
  await expect.poll(() => listStoredAt(page, 'contacts')).toBeGreaterThan(began)
  network.set('down')
  await page.goto('/')
  await expect(entry(page, name)).toContainText('Gary IN, gate 3')
  await expect(card(page)).toContainText(/as of \d{1,2}:\d\d [AP]M/)
})

test('when two administrators edit one department, different fields merge and the same field becomes a conflict in the Outbox', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { id, department_name: name } = await createDepartment(page, admin)
  const edit = async (fields: Readonly<Record<string, string>>) => {
    await actionButton(page, 'Edit', name).click()
    await fillIn(page, 'Edit information', fields)
    await dialog(page, 'Edit information').getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page, 'Edit information')).toBeHidden()
  }
  network.set('down')
  await edit({ Location: 'Hammond IN' })
  await changesWaiting(page, 1)
  expect(await admin.patch(`/api/dashboard/contacts/${id}/`, { email: 'dock@haulyard.example' })).toBe(200)
  network.set('none')
  await nothingWaits(page)
  expect(await departmentsNamed(admin, name)).toMatchObject([
    { location: 'Hammond IN', email: 'dock@haulyard.example' },
  ])

  network.set('down')
  await edit({ 'Phone 1': '(219) 555-0159' })
  expect(await admin.patch(`/api/dashboard/contacts/${id}/`, { phones: [{ phone: '(219) 555-0151' }] })).toBe(200)
  network.set('none')
  await openOutbox(page)
  const conflict = changeGroup(page, 'Needs attention').getByRole('article')
  await expect(conflict.getByRole('row', { name: /^Phones .*555-0150.*555-0151.*555-0159/ })).toBeVisible({
    timeout: 30_000,
  })
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await nothingWaits(page)
  expect(await departmentsNamed(admin, name)).toMatchObject([
    { phones: [{ phone: '(219) 555-0159' }], location: 'Hammond IN' },
  ])
})

test('late timers on a busy device do not move the focus out of the field in which the user types', async ({
  office,
  admin,
}) => {
  const page = office.page()
  // Timers without a delay fire 400 ms late, as on a busy device.
  await page.addInitScript(() => {
    const nativeSetTimeout = window.setTimeout
    const delayedSetTimeout = (work: TimerHandler, ms = 0, ...more: unknown[]) =>
      nativeSetTimeout(work, ms === 0 ? 400 : ms, ...more)
    window.setTimeout = delayedSetTimeout as unknown as typeof setTimeout
  })
  const waitForTimers = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  const { department_name: name } = await createDepartment(page, admin)
  await actionButton(page, 'Edit', name).click()
  const phone = dialog(page, 'Edit information').getByLabel('Phone 1')
  await phone.focus()
  await waitForTimers()
  await expect(phone).toBeFocused()

  await openWeek(page)
  await page.getByRole('gridcell').first().dblclick()
  const description = page.getByRole('dialog').getByLabel('Description')
  await description.focus()
  await waitForTimers()
  await expect(description).toBeFocused()
})
