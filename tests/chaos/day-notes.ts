import type { Page } from '@playwright/test'
import type { Api } from '#e2e/support/server/api.ts'
import type { Ledger } from './ledger.ts'

/** A day of the schedule: the record that a run changes. */
export interface DayPlace {
  readonly driver: number
  readonly date: string
}
const nameOf = ({ driver, date }: DayPlace) => `${driver}/${date}`
function placeOf(record: string): DayPlace {
  const [driver = '', date = ''] = record.split('/')
  return { driver: Number(driver), date }
}
/** The beginning of every note of a run. */
const MARK = 'chaos '
export const noteOf = (life: number, change: number): string => `${MARK}${life}.${change}`

/** The days of the week on screen, with their column in the grid. */
export async function daysOnScreen(page: Page): Promise<readonly (DayPlace & { readonly column: number })[]> {
  return page.evaluate(() => {
    const dates = [...document.querySelectorAll('[role=columnheader]')].flatMap((header) => {
      const [, month, day, year] = /(\d\d)\/(\d\d)\/(\d\d)/.exec(header.textContent ?? '') ?? []
      return year ? [`20${year}-${month}-${day}`] : []
    })
    return [...document.querySelectorAll('[role=gridcell][data-driver]')].flatMap((cell) => {
      const column = Number(cell.getAttribute('data-column'))
      const date = dates[column]
      return date ? [{ driver: Number(cell.getAttribute('data-driver')), date, column }] : []
    })
  })
}

/** Writes a note on a day as a user does. Resolves when the grid shows it. */
export async function writeNote(
  page: Page,
  place: DayPlace & { readonly column: number },
  note: string,
  ledger: Ledger,
): Promise<void> {
  const cell = page.locator(`[role=gridcell][data-driver="${place.driver}"][data-column="${place.column}"]`)
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Description').fill(note)
  const accept = ledger.begin(nameOf(place), note)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await cell.filter({ hasText: note }).waitFor()
  accept()
}

/** The notes that a day has had according to the server's history, oldest first. */
async function notesOf(api: Api, { driver, date }: DayPlace): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { id } of await api.daysOf(driver, date)) {
    for (const { field, to } of await api.history('schedule', id)) {
      if (field === 'description' && typeof to === 'string' && to.startsWith(MARK)) notes.push(to)
    }
  }
  return notes
}

/** The notes of every day of a ledger, by the record's name. */
export async function allNotes(api: Api, ledger: Ledger): Promise<ReadonlyMap<string, readonly string[]>> {
  const notes = new Map<string, readonly string[]>()
  for (const record of ledger.records()) notes.set(record, await notesOf(api, placeOf(record)))
  return notes
}
