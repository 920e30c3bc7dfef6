import { dayKind, type ScheduleRow } from '#contract/boards/schedule.ts'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { driverKind } from '#contract/people/drivers.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { type RecordKey, recordKey, rowKey } from '#src/offline/command.ts'
import type { Mark } from '#src/ui/notice/waiting-mark.tsx'

/** The outbox's marks (waiting, needs attention), by record. */
export type Marks = ReadonlyMap<RecordKey, Mark>

/** Mark of the dispatcher's own record. */
export function markOfTeam(marks: Marks, { id }: Pick<ScheduleRow, 'id'>): Mark | null {
  return id === null ? null : (marks.get(recordKey(dispatcherKind, `${id}`)) ?? null)
}

/** Mark of the driver's own record, for example for a change of units or dispatcher. */
export function markOfDriver(marks: Marks, driver: number): Mark | null {
  return marks.get(recordKey(driverKind, `${driver}`)) ?? null
}

export function markOfDay(marks: Marks, driver: number, date: IsoDay): Mark | null {
  return marks.get(rowKey(dayKind, { driver, date })) ?? null
}

/** Number of marks on a sheet. */
export function marksOnSheet(marks: Marks, team: ScheduleRow, dates: readonly IsoDay[]): number {
  if (marks.size === 0) return 0
  const ofDrivers = team.drivers.flatMap(({ id }) => [
    markOfDriver(marks, id),
    ...dates.map((date) => markOfDay(marks, id, date)),
  ])
  return [markOfTeam(marks, team), ...ofDrivers].filter((mark) => mark !== null).length
}
