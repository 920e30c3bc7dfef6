import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { expect } from '../expect.ts'
import { aPicture } from './a-picture.ts'

/** A report that a user fills in in the yard. Its note is unique. */
export interface YardReport {
  readonly unit: string
  readonly note: string
  readonly photos: readonly { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[]
}

/** Side of each photo, in pixels. The photo is noise, so even shrunk it needs more than one part of an upload. */
export const PHOTO_SIDE = 640

/** How long a busy machine may take to shrink a photo, in milliseconds. */
const MS_PER_PHOTO = 7_500

/** A report with `photos` photos. */
export function aYardReport(unit: string, photos: number): YardReport {
  const seed = Math.floor(Math.random() * 1_000_000)
  return {
    unit,
    note: `Walked around ${randomUUID()}`,
    photos: Array.from({ length: photos }, (_, at) => ({
      name: `photo-${at + 1}.png`,
      mimeType: 'image/png',
      buffer: aPicture(PHOTO_SIDE, seed + at),
    })),
  }
}

/**
 * Writes files to a folder and returns their paths. A browser reads megabytes quickly from disk; sending them to it
 * takes seconds.
 */
const writeFiles = (folder: string, files: YardReport['photos']): Promise<string[]> =>
  Promise.all(
    files.map(async ({ name, buffer }) => {
      await writeFile(join(folder, name), buffer)
      return join(folder, name)
    }),
  )

/** Fills in the form and saves it. Resolves when the form is closed. */
export async function submitReport(page: Page, { unit, note, photos }: YardReport): Promise<void> {
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Inspection' })
  await dialog.getByRole('button', { name: /^Vehicle or asset:/ }).click()
  await dialog.getByRole('combobox', { name: /^Find/ }).fill(unit)
  await dialog.getByRole('option', { name: new RegExp(`^${unit} `) }).click()
  await dialog.getByRole('button', { name: /^Fleet manager:/ }).click()
  await dialog.getByRole('option', { name: 'Greg Novak' }).click()
  await dialog.getByLabel('Service type').selectOption({ label: 'Repair' })
  await dialog.getByLabel('Report type').selectOption({ label: 'No Defect' })
  await dialog.getByLabel('Shop or carrier').fill('Own yard')
  await dialog.getByLabel('Total cost ($)').fill('12.50')
  await dialog.getByLabel('Note').fill(note)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files…' }).click()
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-photos-'))
  await (await chooser).setFiles(await writeFiles(folder, photos))
  await expect(dialog.getByText('· Ready')).toHaveCount(photos.length, { timeout: MS_PER_PHOTO * photos.length })
  await dialog.getByLabel('Fleet manager approval').check()
  await dialog.getByRole('button', { name: 'Add Inspection' }).click()
  await expect(dialog).toBeHidden({ timeout: 20_000 })
  await rm(folder, { recursive: true })
}

/** The server's inspections with a report's note; more than one if it was created twice. */
export async function serverReports(
  api: Api,
  { unit, note }: Pick<YardReport, 'unit' | 'note'>,
): Promise<readonly Inspection[]> {
  const path = `/api/maintenance/inspections/?limit=1000&transport=${unit}`
  const { results } = await api.get<{ readonly results: readonly Inspection[] }>(path)
  return results.filter((row) => row.note === note)
}
