import type { DayOrder } from '#contract/expenses/report-choices.ts'

/** A day as a cell writes it, and the text after it. */
export interface WrittenDay {
  readonly year: number
  readonly month: number
  readonly date: number
  readonly rest: string
}

export type DayResult =
  | WrittenDay
  /** Month and day are ambiguous: the user must choose which comes first. */
  | 'unclear'
  /** The day does not exist with the month first, as is usual in the US, but exists with the day first. */
  | 'reversed'
  | null

const ISO_DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
/** 20261105 or 11052026, and either with six digits of a time directly after it. */
const EIGHT_DIGITS = /^(\d{2})(\d{2})(\d{2})(\d{2})(?=$|\D|\d{6}$)/
const SIX_DIGITS = /^(\d{2})(\d{2})(\d{2})(?!\d)/
const DATE_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[- ./]*([a-z]{3,9})[- ./,]*(\d{4}|\d{2})(?!\d)/i
const NAME_DATE = /^([a-z]{3,9})[- ./]*(\d{1,2})(?:st|nd|rd|th)?(?:[- ./]+|, *)(\d{4}|\d{2})(?!\d)/i
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i
/** A day as a spreadsheet’s serial number, with an optional fraction for the time. */
const SERIAL = /^(\d{5})(?:\.(\d+))?$/

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MAX_MONTHS = 12
const CENTURY = 2000
/** Serial numbers of January 1, 2000 and December 31, 2099. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]
const [SERIAL_OF_2019, YEAR_OF_2019] = [43_466, 19]
const SERIAL_ZERO = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

const yearOf = (digits: string) => (digits.length === 2 ? CENTURY + Number(digits) : Number(digits))
const monthOf = (name: string) => {
  const word = name.toLowerCase()
  return (
    MONTHS.findIndex(
      (month) => month === word || word === month.slice(0, 3) || (word === 'sept' && month === 'september'),
    ) + 1
  )
}

/**
 * Finds the day at the beginning of a cell, in any notation: numbers, month name, a leading weekday, or a spreadsheet’s
 * serial number. Without `order`, slashes and dashes mean that the month comes first, as in the US. Dots do not decide
 * the order.
 */
export function findDay(text: string, order: DayOrder | undefined): DayResult {
  const bare = /^[a-z]/i.test(text) ? text.replace(WEEKDAY, '') : text
  return isoDay(bare) ?? numberedDay(bare, order) ?? namedDay(bare) ?? compactDay(bare, order) ?? serialDay(bare)
}

function isoDay(text: string): WrittenDay | null {
  const [all, year = '', month = '', date = ''] = ISO_DAY.exec(text) ?? []
  if (all === undefined) return null
  return { year: Number(year), month: Number(month), date: Number(date), rest: text.slice(all.length) }
}

function numberedDay(text: string, order: DayOrder | undefined): DayResult {
  const [all, one = '', sign, two = '', year = ''] = NUMBERS.exec(text) ?? []
  if (all === undefined) return null
  const [first, second] = [Number(one), Number(two)]
  const day = (isDayFirst: boolean): WrittenDay => ({
    year: yearOf(year),
    month: isDayFirst ? second : first,
    date: isDayFirst ? first : second,
    rest: text.slice(all.length),
  })
  if (order !== undefined) return day(order === 'day_first')
  const isDayFirst = first > MAX_MONTHS && second <= MAX_MONTHS
  if (sign !== '.') return isDayFirst ? 'reversed' : day(false)
  return isDayFirst || second > MAX_MONTHS || first === second ? day(isDayFirst) : 'unclear'
}

function namedDay(text: string): WrittenDay | null {
  const [all, date = '', name = '', year = ''] = DATE_NAME.exec(text) ?? []
  const [other, first = '', second = '', behind = ''] = all === undefined ? (NAME_DATE.exec(text) ?? []) : []
  const month = monthOf(name || first)
  const found = all ?? other
  if (found === undefined || month === 0) return null
  return { year: yearOf(year || behind), month, date: Number(date || second), rest: text.slice(found.length) }
}

const compactDay = (text: string, order: DayOrder | undefined) => digitsDay(text, order) ?? shortDay(text, order)

function digitsDay(text: string, order: DayOrder | undefined): WrittenDay | null {
  const [all, a = '', b = '', c = '', d = ''] = EIGHT_DIGITS.exec(text) ?? []
  if (all === undefined) return null
  const digits = text.slice(8)
  const rest = digits === '' || !/^\d/.test(digits) ? digits : ` ${digits}`
  if (a === '20') return { year: Number(a + b), month: Number(c), date: Number(d), rest }
  const isDayFirst = order === 'day_first'
  return { year: Number(c + d), month: Number(isDayFirst ? b : a), date: Number(isDayFirst ? a : b), rest }
}

function existsInCalendar({ year, month, date }: WrittenDay): boolean {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return month > 0 && month <= MAX_MONTHS && date > 0 && date <= last.getUTCDate()
}

/** 112526 or 261125: with the month first, as in the US, or with the year first if it cannot be a month. */
function shortDay(text: string, order: DayOrder | undefined): DayResult {
  const [all, a = '', b = '', c = ''] = SIX_DIGITS.exec(text) ?? []
  if (all === undefined) return null
  const day = (year: string, month: string, date: string): WrittenDay => ({
    year: yearOf(year),
    month: Number(month),
    date: Number(date),
    rest: text.slice(all.length),
  })
  const [monthFirst, dayFirst, yearFirst] = [day(c, a, b), day(c, b, a), day(a, b, c)]
  if (order === 'day_first') return dayFirst
  if (existsInCalendar(monthFirst) || (order !== undefined && Number(a) <= MAX_MONTHS)) return monthFirst
  if (order === undefined && existsInCalendar(dayFirst)) return existsInCalendar(yearFirst) ? 'unclear' : 'reversed'
  return existsInCalendar(yearFirst) ? yearFirst : monthFirst
}

const isCalendarDay = (found: DayResult) => found !== null && typeof found !== 'string' && existsInCalendar(found)

/**
 * Whether a serial number might be a date whose leading zero a spreadsheet dropped: 41526 is April 15, 2026 or a day in
 * 2013. Reports today have no days before 2019.
 */
const isShortened = (days: string) =>
  Number(days) < SERIAL_OF_2019 &&
  Number(days.slice(-2)) >= YEAR_OF_2019 &&
  isCalendarDay(shortDay(`0${days}`, 'month_first'))

function serialDay(text: string): WrittenDay | null {
  const [all, days = '', part] = SERIAL.exec(text) ?? []
  if (all === undefined || Number(days) < FIRST_SERIAL || Number(days) > LAST_SERIAL) return null
  if (part === undefined && isShortened(days)) return null
  const at = new Date(SERIAL_ZERO + Number(days) * DAY_MS)
  const rest = part === undefined ? '' : ` 0.${part}`
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate(), rest }
}
