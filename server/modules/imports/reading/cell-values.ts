import type { DayOrder, ReportQuestion } from '#contract/expenses/report-choices.ts'
import { DAY_BOUNDS } from '#contract/wire/day-bounds.ts'
import { chicagoDay, chicagoHour } from '#server/records/calendar.ts'
import { findDay } from './written-days.ts'
import { findNumber, inMillionths } from './written-numbers.ts'
import { findTime, timeFault, type WrittenTime } from './written-times.ts'

/** What a cell says, or why it can't be understood. */
export type Said<T> =
  /** `isRounded`: the cell says it more exactly. */
  | { readonly value: T; readonly isRounded?: true }
  /** `asks`: what would have to be known to understand it. `column`: where the fault is, if in another cell. */
  | { readonly fault: string; readonly asks?: ReportQuestion; readonly column?: string }

/** A day (`yyyy-MM-dd`) and, where the cell says it, a time (`HH:mm:ss`; empty when it does not). */
export interface DayTime {
  readonly day: string
  readonly time: string
  /** The time on Chicago's clock, `HH:mm:ss`; empty where none is said that can be understood. */
  readonly clock: string
}

const yearOf = (day: string) => Number(day.slice(0, 4))
const FIRST_YEAR = yearOf(DAY_BOUNDS.expense.first)
const LAST_YEAR = yearOf(DAY_BOUNDS.expense.last)

const two = (text: string | number) => String(text).padStart(2, '0')

/** `yyyy-MM-dd`; null when the calendar has no such day. */
function calendarDay(year: number, month: number, date: number): string | null {
  const day = `${year}-${two(month)}-${two(date)}`
  const instant = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day) ? day : null
}

const NO_SUCH_DAY = 'There is no such day.'
const NO_DATE = 'This date can not be read. Write it like 11/25/2026 or 2026-11-25.'

const UNCLEAR = 'Month and day can not be told apart here. Say which comes first.'
const HOUR_MS = 3_600_000

/** How a day is to be read. */
export interface DayReading {
  /** What the report's own column for the time says. */
  readonly besides?: string
  /** The header says that it is UTC. */
  readonly isUtc?: boolean
  /** What comes first in a date of numbers, where that was said. */
  readonly order?: DayOrder | undefined
}

/**
 * A day of 2000 to 2099, with or without a time behind it. A time with a zone is an instant: it counts for the day that it
 * was in Chicago.
 */
export function sayDay(text: string, { besides = '', isUtc = false, order }: DayReading = {}): Said<DayTime> {
  const found = findDay(text, order)
  if (found === null) return { fault: NO_DATE }
  if (found === 'unclear') return { fault: UNCLEAR, asks: 'day_order' }
  if (found === 'reversed') return { fault: NO_SUCH_DAY, asks: 'day_order' }
  const { year, month, date, rest } = found
  const day = calendarDay(year, month, date)
  if (day === null) return { fault: NO_SUCH_DAY }
  if (year < FIRST_YEAR || year > LAST_YEAR) return { fault: 'This year can not be right.' }
  const own = timeIn(rest, day, order)
  // What stands behind a date and is no time may be anything.
  if ('time' in own && own.time === null && /[^\s,T]/i.test(rest)) return { fault: NO_DATE }
  if ('fault' in own) return own
  const other = timeIn(besides, day, order)
  if ('fault' in other) return { ...other, column: 'time' }
  return settled(day, own.time, other.time, { besides, isUtc })
}

type FoundTime = { readonly time: WrittenTime | null } | { readonly fault: string }

/** The time in a cell, which may say its day once more; null for none. */
function timeIn(text: string, day: string, order: DayOrder | undefined): FoundTime {
  const behind = text.replace(/^T|^[\s,]+/i, '')
  const time = behind === '' ? null : findTime(behind)
  if (behind === '' || time) return { time }
  const again = findDay(behind, order)
  if (again === null || typeof again === 'string') return noTime(behind)
  if (calendarDay(again.year, again.month, again.date) !== day) return { fault: 'This is another day than the date.' }
  return timeIn(again.rest, day, order)
}

function noTime(text: string): FoundTime {
  const fault = timeFault(text)
  return fault === null ? { time: null } : { fault }
}

const MIDNIGHT = '00:00:00'
const minuteOf = (time: string) => time.slice(0, 'HH:mm'.length)
const hasZone = ({ zone, toChicago }: WrittenTime) => zone !== null || toChicago !== null

/** The moment that a time of a day is; null where its zone is none. What a cell says of the zone goes before its header. */
function momentOf(day: string, clock: WrittenTime, isUtc: boolean): DayTime | null {
  const zone = clock.zone ?? (isUtc && clock.toChicago === null ? 'Z' : null)
  if (zone === null) return atChicago(day, clock)
  const instant = new Date(`${day}T${clock.time}${zone}`)
  if (Number.isNaN(instant.getTime())) return null
  const time = instant.toISOString().slice(11, 19)
  return { day: chicagoDay(instant), time, clock: `${two(chicagoHour(instant))}${time.slice(2)}` }
}

/** Which of two times a row tells, that of its date and that of its own column; null where they tell two. */
function oneOf(day: string, [own, other]: readonly [own: WrittenTime, other: WrittenTime], isUtc: boolean) {
  const [then, there] = [own, other].map((clock) => momentOf(day, clock, isUtc)?.clock ?? '')
  const isOne = minuteOf(own.time) === minuteOf(other.time) || minuteOf(then ?? '') === minuteOf(there ?? '')
  if (isOne) return hasZone(other) && !hasZone(own) ? other : own
  // A midnight beside another time is a date without one, as spreadsheets write it.
  if (own.time === MIDNIGHT) return other
  return other.time === MIDNIGHT ? own : null
}

/** The moment of a row, or that its two cells contradict each other. */
function settled(
  day: string,
  own: WrittenTime | null,
  other: WrittenTime | null,
  { besides, isUtc }: { readonly besides: string; readonly isUtc: boolean },
): Said<DayTime> {
  const clock = own && other ? oneOf(day, [own, other], isUtc) : (own ?? other)
  if (clock !== null) {
    const value = momentOf(day, clock, isUtc)
    return value === null ? { fault: NO_DATE } : { value }
  }
  if (own !== null) return { fault: 'The date has another time than the column for it.' }
  return { value: { day, time: besides, clock: '' } }
}

/** A day and a time by the clock of a zone that is told by its name, as they are by the company's own clock. */
function atChicago(day: string, { time, toChicago }: WrittenTime): DayTime {
  if (!toChicago) return { day, time, clock: time }
  const moved = new Date(Date.parse(`${day}T${time}Z`) + toChicago * HOUR_MS).toISOString()
  const clock = moved.slice(11, 19)
  return { day: moved.slice(0, 10), time: clock, clock }
}

const MAX_DOLLARS = 1_000_000
const MAX_GALLONS = 100_000

const CENT = 10_000

/** Dollars in whole cents, of more decimals the nearest ones; a credit is below zero. */
export function sayCents(text: string): Said<number> {
  const number = findNumber(text)
  if (!number) return { fault: 'This is not an amount in dollars.' }
  const millionths = inMillionths(number)
  const cents = Math.floor((millionths + CENT / 2) / CENT)
  if (cents > MAX_DOLLARS * 100) return { fault: 'This is more than a million dollars.' }
  const value = number.isNegative ? 0 - cents : cents
  return millionths % CENT === 0 ? { value } : { value, isRounded: true }
}

/** Gallons, to a thousandth. */
export function sayGallons(text: string): Said<number> {
  const number = findNumber(text)
  if (!number) return { fault: 'This is not a number.' }
  const gallons = Math.floor((inMillionths(number) + 500) / 1000) / 1000
  if (gallons > MAX_GALLONS) return { fault: 'This is more than 100,000.' }
  return { value: number.isNegative ? 0 - gallons : gallons }
}
