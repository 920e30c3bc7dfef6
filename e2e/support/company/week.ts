import type { Locator, Page } from '@playwright/test'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { expect } from '../expect.ts'

/** A week far enough ahead for nothing to be planned, opened to be edited; its dates, and the first drivers on screen. */
export interface EmptyWeek {
  readonly page: Page
  readonly dates: readonly string[]
  /** The ids of the drivers in the order of the screen. */
  readonly drivers: readonly number[]
  /** A cell by the driver's line and the day's column, both from 0. */
  readonly cell: (line: number, column: number) => Locator
  /** What a cell says, line by line: "Vacation", "Vacation, back Monday", "Nothing planned". */
  readonly says: (lines: number, columns: number) => Promise<string[][]>
}

let used = 8

/** Each call opens another week: a test finds nothing that another has planned. */
export async function openEmptyWeek(page: Page): Promise<EmptyWeek> {
  used += 1
  await page.goto(`/schedule?tab=edit&week=${used}`)
  await expect(page.getByRole('gridcell', { name: /Nothing planned/ }).first()).toBeVisible()
  await expect(page.getByText('refreshing')).toBeHidden()
  return weekOnScreen(page)
}

/** What is on screen, as `openEmptyWeek` answers it. */
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
  const says = async (lines: number, columns: number) =>
    Promise.all(
      Array.from({ length: lines }, (_, line) =>
        Promise.all(Array.from({ length: columns }, async (_, column) => saidOf(await nameOf(cell(line, column))))),
      ),
    )
  return { page, dates, drivers, cell, says }
}

const nameOf = async (cell: Locator) => (await cell.locator('.visually-hidden').first().textContent()) ?? ''
const STANDING = /, (Waiting to be sent|Being sent|Needs attention|Sign in to send)$/
const MARKS = /, ((CDL|Medical card) expire[sd]|On vacation|(Truck|Trailer) \S+ (in service|service due))/g
/** The status and the description of a cell's name: "Maria Lopez, Saturday 11/21/26, Vacation, CDL expired". */
const saidOf = (name: string) => {
  const said = name.replace(STANDING, '').replaceAll(MARKS, '').split(', ').slice(2).join(', ')
  // The mark of a driver whose days with the company are counted; a status of that name stands first.
  return said.replace(/(?<=.), Firing$/, '')
}

/** What is asked before keys set *Firing*. */
export const firingQuestion = (page: Page) => page.getByRole('dialog', { name: 'Set Firing?' })

/** Says yes to it. */
export async function setFiring(page: Page): Promise<void> {
  await firingQuestion(page).getByRole('button', { name: 'Set Firing' }).click()
  await expect(firingQuestion(page)).toBeHidden()
}

/** What the server has of the lines of a week: "on_vacation", "on_vacation: back Monday", "" for nothing. */
export async function serverSays(api: Api, week: EmptyWeek, lines: number, columns: number): Promise<string[][]> {
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
