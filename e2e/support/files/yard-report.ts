import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { expect } from '../expect.ts'
import { aPicture } from './a-picture.ts'

/** A report that somebody makes in the yard, told apart from all others by its note. */
export interface YardReport {
  readonly unit: string
  readonly note: string
  readonly photos: readonly { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[]
}

/** Of each photo, in pixels. It is noise, and so it is still more than one part of an upload when it is shrunk. */
export const SIDE = 640

/** A report with so many photos. */
export function aYardReport(unit: string, photos: number): YardReport {
  const seed = Math.floor(Math.random() * 1_000_000)
  return {
    unit,
    note: `Walked around ${randomUUID()}`,
    photos: Array.from({ length: photos }, (_, at) => ({
      name: `photo-${at + 1}.png`,
      mimeType: 'image/png',
      buffer: aPicture(SIDE, seed + at),
    })),
  }
}

/** Writes files to a folder; answers their paths. A browser reads megabytes there at once; sent to it, they take seconds. */
const writtenTo = (folder: string, files: YardReport['photos']): Promise<string[]> =>
  Promise.all(
    files.map(async ({ name, buffer }) => {
      await writeFile(join(folder, name), buffer)
      return join(folder, name)
    }),
  )

/** Fills in the form and saves it; the form is closed when this resolves. */
export async function makeReport(page: Page, { unit, note, photos }: YardReport): Promise<void> {
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Inspection' })
  await dialog.getByRole('button', { name: /^Vehicle or asset:/ }).click()
  await dialog.getByRole('combobox', { name: /^Find/ }).fill(unit)
  await dialog.getByRole('option', { name: new RegExp(`^${unit} `) }).click()
  await dialog.getByRole('button', { name: /^Fleet manager:/ }).click()
  await dialog.getByRole('option', { name: 'Greg Novak' }).click()
  await dialog.getByLabel('Service type').selectOption({ label: 'Repair' })
  await dialog.getByLabel('Report type').selectOption({ label: 'No Defect' })
  await dialog.getByLabel('Career').fill('Own yard')
  await dialog.getByLabel('Total cost ($)').fill('12.50')
  await dialog.getByLabel('Note').fill(note)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files…' }).click()
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-photos-'))
  await (await chooser).setFiles(await writtenTo(folder, photos))
  await expect(dialog.getByText('· Ready')).toHaveCount(photos.length, { timeout: 30_000 })
  await dialog.getByLabel('Fleet manager approval').check()
  await dialog.getByRole('button', { name: 'Add Inspection' }).click()
  await expect(dialog).toBeHidden({ timeout: 20_000 })
  await rm(folder, { recursive: true })
}

/** What the server has of a report: all inspections of its note. */
export async function reportsOf(
  api: Api,
  { unit, note }: Pick<YardReport, 'unit' | 'note'>,
): Promise<readonly Inspection[]> {
  const path = `/api/maintenance/inspections/?limit=1000&transport=${unit}`
  const { results } = await api.get<{ readonly results: readonly Inspection[] }>(path)
  return results.filter((row) => row.note === note)
}
