import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ImportBatch } from '#contract/expenses/imports.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'

const file = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([...lines, ''].join('\r\n')),
})

async function choose(page: Page, report: ReturnType<typeof file>): Promise<void> {
  await page.goto('/reports')
  await expect(page.getByTestId('list-count')).toBeVisible()
  await page.getByLabel('Report', { exact: true }).setInputFiles(report)
  await expect(page.getByTestId('preview')).toBeVisible()
}

/** Imports the chosen report: waits until the device has saved it, then until the server has it. */
async function takeIn(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await nothingWaits(page)
}

async function batches(admin: Api, name: string): Promise<readonly ImportBatch[]> {
  const { results } = await admin.get<{ readonly results: readonly ImportBatch[] }>('/api/imports/?limit=1000')
  return results.filter(({ file_name }) => file_name === name)
}

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate'

test('title lines are skipped; totals, notes and wrong rows are left out when the user says so, and can be downloaded', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await choose(
    page,
    file(
      'vendor.csv',
      'Toll Detail Report,,,,,',
      'Run: 11/08/2024,,,,,',
      HEADERS,
      '11/05/2024,14:30:22,Vendor 1,4.25,VT1,VP1',
      '11/06/2024,14:30:22,Vendor 2,5.25,VT1,VP1',
      '11/06/2024,15:30:22,Vendor 3,four,VT1,VP1',
      'Total,,,9.50,,',
      'End of report',
    ),
  )
  await expect(page.getByTestId('preview')).toContainText('Rows5Good2')
  await expect(page.getByRole('button', { name: 'Take in 2 rows' })).toBeDisabled()
  await page.getByLabel('1 total').selectOption('Leave out')
  await page.getByLabel('1 note').selectOption('Leave out')
  // Wrong rows are left out line by line, here by keyboard.
  const wrong = page.getByRole('checkbox', { name: 'Leave out line 6' })
  await wrong.focus()
  await page.keyboard.press('Space')
  const preview = page.getByRole('group', { name: 'What is in the report' })
  const putBack = page.getByRole('button', { name: 'Put back line 6' })
  await expect(putBack).toBeVisible()
  await expect(page.getByRole('heading', { name: /wrong$/ })).toBeHidden()
  // The last wrong row is gone, and the keyboard focus is not lost.
  await expect(preview).toBeFocused()
  await putBack.press('Enter')
  await expect(wrong).toBeVisible()
  await expect(preview).toBeFocused()
  await wrong.press('Space')
  await expect(putBack).toBeVisible()
  const take = page.getByRole('button', { name: 'Take in 2 rows, leave out 3' })
  await expect(take).toBeEnabled()
  await expect(page.getByTestId('preview')).toContainText('11/05/24 – 11/06/24 · $9.50')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 3 left-out rows' }).click(),
  ])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain('7,This line looks like a total.,Total,,,9.50,,')
  await take.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'vendor.csv' })).toContainText('3 left out')
  await nothingWaits(page)
  expect(await batches(admin, 'vendor.csv')).toMatchObject([{ row_count: 2, left_out: 3, amount: 9.5 }])
})

test('axe finds nothing in any state of the preview, on a phone too, and a click next to a checkbox ticks it', async ({
  office,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const passage = '10/08/2024,14:30:22,Axe 7,21.00,VT7,VP7'
  await choose(page, file('axe.csv', HEADERS, passage))
  await takeIn(page, 'Take in 1 row', 'axe.csv')
  const states = [
    ['columns to choose', file('a.csv', 'Wann,Wo', '10/08/2024,Axe')],
    ['wrong rows and a total', file('b.csv', HEADERS, passage, '11/31/2024,14:30:22,Axe,4.20,VT7,VP7', 'Total,,,1,,')],
    ['amounts below zero', file('c.csv', HEADERS, ...[1, 2, 3].map((n) => `10/0${n}/2024,14:30:22,Axe,-1,VT7,VP7`))],
    [
      'another kind',
      file('d.csv', 'Transaction Date,Unit,Quantity,Product,Amount', '11/06/2024,V1,167.83,ULSD,304.95'),
    ],
    ['rows that repeat', file('f.csv', HEADERS, ...[22, 22].map((s) => `10/09/2024,14:30:${s},Axe 9,21.00,VT7,VP7`))],
    ['likely duplicates', file('e.csv', HEADERS, passage.replace(':22', '').replace('Axe 7', 'AXE 7'))],
  ] as const
  for (const [state, report] of states) {
    await choose(page, report)
    await expectNoFindings(page, state)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoFindings(page, `${state}, on a phone`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const take = page.getByRole('checkbox', { name: 'Take line 2' })
  await expect(take).not.toBeChecked()
  // The whole cell toggles the checkbox: fingers don't aim well.
  await page.locator('label', { has: take }).click({ position: { x: 2, y: 2 } })
  await expect(take).toBeChecked()
  await expect(page.getByRole('button', { name: 'Take in 1 row' })).toBeEnabled()
})

test('rows that repeat an earlier line are skipped and listed, and can be included by keyboard', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await choose(
    page,
    file(
      'thrice.csv',
      HEADERS,
      '10/14/2024,14:30:22,Exit 7,21.00,007002410399,VP14',
      '10/14/2024,2:30:22 PM,EXIT 7,$21,7002410399,VP14',
      '2024-10-14,14:30,Exit-7,21,007002410399,V-P14',
    ),
  )
  const repeats = page.getByRole('region', { name: '2 rows repeat an earlier line: skip or take', exact: true })
  await expect(repeats.getByRole('row', { name: /Exit-7/ })).toContainText('Line 2')
  await expect(repeats.getByRole('status')).toContainText('2 of them are skipped')
  await expect(page.getByRole('button', { name: 'Take in 1 row' })).toBeEnabled()
  await repeats.getByRole('checkbox', { name: 'Take line 4' }).press('Space')
  await expect(page.getByRole('button', { name: 'Take in 2 rows' })).toBeEnabled()
  await repeats.getByRole('button', { name: 'Take all' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Take in 3 rows' })).toBeEnabled()
  await repeats.getByRole('button', { name: 'Skip all' }).press('Enter')
  await takeIn(page, 'Take in 1 row', 'thrice.csv')
  await expect(page.getByRole('listitem').filter({ hasText: 'thrice.csv' })).toContainText('2 are in this report twice')
  expect(await batches(admin, 'thrice.csv')).toMatchObject([{ row_count: 1, doubled: 2, amount: 21 }])
})

test('a date order that is chosen offline is saved with the report and used, despite the earlier preview', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  // Headers that no other journey uses: the choices for these headers are remembered.
  await choose(page, file('morgen.csv', `${HEADERS},Lane`, '25/11/2024,14:30:22,Dead zone,4.25,VT8,VP8,3'))
  await expect(page.getByRole('heading', { name: 'One thing is wrong' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Take in/ })).toBeDisabled()
  network.set('down')
  await expect(page.getByText('There is no network now. The report can be kept')).toBeVisible()
  await page.getByTestId('preview').locator('..').getByText('Columns', { exact: true }).click()
  await page.getByLabel('Order of dates').selectOption('Day first: 25/11/2026')
  await expect(page.getByText('There is no network, so this report')).toBeVisible()
  await page.getByRole('button', { name: 'Keep and send later' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'morgen.csv' })
  await expect(row.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  network.set('none')
  await expect.poll(() => batches(admin, 'morgen.csv')).toMatchObject([{ row_count: 1, amount: 4.25 }])
  await expect(row).toContainText('11/25/24')
})

test('a fuel report that was chosen as tolls raises a question, and is then read as fuel', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await choose(
    page,
    file(
      'diesel.csv',
      'Transaction Date,Transaction Time (UTC),Driver Name,Unit,Location State/Province,Product Code,Quantity,Amount,Invoice',
      '11/06/2024,03:49,Amarjit Cheema,V1001,CO,ULSD,167.83,304.95,INV-1',
    ),
  )
  const question = page.getByRole('region', { name: 'This looks like a fuel report. Which is it?' })
  await expect(question).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take in 1 row' })).toBeDisabled()
  await question.getByRole('button', { name: 'A fuel report' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Kind')).toHaveValue('fuel')
  await takeIn(page, 'Take in 1 row', 'diesel.csv')
  expect(await batches(admin, 'diesel.csv')).toMatchObject([{ kind: 'fuel', row_count: 1 }])
})

test('the header line, the columns and the sign of amounts are remembered for the next report with the same headers', async ({
  office,
  admin,
}) => {
  const week = (n: number) =>
    file(`woche-${n}.csv`, `Woche ${n}`, 'Tag,Geld,Wagen', `11/0${n}/2024,-4.25,VP9`, `11/0${n}/2024,-5.25,VP9`)
  const page = office.page()
  await choose(page, week(1))
  await page.getByLabel('Header line').selectOption('Line 2: Tag, Geld, Wagen')
  await page.getByLabel(/^Date/).selectOption('Tag')
  await page.getByLabel(/^Amount/).selectOption('Geld')
  await page.getByLabel('Plate').selectOption('Wagen')
  // All amounts are below zero: then two are enough for the question.
  const question = page.getByRole('region', { name: 'What are the amounts below zero in this report?' })
  await expect(question).toBeVisible()
  await page.getByLabel('Below zero', { exact: true }).selectOption('Charges')
  await expect(question).toBeHidden()
  await expect(page.getByTestId('preview')).toContainText('New11/01/24 · $9.50')
  await takeIn(page, 'Take in 2 rows', 'woche-1.csv')

  await choose(page, week(2))
  await expect(
    page.getByText('Read as the last report with these headers was: amounts below zero as charges.'),
  ).toBeVisible()
  await expect(page.getByTestId('preview')).toContainText('New11/02/24 · $9.50')
  await takeIn(page, 'Take in 2 rows', 'woche-2.csv')
  expect(await batches(admin, 'woche-2.csv')).toMatchObject([{ row_count: 2, amount: 9.5 }])
})
