import type { ScheduleDay, ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { IsoDay } from '#src/format/calendar.ts'

/** One line of the grid, in the order of the screen: a dispatcher's heading, or one of the drivers below it. */
export type ScheduleItem =
  | {
      readonly kind: 'dispatcher'
      readonly key: string
      readonly title: string
      readonly drivers: number
      readonly status: ScheduleRow['status']
    }
  | { readonly kind: 'driver'; readonly key: string; readonly driver: ScheduleDriver }

export const NO_DISPATCHER = 'No dispatcher'

/** The day of a driver, or null when nothing is planned. */
export function dayOn(driver: ScheduleDriver, date: IsoDay): ScheduleDay | null {
  return driver.days.find((day) => day.date === date) ?? null
}

/**
 * Whether a dispatcher belongs in the list of a status for the days on screen. More days than these are fetched, and
 * waiting changes are laid over them, so the server's answer to the same question is not the last word.
 */
export function hasDayOf(row: ScheduleRow, filter: DutyStatus | '', dates: readonly IsoDay[]): boolean {
  if (filter === '') return true
  return row.drivers.some((driver) => driver.days.some((day) => day.status === filter && dates.includes(day.date)))
}

/** The lines of the grid. Dispatchers without drivers keep their heading. */
export function scheduleItems(
  rows: readonly ScheduleRow[],
  filter: DutyStatus | '',
  dates: readonly IsoDay[],
): readonly ScheduleItem[] {
  return rows.filter((row) => hasDayOf(row, filter, dates)).flatMap(linesOf)
}

function linesOf(row: ScheduleRow): readonly ScheduleItem[] {
  const heading: ScheduleItem = {
    kind: 'dispatcher',
    key: `dispatcher/${row.id ?? 'none'}`,
    title: row.user ? fullName(row.user) : NO_DISPATCHER,
    drivers: row.drivers.length,
    status: row.status,
  }
  return [
    heading,
    ...row.drivers.map((driver): ScheduleItem => ({ kind: 'driver', key: `driver/${driver.id}`, driver })),
  ]
}

/** The drivers' ids in the order of the screen, headings left out. */
export const driverIds = (items: readonly ScheduleItem[]): readonly number[] =>
  items.flatMap((item) => (item.kind === 'driver' ? [item.driver.id] : []))

/** A driver among the lines. */
export function driverIn(items: readonly ScheduleItem[], id: number): ScheduleDriver | null {
  const item = items.find((one) => one.kind === 'driver' && one.driver.id === id)
  return item?.kind === 'driver' ? item.driver : null
}
