import { expect } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { signIn } from './support/sign-in.ts'

test('the login form says what is wrong when a field is left, and the server says the rest', async ({
  browserOfOne,
}) => {
  const page = browserOfOne.page()
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

test('a person who came for a page gets there after signing in, and login is not in the history', async ({
  browserOfOne,
}) => {
  const page = browserOfOne.page()
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

test('a driver sees the schedule, may change nothing, and is told what is missing elsewhere', async ({
  browserOfOne,
}) => {
  const page = browserOfOne.page()
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
