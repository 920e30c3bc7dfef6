import { openUsers, test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { layersClosed } from '#e2e/support/page/layers.ts'
import { openDrivers, openWeek } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test.use({ height: 800, opensDrivers: false })

test('axe finds no violations on the sign-in, setup and password pages, the start page, the own profile and the device page', async ({
  signedOutBrowser,
}) => {
  const page = signedOutBrowser.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expectNoFindings(page, 'login')
  await page.goto('/setup#a-token')
  await expect(page.getByLabel('First name')).toBeVisible()
  await expectNoFindings(page, 'first administrator')
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Email address is required')).toBeVisible()
  await expectNoFindings(page, 'reset password')
  await page.goto('/new-password#uid=1&token=none')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expectNoFindings(page, 'new password')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByLabel('New password again', { exact: true }).fill('another')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible()
  await expectNoFindings(page, 'new password with errors')
  await page.goto('/new-password?uid=1')
  await expect(page.getByText('Open the whole link from the mail')).toBeVisible()
  await expectNoFindings(page, 'new password with an incomplete link')
  await signIn(page, 'dispatcher', { remember: true })
  await expectNoFindings(page, 'start')
  await page.getByRole('link', { name: /your profile$/ }).click()
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText('This device')
  await expectNoFindings(page, 'own profile')
  await page.getByRole('region', { name: 'This device' }).getByRole('link').click()
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
  await expectNoFindings(page, 'this device')
})

test('axe finds no violations on the drivers list with its menu, on the schedule and in the day editor', async ({
  tablet,
}) => {
  const page = tablet.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDrivers(page)
  await page
    .getByRole('button', { name: /: week, expiry dates/ })
    .first()
    .click()
  await expect(page.getByText('Medical', { exact: false }).first()).toBeVisible()
  await expectNoFindings(page, 'drivers')
  await page
    .getByRole('button', { name: /^Status of/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoFindings(page, 'status menu')
  await page.keyboard.press('Escape')
  await layersClosed(page)

  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expectNoFindings(page, 'schedule')
  await openWeek(page)
  await page.getByRole('gridcell').nth(3).dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFindings(page, 'day editor')
})

test('axe finds no violations on trucks and trailers: cards opened, compact, and with the list of drivers to choose from', async ({
  office,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [path, title] of [
    ['/trucks', 'Truck'],
    ['/trailers', 'Trailer'],
  ] as const) {
    await page.goto(path)
    const first = page.getByRole('article').first()
    await first.getByRole('button', { name: /identifiers, fleet manager and expenses/ }).click()
    await expect(page.getByRole('region', { name: new RegExp(`^Expenses of ${title}`) })).toContainText('Toll expenses')
    await expectNoFindings(page, `${path}, opened`)
    await first.getByRole('button', { name: new RegExp(`^Driver of ${title}`) }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectNoFindings(page, `${path}, drivers`)
    await page.keyboard.press('Escape')
    await layersClosed(page)
  }
  await page.getByRole('radio', { name: 'Compact' }).check({ force: true })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectNoFindings(page, 'trailers, compact')
})

test('axe finds no violations on the reports page: a faulty report, its columns, and the toast after an import', async ({
  office,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/reports')
  await expect(page.getByTestId('list-count')).toBeVisible()
  const buffer = Buffer.from('Transaction Date,License Plate,Toll\n11/31/2024,P1,x\n')
  await page.getByLabel('Report', { exact: true }).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('2 things are wrong')).toBeVisible()
  await expectNoFindings(page, 'reports')
  await page.getByText('Columns', { exact: true }).click()
  await expect(page.getByLabel('Plaza')).toBeVisible()
  await expectNoFindings(page, 'columns of a report')
  const good = Buffer.from('Transaction Date,License Plate,Toll\n11/30/2024,P1,4.20\n')
  await page.getByLabel('Report', { exact: true }).setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: good })
  await page.getByRole('button', { name: 'Take in 1 row' }).click()
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  await expectNoFindings(page, 'a toast')
})

test('axe finds no violations on diagnostics, and offline on the drivers list, the Outbox and the log-out dialog', async ({
  tablet,
  network,
}) => {
  const page = tablet.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/diagnostics')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoFindings(page, 'diagnostics')

  network.set('down')
  await page.goto('/drivers')
  await page
    .getByRole('button', { name: /^Status of/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: 'Firing' }).click()
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await expectNoFindings(page, 'drivers without a network')
  await page
    .getByRole('link', { name: /Outbox/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
  await expectNoFindings(page, 'outbox')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFindings(page, 'log out')
})

test('axe finds no violations in user management: the list, its dialogs and a profile', async ({ office }) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openUsers(page)
  await expectNoFindings(page, 'all users')
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption({ label: 'Driver' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('Please fill out this field').first()).toBeVisible()
  await expectNoFindings(page, 'add user, with errors')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFindings(page, 'delete')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Role of .*: Driver$/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: 'Dispatcher' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFindings(page, 'change the role')
  await page.keyboard.press('Escape')
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expectNoFindings(page, 'profile')
})

test('a closed dialog or menu returns the focus to its button, even in a browser that does not focus a pressed button', async ({
  office,
}) => {
  const page = office.page()
  // Safari, and Firefox on a Mac, do not focus a button that is clicked.
  await page.addInitScript(() => {
    addEventListener('mouseup', () => (document.activeElement as HTMLElement | null)?.blur(), { capture: true })
  })
  await openUsers(page)
  const openers = [
    page.getByRole('button', { name: 'Add user' }),
    page.getByRole('button', { name: 'Log out' }),
    page.getByRole('button', { name: /^Delete / }).first(),
    page.getByRole('button', { name: /^Sort: / }),
  ]
  for (const opener of openers) {
    await opener.click()
    const opened = page.getByRole('dialog').or(page.getByRole('menu'))
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(opener).toBeFocused()
  }
})
