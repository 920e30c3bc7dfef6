import { chicagoDay } from '#server/records/calendar.ts'

/** What a cell says, or why it can't be understood. */
export type Said<T> = { readonly value: T } | { readonly fault: string }

/** A day (`yyyy-MM-dd`) and, where the cell says it, a time (`HH:mm:ss`; empty when it does not). */
export interface DayTime {
  readonly day: string
  readonly time: string
}

const ISO_DAY = /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<date>\d{1,2})/
const US_DAY = /^(?<month>\d{1,2})\/(?<date>\d{1,2})\/(?<year>\d{4}|\d{2})(?!\d)/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AP]M)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const FIRST_YEAR = 2000
const LAST_YEAR = 2099

const two = (text: string | number) => String(text).padStart(2, '0')

/** `yyyy-MM-dd`; null when the calendar has no such day. */
function calendarDay(year: number, month: number, date: number): string | null {
  const day = `${year}-${two(month)}-${two(date)}`
  const instant = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day) ? day : null
}

/** A time as `HH:mm:ss`, and its zone where it says one; null when it is no time. */
function clockTime(text: string): { readonly time: string; readonly zone: string | null } | null {
  const [, hour = '', minute = '', second = '00', half, zone] = TIME.exec(text) ?? []
  if (hour === '') return null
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return { time: `${two(hours)}:${minute}:${second}`, zone: zone ? (/^(Z|UTC|GMT)$/i.test(zone) ? 'Z' : zone) : null }
}

const NO_DATE = 'Enter a date as yyyy-MM-dd or MM/dd/yyyy.'

/**
 * A day of 2000 to 2099, with or without a time behind it. A time with a zone is an instant: it counts for the day that it
 * was in Chicago. `besides`: what the report's own column for the time says; `isUtc`: its header says that it is UTC.
 */
export function sayDay(text: string, besides = '', isUtc = false): Said<DayTime> {
  const found = ISO_DAY.exec(text) ?? US_DAY.exec(text)
  if (!found?.groups) return { fault: NO_DATE }
  const { year = '', month = '', date = '' } = found.groups
  const fullYear = year.length === 2 ? FIRST_YEAR + Number(year) : Number(year)
  const day = calendarDay(fullYear, Number(month), Number(date))
  if (day === null) return { fault: 'There is no such day.' }
  if (fullYear < FIRST_YEAR || fullYear > LAST_YEAR) return { fault: 'This year can not be right.' }
  const behind = text.slice(found[0].length).replace(/^T|^\s+/i, '')
  const clock = clockTime(behind === '' ? besides : behind)
  if (behind !== '' && clock === null) return { fault: NO_DATE }
  const zone = clock?.zone ?? (isUtc ? 'Z' : null)
  if (clock === null || zone === null) return { value: { day, time: clock?.time ?? besides } }
  const instant = new Date(`${day}T${clock.time}${zone}`)
  if (Number.isNaN(instant.getTime())) return { fault: NO_DATE }
  return { value: { day: chicagoDay(instant), time: instant.toISOString().slice(11, 19) } }
}

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

/** A number as its digits and sign: `$1,234.56`, `(12.50)`, `-3.10`, `3.10-`; null when it is none. */
function digitsOf(
  text: string,
): { readonly isNegative: boolean; readonly whole: string; readonly part: string } | null {
  const inBrackets = /^\((.*)\)$/.exec(text)
  const signed = (inBrackets?.[1] ?? text).trim()
  const bare = signed.replace(/^(-?)\s*\$?\s*(-?)/, '').replace(/\s*(?:USD)?(-?)$/i, '')
  const signs = (signed.match(/-/g)?.length ?? 0) + (inBrackets ? 1 : 0)
  const [all, whole = '', part = ''] = NUMBER.exec(bare) ?? []
  if (all === undefined || signs > 1 || whole + part === '') return null
  return { isNegative: signs === 1, whole: whole.replaceAll(',', ''), part: part.replace(/0+$/, '') }
}

const MOST_DOLLARS = 1_000_000
const MOST_GALLONS = 100_000

/** Dollars in whole cents; a credit is below zero. */
export function sayCents(text: string): Said<number> {
  const digits = digitsOf(text)
  if (!digits) return { fault: 'This is no amount in dollars.' }
  if (digits.part.length > 2) return { fault: 'Dollars have two decimals at most.' }
  const cents = Number(`${digits.whole}${digits.part.padEnd(2, '0')}`)
  if (cents > MOST_DOLLARS * 100) return { fault: 'This is more than a million dollars.' }
  return { value: digits.isNegative ? 0 - cents : cents }
}

/** Gallons, to a thousandth. */
export function sayGallons(text: string): Said<number> {
  const digits = digitsOf(text)
  if (!digits) return { fault: 'This is no number.' }
  const gallons = Math.round(Number(`${digits.whole}.${digits.part}`) * 1000) / 1000
  if (gallons > MOST_GALLONS) return { fault: 'This is more than 100,000.' }
  return { value: digits.isNegative ? 0 - gallons : gallons }
}
