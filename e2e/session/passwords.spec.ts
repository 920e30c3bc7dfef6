import type { Page } from '@playwright/test'
import { test as base } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { type Mailbox, openMailbox } from '#e2e/support/server/mail-folder.ts'
import { ACCOUNTS, type Server } from '#e2e/support/server/server.ts'

interface MailFixture {
  /** The mailbox of a driver whose password tests may change. */
  readonly mailbox: Mailbox
}

const test = base.extend<MailFixture>({
  mailbox: async ({ yard }, use) => {
    const [first] = await yard.next(1, ({ user }) => user.email !== ACCOUNTS.driver)
    if (!first) throw new Error('the demo company has no other driver')
    await use(await openMailbox(yard.server, first.driver.user.email))
  },
})

const NOTICE = 'Your email will be notified with further instructions if the user exists'
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true })
const repeatedPassword = (page: Page) => page.getByLabel('New password again', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(NOTICE)).toBeVisible()
}

/** Opens a mailed link. Fails unless the form appears and the token is gone from the address. */
async function openLink(page: Page, link: string | undefined): Promise<void> {
  await page.goto(link ?? 'about:blank')
  await expect(newPassword(page)).toBeVisible()
  await expect(page).toHaveURL(/\/new-password$/)
}

/** Generates a password in the form and returns it. */
async function generate(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  const password = await newPassword(page).inputValue()
  expect(password).toMatch(/^[A-Za-z0-9~!@\-#$]{25}$/)
  await expect(repeatedPassword(page)).toHaveValue(password)
  return password
}

/** Requests a link without the browser. Returns the HTTP status. */
async function requestLinkByApi(server: Server, email: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  return (await fetch(`${server.url}/api/users/users/reset_password/`, { method: 'POST', headers, body })).status
}

test('a forgotten password is replaced through the mailed link, which works once', async ({
  signedOutBrowser,
  mailbox,
}) => {
  const page = signedOutBrowser.page()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forget password?' }).click()
  await expect(page).toHaveTitle('Reset password | Haulyard')
  await page.getByLabel('Email').fill(mailbox.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expect(page.getByText('The login opens in a few seconds.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  const [link] = await mailbox.links(1)
  await openLink(page, link)
  await expect(page).toHaveTitle('New password | Haulyard')
  await page.reload()
  await expect(save(page)).toBeDisabled()
  const password = await generate(page)
  await save(page).click()
  await expect(page.getByText('Your have successfully changed password')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(mailbox.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()

  await openLink(page, link)
  await generate(page)
  await save(page).click()
  await expect(page.getByRole('main').getByText('This link was used already')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
})

test('an earlier link stays valid after a later one is mailed, and using it invalidates the later one', async ({
  signedOutBrowser,
  mailbox,
}) => {
  const page = signedOutBrowser.page()
  await requestLink(page, mailbox.email)
  await mailbox.links(1)
  await requestLink(page, mailbox.email)
  const [earlier, later] = await mailbox.links(2)
  await openLink(page, earlier)
  await generate(page)
  await save(page).click()
  await page.getByRole('button', { name: 'Go to the login now' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()

  await openLink(page, later)
  await generate(page)
  await save(page).click()
  await expect(page.getByRole('main').getByText('This link was used already')).toBeVisible()
})

test('the reset page does not reveal whether an account exists, and throttles repeated requests', async ({
  signedOutBrowser,
  yard,
  mailbox,
}) => {
  const page = signedOutBrowser.page()
  const unknownMailbox = await openMailbox(yard.server, `${crypto.randomUUID()}@yard.example`)
  await requestLink(page, unknownMailbox.email)
  await requestLink(page, mailbox.email)
  await mailbox.links(1)
  expect(await unknownMailbox.mails()).toEqual([])

  const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => requestLinkByApi(yard.server, unknownMailbox.email)))
  expect(statuses).toContain(429)
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(unknownMailbox.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText(/^Too many links were requested/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(unknownMailbox.email)
})

test('the reset form reports an invalid address, and keeps the typed address when the network fails', async ({
  signedOutBrowser,
  network,
  mailbox,
}) => {
  const page = signedOutBrowser.page()
  const request = page.getByRole('button', { name: 'Continue' })
  await page.goto('/reset-password')
  await request.click()
  await expect(page.getByText('Email address is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email Address is invalid')).toBeVisible()

  await page.getByLabel('Email').fill(mailbox.email)
  network.set('hang')
  await request.click()
  await expect(request).toBeDisabled()
  network.set('down')
  await expect(page.getByRole('alert').getByText(/^The server could not be reached/)).toBeVisible()
  await expect(page.getByText('asking for a link needs one')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(mailbox.email)
  network.set('none')
  await request.click()
  await expect(page.getByText(NOTICE)).toBeVisible()
})

test('leaving the confirmation within its five seconds cancels the redirect to the login', async ({
  signedOutBrowser,
  mailbox,
}) => {
  const page = signedOutBrowser.page()
  await page.clock.install()
  await requestLink(page, mailbox.email)
  await page.getByRole('button', { name: 'Ask for another address' }).click()
  await page.clock.runFor(10_000)
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.getByLabel('Email').fill(mailbox.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The login opens in a few seconds.')).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(page).toHaveURL(/\/login$/)
})

test('a new password is refused at its field: too short, not repeated correctly, or too common', async ({
  signedOutBrowser,
  mailbox,
}) => {
  const page = signedOutBrowser.page()
  await requestLink(page, mailbox.email)
  const [link] = await mailbox.links(1)
  await openLink(page, link)
  await newPassword(page).fill('short')
  await expect(save(page)).toBeDisabled()
  await repeatedPassword(page).fill('shorter')
  await save(page).click()
  await expect(newPassword(page)).toBeFocused()
  await expect(newPassword(page)).toHaveAccessibleDescription(/Password must contain at least 8 characters$/)
  await expect(repeatedPassword(page)).toHaveAccessibleDescription('The two passwords are not the same.')

  await newPassword(page).fill('password')
  await repeatedPassword(page).fill('password')
  await save(page).click()
  await expect(page.getByRole('alert').getByText(/is too common/)).toBeVisible()
  await expect(newPassword(page)).toHaveAccessibleDescription(/is too common/)
  await expect(newPassword(page)).toBeFocused()
  await expect(repeatedPassword(page)).toHaveValue('password')
  await expect(repeatedPassword(page)).not.toHaveAttribute('aria-invalid', 'true')

  await generate(page)
  await expect(newPassword(page)).not.toHaveAttribute('aria-invalid', 'true')
  await save(page).click()
  await expect(page.getByText('Your have successfully changed password')).toBeVisible()
})

test('an incomplete link is reported and leads to the request for a new one', async ({ signedOutBrowser }) => {
  const page = signedOutBrowser.page()
  await page.goto('/new-password?uid=3')
  await expect(page.getByText('Open the whole link from the mail')).toBeVisible()
  await page.goto('/new-password?uid=everybody&token=something')
  await generate(page)
  await save(page).click()
  await expect(page.getByRole('main').getByText('This link is incomplete')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
})

test('setting a new password logs out the user signed in in that browser and keeps their waiting change', async ({
  ownTablet,
  network,
  yard,
  mailbox,
  subject: { name, newTitle },
}) => {
  const page = ownTablet.page()
  network.set('down', (call) => call.method === 'PATCH')
  await setDriverStatus(page, name, newTitle)
  await changesWaiting(page, 1)
  expect(await requestLinkByApi(yard.server, mailbox.email)).toBe(204)
  const [link] = await mailbox.links(1)
  await openLink(page, link)
  await generate(page)
  await save(page).click()
  await expect(page.getByText(/is logged out here then/)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(/kept on this device, sealed/)).toBeVisible()
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await signIn(page, 'dispatcher')
  await changesWaiting(page, 1)
  await page.goto('/outbox')
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
})

test('a password can be replaced with the keyboard alone', async ({ signedOutBrowser, mailbox }) => {
  const page = signedOutBrowser.page()
  const tabTo = async (name: string) => {
    const wanted = page.getByRole('button', { name, exact: true })
    for (let steps = 0; steps < 10; steps += 1) {
      await page.keyboard.press('Tab')
      if (await wanted.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`no way to "${name}" by keyboard`)
  }
  await page.goto('/reset-password')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(mailbox.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Go to the login now' })).toBeFocused()
  const [link] = await mailbox.links(1)
  await openLink(page, link)
  await newPassword(page).focus()
  await page.keyboard.type('gravel-and-diesel')
  await tabTo('Show or hide the new password')
  await page.keyboard.press('Enter')
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  await tabTo('Generate')
  await page.keyboard.press('Enter')
  await expect(repeatedPassword(page)).not.toHaveValue('')
  await tabTo('Save')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Go to the login now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
