import type { Page } from '@playwright/test'
import { test as base } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { type Mailbox, openMailbox } from '#e2e/support/server/mail-folder.ts'
import { ACCOUNTS, type Server } from '#e2e/support/server/server.ts'

interface Post {
  /** The mail of a driver, whose password may change. */
  readonly mailbox: Mailbox
}

const test = base.extend<Post>({
  mailbox: async ({ yard }, use) => {
    const [first] = await yard.next(1, ({ user }) => user.email !== ACCOUNTS.driver)
    if (!first) throw new Error('the demo company has no other driver')
    await use(await openMailbox(yard.server, first.driver.user.email))
  },
})

const NOTICE = 'Your email will be notified with further instructions if the user exists'
const newOne = (page: Page) => page.getByLabel('New password', { exact: true })
const again = (page: Page) => page.getByLabel('New password again', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(NOTICE)).toBeVisible()
}

/** Opens a mailed link; the form is there, and what the link proves is not to be read in the address. */
async function openLink(page: Page, link: string | undefined): Promise<void> {
  await page.goto(link ?? 'about:blank')
  await expect(newOne(page)).toBeVisible()
  await expect(page).toHaveURL(/\/new-password$/)
}

/** Has a password made, and answers it. */
async function generate(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(newOne(page)).toHaveAttribute('type', 'text')
  const password = await newOne(page).inputValue()
  expect(password).toMatch(/^[A-Za-z0-9~!@\-#$]{25}$/)
  await expect(again(page)).toHaveValue(password)
  return password
}

/** Asks past the screens, as somebody else does. */
async function askOverTheApi(server: Server, email: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  return (await fetch(`${server.url}/api/users/users/reset_password/`, { method: 'POST', headers, body })).status
}

test('a forgotten password is replaced by the link that is mailed, which works once', async ({
  installed,
  mailbox,
}) => {
  const page = installed.page()
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

test('an earlier link holds beside a later one, and ends it when it is used', async ({ installed, mailbox }) => {
  const page = installed.page()
  await askForLink(page, mailbox.email)
  await mailbox.links(1)
  await askForLink(page, mailbox.email)
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

test('nothing tells whether an account exists, and whoever asks too often is stopped', async ({
  installed,
  yard,
  mailbox,
}) => {
  const page = installed.page()
  const nobody = await openMailbox(yard.server, `${crypto.randomUUID()}@yard.example`)
  await askForLink(page, nobody.email)
  await askForLink(page, mailbox.email)
  await mailbox.links(1)
  expect(await nobody.mails()).toEqual([])

  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => askOverTheApi(yard.server, nobody.email)))
  expect(answers).toContain(429)
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(nobody.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText(/^Too many links were asked for/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(nobody.email)
})

test('the request says what is wrong with the address, and what is typed outlives a dead network', async ({
  installed,
  network,
  mailbox,
}) => {
  const page = installed.page()
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

test('who leaves before the five seconds are over stays where they went', async ({ installed, mailbox }) => {
  const page = installed.page()
  await page.clock.install()
  await askForLink(page, mailbox.email)
  await page.getByRole('button', { name: 'Ask for another address' }).click()
  await page.clock.runFor(10_000)
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.getByLabel('Email').fill(mailbox.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The login opens in a few seconds.')).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(page).toHaveURL(/\/login$/)
})

test('a new password is refused at its field: too short, not the same twice, too common', async ({
  installed,
  mailbox,
}) => {
  const page = installed.page()
  await askForLink(page, mailbox.email)
  const [link] = await mailbox.links(1)
  await openLink(page, link)
  await newOne(page).fill('short')
  await expect(save(page)).toBeDisabled()
  await again(page).fill('shorter')
  await save(page).click()
  await expect(newOne(page)).toBeFocused()
  await expect(newOne(page)).toHaveAccessibleDescription(/Password must contain at least 8 characters$/)
  await expect(again(page)).toHaveAccessibleDescription('The two passwords are not the same.')

  await newOne(page).fill('password')
  await again(page).fill('password')
  await save(page).click()
  await expect(page.getByRole('alert').getByText(/is too common/)).toBeVisible()
  await expect(newOne(page)).toHaveAccessibleDescription(/is too common/)
  await expect(newOne(page)).toBeFocused()
  await expect(again(page)).toHaveValue('password')
  await expect(again(page)).not.toHaveAttribute('aria-invalid', 'true')

  await generate(page)
  await expect(newOne(page)).not.toHaveAttribute('aria-invalid', 'true')
  await save(page).click()
  await expect(page.getByText('Your have successfully changed password')).toBeVisible()
})

test('a link that is not whole says so and shows the way to another', async ({ installed }) => {
  const page = installed.page()
  await page.goto('/new-password?uid=3')
  await expect(page.getByText('Open the whole link from the mail')).toBeVisible()
  await page.goto('/new-password?uid=everybody&token=something')
  await generate(page)
  await save(page).click()
  await expect(page.getByRole('main').getByText('This link is not whole')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
})

test('whoever is signed in in that browser is logged out, and what waits is kept for them', async ({
  ownTablet,
  network,
  yard,
  mailbox,
  subject: { name, will },
}) => {
  const page = ownTablet.page()
  network.set('down', (call) => call.method === 'PATCH')
  await setDriverStatus(page, name, will)
  await changesWaiting(page, 1)
  expect(await askOverTheApi(yard.server, mailbox.email)).toBe(204)
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

test('a password is replaced with the keyboard alone', async ({ installed, mailbox }) => {
  const page = installed.page()
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
  await newOne(page).focus()
  await page.keyboard.type('gravel-and-diesel')
  await tabTo('Show or hide the new password')
  await page.keyboard.press('Enter')
  await expect(newOne(page)).toHaveAttribute('type', 'text')
  await tabTo('Generate')
  await page.keyboard.press('Enter')
  await expect(again(page)).not.toHaveValue('')
  await tabTo('Save')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Go to the login now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
