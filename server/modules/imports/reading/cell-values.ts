import type { DayOrder, ReportQuestion } from '#contract/expenses/report-choices.ts'
import { DAY_BOUNDS } from '#contract/wire/day-bounds.ts'
import { chicagoDay, chicagoHour } from '#server/records/calendar.ts'
import { findDay } from './written-days.ts'
import { findNumber, inMillionths } from './written-numbers.ts'
import { findTime, timeFault, type WrittenTime } from './written-times.ts'

/** The value of a cell, or the reason why it cannot be read. */
export type CellResult<T> =
  /** `isRounded`: the cell has more decimals than the value. */
  | { readonly value: T; readonly isRounded?: true }
  /**
   * `asks`: the question whose answer makes the cell readable. `column`: the column of the fault, if it is in another
   * cell.
   */
  | { readonly fault: string; readonly asks?: ReportQuestion; readonly column?: string }

/** A day (`yyyy-MM-dd`) and its time (`HH:mm:ss`, or as the report spells it; empty if it has none). */
export interface DayTime {
  readonly day: string
  readonly time: string
  /** The time in Chicago, `HH:mm:ss`; empty if the row has no readable time. */
  readonly clock: string
}

const yearOf = (day: string) => Number(day.slice(0, 4))
const FIRST_YEAR = yearOf(DAY_BOUNDS.expense.first)
const LAST_YEAR = yearOf(DAY_BOUNDS.expense.last)

const two = (text: string | number) => String(text).padStart(2, '0')

/** The day as `yyyy-MM-dd`; null if the calendar has no such day. */
function calendarDay(year: number, month: number, date: number): string | null {
  const day = `${year}-${two(month)}-${two(date)}`
  const instant = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day) ? day : null
}

const NO_SUCH_DAY = 'There is no such day.'
const NO_DATE = 'This date can’t be read. Write it like 11/25/2026 or 2026-11-25.'

const UNCLEAR = 'Month and day can’t be told apart here. Say which comes first.'
const HOUR_MS = 3_600_000

/** The settings for reading a day. */
export interface DayReading {
  /** The cell of the report’s time column. */
  readonly besides?: string
  /** The header declares UTC. */
  readonly isUtc?: boolean
  /** Whether month or day comes first in a numeric date, if the user chose. */
  readonly order?: DayOrder | undefined
}

/**
 * Reads a day within `DAY_BOUNDS.expense`, with an optional time. A day and time with a zone are converted to Chicago’s
 * day and time.
 */
export function readDay(text: string, { besides = '', isUtc = false, order }: DayReading = {}): CellResult<DayTime> {
  const found = findDay(text, order)
  if (found === null) return { fault: NO_DATE }
  if (found === 'unclear') return { fault: UNCLEAR, asks: 'day_order' }
  if (found === 'reversed') return { fault: NO_SUCH_DAY, asks: 'day_order' }
  const { year, month, date, rest } = found
  const day = calendarDay(year, month, date)
  if (day === null) return { fault: NO_SUCH_DAY }
  if (year < FIRST_YEAR || year > LAST_YEAR) return { fault: 'This year can’t be right.' }
  const own = readTime(rest, day, order)
  // Text after a date that is not a time makes the whole cell unreadable.
  if ('time' in own && own.time === null && /[^\s,T]/i.test(rest)) return { fault: NO_DATE }
  if ('fault' in own) return own
  const other = readTime(besides, day, order)
  if ('fault' in other) return { ...other, column: 'time' }
  return combineTimes(day, own.time, other.time, { besides, isUtc })
}

type TimeResult = { readonly time: WrittenTime | null } | { readonly fault: string }

/** The time in a cell, in which the day may be repeated; null if there is none. */
function readTime(text: string, day: string, order: DayOrder | undefined): TimeResult {
  const rest = text.replace(/^T|^[\s,]+/i, '')
  const time = rest === '' ? null : findTime(rest)
  if (rest === '' || time) return { time }
  const again = findDay(rest, order)
  if (again === null || typeof again === 'string') return unreadTime(rest)
  if (calendarDay(again.year, again.month, again.date) !== day) return { fault: 'This is another day than the date.' }
  return readTime(again.rest, day, order)
}

function unreadTime(text: string): TimeResult {
  const fault = timeFault(text)
  return fault === null ? { time: null } : { fault }
}

const MIDNIGHT = '00:00:00'
const minuteOf = (time: string) => time.slice(0, 'HH:mm'.length)
const hasZone = ({ zone, toChicago }: WrittenTime) => zone !== null || toChicago !== null

/**
 * The Chicago day and time of a written time; null for an invalid zone. A zone in the cell overrides that of the
 * header.
 */
function momentOf(day: string, clock: WrittenTime, isUtc: boolean): DayTime | null {
  const zone = clock.zone ?? (isUtc && clock.toChicago === null ? 'Z' : null)
  if (zone === null) return toChicagoTime(day, clock)
  const instant = new Date(`${day}T${clock.time}${zone}`)
  if (Number.isNaN(instant.getTime())) return null
  const time = instant.toISOString().slice(11, 19)
  return { day: chicagoDay(instant), time, clock: `${two(chicagoHour(instant))}${time.slice(2)}` }
}

/**
 * Chooses between the time in the date cell (`own`) and in the time column (`other`); null if they contradict each
 * other.
 */
function chooseTime(day: string, [own, other]: readonly [own: WrittenTime, other: WrittenTime], isUtc: boolean) {
  const [ownClock, otherClock] = [own, other].map((clock) => momentOf(day, clock, isUtc)?.clock ?? '')
  const isOne = minuteOf(own.time) === minuteOf(other.time) || minuteOf(ownClock ?? '') === minuteOf(otherClock ?? '')
  if (isOne) return hasZone(other) && !hasZone(own) ? other : own
  // Spreadsheets write a date without a time as midnight, so the other time counts.
  if (own.time === MIDNIGHT) return other
  return other.time === MIDNIGHT ? own : null
}

/** Combines the times of the date cell and the time column. A fault if they contradict each other. */
function combineTimes(
  day: string,
  own: WrittenTime | null,
  other: WrittenTime | null,
  { besides, isUtc }: { readonly besides: string; readonly isUtc: boolean },
): CellResult<DayTime> {
  const clock = own && other ? chooseTime(day, [own, other], isUtc) : (own ?? other)
  if (clock !== null) {
    const value = momentOf(day, clock, isUtc)
    return value === null ? { fault: NO_DATE } : { value }
  }
  if (own !== null) return { fault: 'The date has another time than the column for it.' }
  return { value: { day, time: besides, clock: '' } }
}

/**
 * Converts day and time from a zone with a name to Chicago. The difference in hours is the same in summer and winter.
 */
function toChicagoTime(day: string, { time, toChicago }: WrittenTime): DayTime {
  if (!toChicago) return { day, time, clock: time }
  const moved = new Date(Date.parse(`${day}T${time}Z`) + toChicago * HOUR_MS).toISOString()
  const clock = moved.slice(11, 19)
  return { day: moved.slice(0, 10), time: clock, clock }
}

const MAX_DOLLARS = 1_000_000
const MAX_GALLONS = 100_000

const CENT = 10_000

/** Reads dollars as whole cents, rounded to the nearest cent. A credit is negative. */
export function readCents(text: string): CellResult<number> {
  const number = findNumber(text)
  if (!number) return { fault: 'This is not an amount in dollars.' }
  const millionths = inMillionths(number)
  const cents = Math.floor((millionths + CENT / 2) / CENT)
  if (cents > MAX_DOLLARS * 100) return { fault: 'This is more than a million dollars.' }
  const value = number.isNegative ? 0 - cents : cents
  return millionths % CENT === 0 ? { value } : { value, isRounded: true }
}

/** Reads gallons, rounded to a thousandth. */
export function readGallons(text: string): CellResult<number> {
  const number = findNumber(text)
  if (!number) return { fault: 'This is not a number.' }
  const gallons = Math.floor((inMillionths(number) + 500) / 1000) / 1000
  if (gallons > MAX_GALLONS) return { fault: 'This is more than 100,000.' }
  return { value: number.isNegative ? 0 - gallons : gallons }
}
