import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { daysBetween, daysFrom, type IsoDay } from '#src/format/calendar.ts'
import type { Draft } from '#src/offline/command.ts'

/** The driver that a day belongs to, as waiting changes will name him. */
export interface DayDriver {
  readonly id: number
  readonly name: string
}

export interface DayWanted {
  readonly status: DutyStatus
  readonly description: string
}

/** One day as its author wants it, and as the author saw it; `to` is null where nothing shall be planned any more. */
export interface DayTarget {
  readonly date: IsoDay
  readonly was: ScheduleDay | null
  readonly to: DayWanted | null
  /** What the person has not touched: it stays as it is by the time that the change is kept, whatever `to` says of it. */
  readonly untouched?: keyof DayWanted
}

/** What shall become of one driver's days: one request and one transaction. `targets` by date, each date once. */
export interface RowEdit {
  readonly driver: DayDriver
  readonly targets: readonly DayTarget[]
}

/** What gives a driver's days what is wanted, in one change; null when all is so already. */
export type RowDraft = (row: RowEdit, newId: () => string) => Draft | null

/** Keeps an edit of any number of rows: all of it, or nothing. Rejects with `NotKept` when the device can't keep it. */
export type KeepRows = (rows: readonly RowEdit[]) => Promise<unknown>

/** What the person sees on a day. */
export type DayOn = (date: IsoDay) => ScheduleDay | null

/** What the day editor saves: the status for all days of the range, the description for the one that was opened. */
export function rowOfDay(
  driver: DayDriver,
  date: IsoDay,
  range: { readonly from: IsoDay; readonly to: IsoDay },
  wanted: DayWanted,
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
