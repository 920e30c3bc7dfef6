import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { daysBetween, daysFrom, type IsoDay } from '#src/format/calendar.ts'
import type { NewChange } from '#src/offline/command.ts'

/** The driver of a day, with the name that waiting changes show. */
export interface DayDriver {
  readonly id: number
  readonly name: string
}

export interface WantedDay {
  readonly status: DutyStatus
  readonly description: string
}

/** One day as the user wants it (`to`; null clears it) and as the user saw it (`was`). */
export interface DayTarget {
  readonly date: IsoDay
  readonly was: ScheduleDay | null
  readonly to: WantedDay | null
  /** The part that the user has not touched. It keeps its value at the time of saving, whatever `to` contains. */
  readonly untouched?: keyof WantedDay
}

/** An edit of one driver's days: one request and one transaction. `targets` are sorted by date, each date once. */
export interface RowEdit {
  readonly driver: DayDriver
  readonly targets: readonly DayTarget[]
}

/** Creates the change for an edit; null when the days already have the wanted values. */
export type RowDraft = (row: RowEdit, newId: () => string) => NewChange | null

/** Saves edits of any number of rows: all or none. Rejects with `NotSaved` when the device can't save them. */
export type SaveRows = (rows: readonly RowEdit[]) => Promise<unknown>

/** Returns the day that the user sees; null when nothing is planned. */
export type DayOn = (date: IsoDay) => ScheduleDay | null

/** The edit of the day editor: the status for all days of the range, the description only for the opened day. */
export function rowOfDay(
  driver: DayDriver,
  date: IsoDay,
  range: { readonly from: IsoDay; readonly to: IsoDay },
  wanted: WantedDay,
  dayOn: DayOn,
): RowEdit {
  const targets = daysFrom(range.from, daysBetween(range.from, range.to) + 1).map((one) => {
    const was = dayOn(one)
    const before = was?.description ?? ''
    const description = one === date ? wanted.description : before
    const to = { status: wanted.status, description }
    if (description === before) return { date: one, was, to, untouched: 'description' as const }
    return was?.status === wanted.status ? { date: one, was, to, untouched: 'status' as const } : { date: one, was, to }
  })
  return { driver, targets }
}
