import type { Page } from '@playwright/test'
import { dialogCalled } from '#e2e/support/company/inspections.ts'
import { expect } from '../expect.ts'

/** The form of a new report, and its files. */
export const newReport = (page: Page) => dialogCalled(page, 'Add Inspection')
export const filesOfNewReport = (page: Page) => newReport(page).getByRole('group', { name: 'Attachments' })

export async function openNewReport(page: Page): Promise<void> {
  await page.goto('/maintenance')
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  await expect(newReport(page)).toBeVisible()
}
