import { addDays as addDaysTo, addMonths as addMonthsTo, differenceInCalendarDays, lightFormat } from 'date-fns'
import { isImplausibleDay } from '#contract/wire/record.ts'

/** A calendar day, `yyyy-MM-dd`. It has no time zone: which day is "today" is decided once, in `chicago.ts`. */
export type IsoDay = string

/** Shown with a stored day that can't be right. */
export const DOUBTFUL = 'check this date'

/** The specification's message for every date field. */
export const DATE_NOT_VALID = 'Date input not valid.'

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Noon of the day in the device's time zone: no zone changes its clocks at noon, so adding days never skips a day. */
function noonOf(day: IsoDay): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const noon = new Date(2000, 0, 1, 12)
  // The constructor would read a year below 100 as one of the 20th century.
  noon.setFullYear(year, month - 1, date)
  return noon
}

/** `days` later (earlier when negative). */
export function addDays(day: IsoDay, days: number): IsoDay {
  return lightFormat(addDaysTo(noonOf(day), days), 'yyyy-MM-dd')
}

/** The same date `months` later (earlier when negative); the month's last day where it is shorter. */
export function addMonths(day: IsoDay, months: number): IsoDay {
  return lightFormat(addMonthsTo(noonOf(day), months), 'yyyy-MM-dd')
}

/** How many days `later` is after `earlier`; negative when it is before. */
export function daysBetween(earlier: IsoDay, later: IsoDay): number {
  return differenceInCalendarDays(noonOf(later), noonOf(earlier))
}

/** `count` days in a row, from `start`. */
export function daysFrom(start: IsoDay, count: number): readonly IsoDay[] {
  return Array.from({ length: count }, (_, index) => addDays(start, index))
}

/** The Sunday on or before the day. */
export function sundayOf(day: IsoDay): IsoDay {
  return addDays(day, -noonOf(day).getDay())
}

/** The first day of the day's month. */
export function firstOfMonth(day: IsoDay): IsoDay {
  return `${day.slice(0, 7)}-01`
}

/** "November 2026". */
export function monthName(day: IsoDay): string {
  return `${MONTHS[noonOf(day).getMonth()] ?? ''} ${day.slice(0, 4)}`
}

/** "Sunday, November 22, 2026". */
export function longDay(day: IsoDay): string {
  const month = MONTHS[noonOf(day).getMonth()] ?? ''
  return `${weekdayName(day)}, ${month} ${noonOf(day).getDate()}, ${day.slice(0, 4)}`
}

/** "Saturday". */
export function weekdayName(day: IsoDay): string {
  return WEEKDAYS[noonOf(day).getDay()] ?? ''
}

/** "Sat". */
export function weekdayShort(day: IsoDay): string {
  return weekdayName(day).slice(0, 3)
}

/** "11/21/26": how this company writes a day in headings; a doubtful day has a four-digit year. */
export function shortDay(day: IsoDay): string {
  return lightFormat(noonOf(day), isImplausibleDay(day) ? 'MM/dd/yyyy' : 'MM/dd/yy')
}

/** "Sat 11/21/26". */
export function dayWords(day: IsoDay): string {
  return `${weekdayShort(day)} ${shortDay(day)}`
}
