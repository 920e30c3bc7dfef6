import type { ScheduleRow } from '#contract/boards/schedule.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import type { Week } from '#src/format/week.ts'
import { cellText } from '../edits/cell-text.ts'
import { dayOn } from '../schedule-items.ts'
import { teamName } from './sheets.ts'

/** The week of these teams as table rows: the headings, then one row per driver. */
export function csvRows(teams: readonly ScheduleRow[], dates: readonly IsoDay[]): readonly (readonly string[])[] {
  const headings = ['Dispatcher', 'Driver', 'Truck', 'Trailer', ...dates.map(dayWords)]
  const drivers = teams.flatMap((team) =>
    team.drivers.map((driver) => [
      teamName(team),
      fullName(driver.user),
      unitNumberOfDriver(driver, 'truck') ?? '',
      unitNumberOfDriver(driver, 'trailer') ?? '',
      ...dates.map((date) => cellText(dayOn(driver, date))),
    ]),
  )
  return [headings, ...drivers]
}

/** "schedule-2026-11-23-to-2026-11-29.csv". */
export function csvName({ start, end }: Week): string {
  return `schedule-${start}-to-${end}.csv`
}
