import type { Locator, Page } from '@playwright/test'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { expect } from '../expect.ts'

/** A week so far ahead that nothing is planned, opened for editing, with its dates and the drivers on screen. */
export interface EmptyWeek {
  readonly page: Page
  readonly dates: readonly string[]
  /** The driver ids, in the order on screen. */
  readonly drivers: readonly number[]
  /** A cell, by the driver's line and the day's column, both from 0. */
  readonly cell: (line: number, column: number) => Locator
  /** The cells' texts, line by line: "Vacation", "Vacation, back Monday", "Nothing planned". */
  readonly readCells: (lines: number, columns: number) => Promise<string[][]>
}

let nextWeek = 8

/** Opens an empty week for editing. Each call opens another week, so no test finds days that another test planned. */
export async function openEmptyWeek(page: Page): Promise<EmptyWeek> {
  nextWeek += 1
  await page.goto(`/schedule?tab=edit&week=${nextWeek}`)
  await expect(page.getByRole('gridcell', { name: /Nothing planned/ }).first()).toBeVisible()
  await expect(page.getByText('refreshing')).toBeHidden()
  return weekOnScreen(page)
}

/** The week on screen, in the shape that `openEmptyWeek` returns. */
export async function weekOnScreen(page: Page): Promise<EmptyWeek> {
  const headings = await page.getByRole('columnheader').allTextContents()
  const dates = headings.flatMap((text) => {
    const [, month, day, year] = /(\d\d)\/(\d\d)\/(\d\d)/.exec(text) ?? []
    return month ? [`20${year}-${month}-${day}`] : []
  })
  const first = page.locator('[role=gridcell][data-column="0"]')
  const drivers = await first.evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-driver'))))
  const cell = (line: number, column: number) =>
    page.locator(`[role=gridcell][data-driver="${drivers[line]}"][data-column="${column}"]`)
  const readCells = async (lines: number, columns: number) =>
    Promise.all(
      Array.from({ length: lines }, (_, line) =>
        Promise.all(Array.from({ length: columns }, async (_, column) => cellText(await nameOf(cell(line, column))))),
      ),
    )
  return { page, dates, drivers, cell, readCells }
}

const nameOf = async (cell: Locator) => (await cell.locator('.visually-hidden').first().textContent()) ?? ''
const SYNC_STATE = /, (Waiting to be sent|Being sent|Needs attention|Sign in to send)$/
const MARKS = /, ((CDL|Medical card) expire[sd]|On vacation|(Truck|Trailer) \S+ (in service|service due))/g
/** The status and description in a cell's accessible name: "Maria Lopez, Saturday 11/21/26, Vacation, CDL expired". */
const cellText = (name: string) => {
  const text = name.replace(SYNC_STATE, '').replaceAll(MARKS, '').split(', ').slice(2).join(', ')
  // Removes the mark of a driver who is being fired. The status of the same name comes first and stays.
  return text.replace(/(?<=.), Firing$/, '')
}

/** The confirmation before the keyboard sets *Firing*. */
export const firingQuestion = (page: Page) => page.getByRole('dialog', { name: 'Set Firing?' })

/** Confirms *Firing*. */
export async function confirmFiring(page: Page): Promise<void> {
  await firingQuestion(page).getByRole('button', { name: 'Set Firing' }).click()
  await expect(firingQuestion(page)).toBeHidden()
}

/** The server's days of a week, line by line: "on_vacation", "on_vacation: back Monday", "" for no day. */
export async function serverCells(api: Api, week: EmptyWeek, lines: number, columns: number): Promise<string[][]> {
  const [first = '', last = first] = [week.dates[0], week.dates[columns - 1]]
  return Promise.all(
    week.drivers.slice(0, lines).map(async (id) => {
      const path = `/api/schedule/list_for_driver/${id}/?date_after=${first}&date_before=${last}&limit=100`
      const { results } = await api.get<{ readonly results: readonly ScheduleDay[] }>(path)
      return week.dates.slice(0, columns).map((date) => {
        const day = results.find((one) => one.date === date)
        return day ? [day.status, day.description].filter(Boolean).join(': ') : ''
      })
    }),
  )
}
