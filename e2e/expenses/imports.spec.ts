import type { Page } from '@playwright/test'
import type { ImportBatch } from '#contract/expenses/imports.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'

const HEADERS = 'Transaction Date,Plaza Location,License Plate,Amount'

/** A vendor's report as a file. */
const report = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADERS, ...rows, ''].join('\r\n')),
})
const chooseReport = (page: Page, file: ReturnType<typeof report>) =>
  page.getByLabel('Report', { exact: true }).setInputFiles(file)

const batchRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const takeInButton = (page: Page) => page.getByRole('button', { name: /^Take in \d+ rows?$/ })

async function batches(admin: Api, name: string): Promise<readonly ImportBatch[]> {
  const { results } = await admin.get<{ readonly results: readonly ImportBatch[] }>('/api/imports/?limit=1000')
  return results.filter(({ file_name }) => file_name === name)
}

async function openReports(page: Page): Promise<void> {
  await page.goto('/reports')
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible()
  await expect(page.getByTestId('list-count')).toBeVisible()
}

test('a report with bad rows lists them and can’t be imported; corrected, it is imported once and undone as a whole', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openReports(page)
  await chooseReport(
    page,
    report('journey.csv', '11/19/2024,Journey 1,P1,4.20', '11/31/2024,Journey 1,P1,4.20', '11/19/2024,Journey 2,P1,x'),
  )
  const bad = page.getByRole('region', { name: 'What is wrong, by line' })
  await expect(bad.getByRole('row')).toHaveText([
    'Leave outLineColumnValueWhat is wrong',
    '3Transaction Date11/31/2024There is no such day.',
    '4AmountxThis is not an amount in dollars.',
  ])
  await expect(page.getByTestId('preview')).toContainText('Rows3Good1Here already0Wrong2Not matched1')
  await expect(takeInButton(page)).toBeDisabled()
  expect(await batches(admin, 'journey.csv')).toEqual([])

  await chooseReport(page, report('journey.csv', '11/19/2024,Journey 1,P1,4.20', '11/30/2024,Journey 1,P1,"$1,004.20"'))
  await expect(page.getByText('Plate P1 (2 rows)')).toBeVisible()
  await page.getByRole('button', { name: 'Take in 2 rows' }).click()
  const row = batchRow(page, 'journey.csv')
  await expect(row).toContainText('Tolls · 2 toll rows · 11/19/24 – 11/30/24 · $1,008.40')
  await nothingWaits(page)
  expect(await batches(admin, 'journey.csv')).toMatchObject([{ row_count: 2, amount: 1008.4, undone_at: null }])

  await chooseReport(page, report('journey.csv', '11/19/2024,Journey 1,P1,4.20', '11/30/2024,Journey 1,P1,"$1,004.20"'))
  await expect(page.getByText('This report was already imported')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take in 0 rows' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Undo journey.csv' }).click()
  const question = page.getByRole('dialog', { name: 'Take back journey.csv?' })
  await expect(question).toContainText('2 toll rows of 11/19/24 – 11/30/24, $1,008.40 in all, go from the figures')
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect(row).toContainText('Taken back by')
  await nothingWaits(page)
  expect(await batches(admin, 'journey.csv')).toMatchObject([{ undone_at: expect.any(String) }])
})

test('a report that is chosen while the one before is still being imported stays chosen', async ({ office }) => {
  const page = office.page()
  await openReports(page)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/imports/', async (route) => {
    if (route.request().method() === 'POST') await isReleased
    await route.continue()
  })
  await chooseReport(page, report('first.csv', '11/19/2024,First,P1,4.20'))
  const taking = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/imports/'),
  )
  await takeInButton(page).click()
  await taking
  await chooseReport(page, report('second.csv', '11/19/2024,Second,P1,5.20'))
  release()
  await expect(batchRow(page, 'first.csv')).toContainText('1 toll row')
  await nothingWaits(page)
  await expect(page.getByRole('button', { name: 'Take in 1 row', exact: true })).toBeEnabled()
  await expect(page.getByText('second.csv')).toBeVisible()
})

test('the user chooses the columns of unknown headers by keyboard, and the report is read by them', async ({
  office,
}) => {
  const page = office.page()
  await openReports(page)
  const file = report('odd.csv', '11/19/2024,Odd,P9,7.00')
  await chooseReport(page, {
    ...file,
    buffer: Buffer.from(file.buffer.toString().replace(HEADERS, 'Wann,Wo,Wagen,Betrag')),
  })
  // The last chosen field keeps the focus while the report is read again.
  const date = page.getByLabel(/^Date/)
  await date.selectOption('Wann')
  await page.getByLabel(/^Amount/).selectOption('Betrag')
  await page.getByLabel('Plate').focus()
  await page.getByLabel('Plate').selectOption('Wagen')
  await expect(page.getByRole('button', { name: 'Take in 1 row', exact: true })).toBeEnabled()
  await expect(page.getByTestId('preview')).toContainText('New11/19/24 · $7.00')
  await expect(page.getByLabel('Plate')).toBeFocused()
  await expect(date).toHaveValue('Wann')
})

test('a report chosen offline is saved, survives a reload, and is imported once; a bad one is reported in the Outbox', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await openReports(page)
  network.set('down')
  await chooseReport(page, report('dead-zone.csv', '11/19/2024,Dead Zone,P1,4.20'))
  await page.getByRole('button', { name: 'Keep and send later' }).click()
  const row = batchRow(page, 'dead-zone.csv')
  await expect(row.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await chooseReport(page, report('bad-zone.csv', '11/19/2024,Dead Zone,P1,four'))
  await page.getByRole('button', { name: 'Keep and send later' }).click()
  await expect(batchRow(page, 'bad-zone.csv')).toBeVisible()
  await page.reload()
  await expect(row.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  expect(await batches(admin, 'dead-zone.csv')).toEqual([])

  network.set('none')
  await expect.poll(() => batches(admin, 'dead-zone.csv')).toMatchObject([{ row_count: 1, amount: 4.2 }])
  await expect(row).toContainText('1 toll row · 11/19/24 · $4.20')
  await page.goto('/outbox')
  await expect(page.getByText('Line 2, Amount “four”: This is not an amount in dollars.')).toBeVisible()
  expect(await batches(admin, 'bad-zone.csv')).toEqual([])
})
