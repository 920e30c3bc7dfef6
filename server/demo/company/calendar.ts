import { countDays } from '#server/records/calendar.ts'

const DAY_MS = 86_400_000

/** Weeks of schedule that the demo company has: 22 past weeks, the current week and three weeks to come. */
export const WEEKS_BACK = 22
export const WEEKS_AHEAD = 3
/** The first and the last day that any such calendar can have, as offsets from today, whatever weekday today is. */
export const EARLIEST_OFFSET = -(WEEKS_BACK * 7 + 6)
export const LATEST_OFFSET = WEEKS_AHEAD * 7 + 6

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The days around today. An offset is a number of days from today: 0 is today, -1 yesterday. */
export interface Calendar {
  readonly today: string
  /** Offset of the first day that has a schedule: the Sunday 22 weeks before the Sunday of this week. */
  readonly first: number
  /** Offset of the last day that has a schedule: the Saturday three weeks after the Saturday of this week. */
  readonly last: number
  /** `yyyy-MM-dd` */
  date(offset: number): string
  /** `Mon` */
  weekday(offset: number): string
  /** `11/21`: the form of dates in notes. */
  jotted(offset: number): string
}

/** The calendar around `today` (`yyyy-MM-dd`); throws when `today` is anything else. Weeks start on Sunday. */
export function calendarAround(today: string): Calendar {
  const start = Date.parse(`${today}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(today) || Number.isNaN(start)) throw new Error(`not a calendar day: "${today}"`)
  const known = new Map<number, string>()
  const weekdayOf = (offset: number) => new Date(start + offset * DAY_MS).getUTCDay()
  const date = (offset: number) => {
    const text = known.get(offset) ?? new Date(start + offset * DAY_MS).toISOString().slice(0, 10)
    known.set(offset, text)
    return text
  }
  const sunday = -weekdayOf(0)
  return {
    today,
    first: sunday - WEEKS_BACK * 7,
    last: sunday + WEEKS_AHEAD * 7 + 6,
    date,
    weekday: (offset) => WEEKDAYS[weekdayOf(offset)] ?? '',
    jotted: (offset) => date(offset).slice(5).replace('-', '/'),
  }
}

/** Days from today to a date (`yyyy-MM-dd`); negative for a date before today. */
export const offsetOf = (calendar: Calendar, date: string): number => countDays(calendar.today, date) - 1
