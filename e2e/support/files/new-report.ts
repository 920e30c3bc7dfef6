import type { Page } from '@playwright/test'
import { dialogNamed } from '#e2e/support/company/inspections.ts'
import { expect } from '../expect.ts'

/** The form of a new report. */
export const newReport = (page: Page) => dialogNamed(page, 'Add Inspection')
/** The attachments in the form of a new report. */
export const newReportFiles = (page: Page) => newReport(page).getByRole('group', { name: 'Attachments' })

export async function openNewReport(page: Page): Promise<void> {
  await page.goto('/maintenance')
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  await expect(newReport(page)).toBeVisible()
}
