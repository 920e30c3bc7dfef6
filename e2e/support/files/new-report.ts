import type { Locator, Page } from '@playwright/test'
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

/** Takes photos with the camera from a form, each when the former one is on disk. */
export async function takePhotos(page: Page, dialog: Locator, count: number): Promise<void> {
  await dialog.getByRole('button', { name: 'Take photos' }).click()
  const camera = dialogNamed(page, 'Take photos')
  const shutter = camera.getByRole('button', { name: 'Take a photo' })
  for (let taken = 1; taken <= count; taken++) {
    await expect(shutter).not.toHaveAttribute('aria-disabled', 'true')
    await shutter.click()
    await expect(camera.getByRole('img', { name: /is saved on this device$/ })).toHaveCount(taken)
  }
  await camera.getByRole('button', { name: 'Done' }).click()
}
