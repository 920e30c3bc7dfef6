import { startBrowser } from '#e2e/support/browser.ts'
import { expect } from '#e2e/support/expect.ts'
import { startUninitializedServer } from '#e2e/support/server/server.ts'
import { test } from '#e2e/support/worker.ts'

test('the link printed for an empty database creates the first administrator and works only once', async () => {
  const server = await startUninitializedServer()
  const browser = await startBrowser({ url: server.url })
  const page = browser.page()
  const linkOf = () => /http:\S+\/setup#[\w-]+/.exec(server.output())?.[0] ?? ''
  await expect.poll(linkOf).not.toBe('')

  const fill = async (password: string) => {
    await page.getByLabel('First name').fill('Ruth')
    await page.getByLabel('Last name').fill('Callahan')
    await page.getByLabel('Email').fill('ruth@yard.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create the administrator' }).click()
  }
  await page.goto(linkOf())
  await expect(page).toHaveTitle('First administrator | Haulyard')
  await fill('password')
  await expect(page.getByText('This password is too common')).toBeVisible()
  await fill('gravel-and-diesel')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill('ruth@yard.example')
  await page.getByLabel('Password', { exact: true }).fill('gravel-and-diesel')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Ruth').first()).toBeVisible()

  await page.goto(linkOf())
  await fill('gravel-and-diesel')
  await expect(page.getByText('This link was used already')).toBeVisible()

  await browser.dispose()
  await server.dispose()
})
