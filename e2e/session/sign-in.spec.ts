import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test('the login form shows an error when a field loses the focus, and shows the server’s error after submitting', async ({
  emptyBrowser,
}) => {
  const page = emptyBrowser.page()
  await page.goto('/login')
  await expect(page).toHaveTitle('Login | Haulyard')
  await page.getByLabel('Email').focus()
  await page.getByLabel('Password', { exact: true }).focus()
  await expect(page.getByText('Email address is required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Email').focus()
  await expect(page.getByText('Email Address is invalid')).toBeVisible()
  await expect(page.getByText('Password must be more than 8 characters')).toBeVisible()
  await page.getByLabel('Email').fill('dispatcher@haulyard.example')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('No active account found with the given credentials')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a user who requests a page before signing in gets there after signing in, and Back returns to that page', async ({
  signedOutBrowser,
}) => {
  const page = signedOutBrowser.page()
  await page.goto('/schedule?week=1')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill('dispatcher@haulyard.example')
  await page.getByLabel('Password', { exact: true }).fill('demo-haulyard')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/week=1/)
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible()
})

test('a driver sees the schedule read-only, and other pages name the missing permission', async ({
  signedOutBrowser,
}) => {
  const page = signedOutBrowser.page()
  await signIn(page, 'driver')
  const pages = page.getByRole('navigation', { name: 'Pages' }).first()
  await expect(pages.getByRole('link', { name: 'Schedule' })).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Drivers' })).toHaveCount(0)
  await page.goto('/drivers')
  await expect(page.getByText('Permission for drivers view required')).toBeVisible()
  await page.goto('/schedule?tab=edit')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'View' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Edit' })).toHaveCount(0)
  await page.goto('/no-such-page')
  await expect(page.getByText(/not found|no such page/i).first()).toBeVisible()
})

test('the first Enter checks both fields and focuses the first invalid one', async ({ signedOutBrowser }) => {
  const page = signedOutBrowser.page()
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await page.goto('/login')
  await password.focus()
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Email address is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await email.fill('driver@haulyard.example')
  await password.fill('p'.repeat(33))
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Password must be less than 32 characters')
  await expect(password).toBeFocused()
  await page.getByRole('button', { name: 'Show or hide the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('repeated submits sign in only once, and a failed sign-in keeps the typed values', async ({
  signedOutBrowser,
  network,
}) => {
  const page = signedOutBrowser.page()
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  const tries = () => network.calls().filter((call) => call === 'POST /api/auth/jwt/create/').length
  await page.goto('/login')
  await email.fill('nobody@yard.example')
  await password.fill('not-the-password')
  network.set('hold_answer', ({ method }) => method === 'POST')
  // Submits again before the button can be disabled.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    for (let press = 0; press < 3; press += 1) form.requestSubmit()
  })
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await expect.poll(network.heldResponseCount).toBe(1)
  network.deliverHeldResponses()
  await expect(page.getByText('No active account found with the given credentials')).toBeVisible()
  expect(tries()).toBe(1)
  network.set('down')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert').getByText(/^The server could not be reached/)).toBeVisible()
  await expect(page.getByText('Signing in needs a connection')).toBeVisible()
  await expect(email).toHaveValue('nobody@yard.example')
  await expect(password).toHaveValue('not-the-password')
})
