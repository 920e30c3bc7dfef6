import type { ScheduleDay, ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { IsoDay } from '#src/format/calendar.ts'

/** One line of the grid, in screen order: a dispatcher's heading, or one of the drivers below the heading. */
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
 * Whether a dispatcher passes the status filter for the days on screen. The server filters too, but its result is not
 * final: the query fetches more days than the screen shows, and the optimistic effects of waiting changes are applied.
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

/** The drivers' ids in screen order, without the headings. */
export const driverIds = (items: readonly ScheduleItem[]): readonly number[] =>
  items.flatMap((item) => (item.kind === 'driver' ? [item.driver.id] : []))

/** The driver with this id; null when no line shows the driver. */
export function driverIn(items: readonly ScheduleItem[], id: number): ScheduleDriver | null {
  const item = items.find((one) => one.kind === 'driver' && one.driver.id === id)
  return item?.kind === 'driver' ? item.driver : null
}
