import { driverKind } from '#contract/drivers.ts'
import { dayKind, type ScheduleDay, type ScheduleDriver, type ScheduleRow } from '#contract/schedule.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Fold } from '#src/offline/fold.ts'
import { datesOf, type Span } from './schedule-span.ts'

/**
 * A driver's days of a span with waiting changes laid over. Day by day rather than as one list: a list would ask for
 * every waiting day of the company whether it is this driver's. The same array when nothing changes.
 */
function daysOf(driver: number, days: readonly ScheduleDay[], fold: Fold, dates: readonly IsoDay[]) {
  const known = new Map(days.map((day) => [day.date, day]))
  let isSame = true
  const result = dates.flatMap((date) => {
    const day = known.get(date)
    const now = day ? fold.row(dayKind, day) : fold.find<ScheduleDay>(dayKind, dayKind.keyOf({ driver, date }))
    if (now !== day) isSame = false
    return now ? [now] : []
  })
  return isSame ? days : result
}

/** A dispatcher's row with waiting changes laid over its drivers and their days; the same row when nothing changes. */
export function withWaitingDays(row: ScheduleRow, fold: Fold, span: Span): ScheduleRow {
  if (!fold.has(driverKind) && !fold.has(dayKind)) return row
  const dates = datesOf(span)
  let isSame = true
  const drivers = row.drivers.map((driver) => {
    const now = fold.row<ScheduleDriver>(driverKind, driver)
    const days = fold.has(dayKind) ? daysOf(driver.id, driver.days, fold, dates) : driver.days
    if (now === driver && days === driver.days) return driver
    isSame = false
    return { ...now, days: [...days] }
  })
  return isSame ? row : { ...row, drivers }
}
