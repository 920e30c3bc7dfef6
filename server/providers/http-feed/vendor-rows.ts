import { isDay } from '#contract/wire/days.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { chicagoDay } from '#server/records/calendar.ts'

/**
 * The value at a path of a JSON value, such as `vehicle.plate`. An empty path is the value itself; a missing value is
 * undefined.
 */
export function valueAt(value: unknown, place: string): unknown {
  let at: unknown = value
  for (const name of place === '' ? [] : place.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}

/**
 * The rows of a response: the list at the first path that holds one. Throws a `FeedFailure` when no path holds a list.
 */
export function rowsAt(answer: unknown, place: string, ...otherPlaces: readonly string[]): readonly unknown[] {
  const rows = [place, ...otherPlaces].map((one) => valueAt(answer, one)).find(Array.isArray)
  if (rows === undefined) throw new FeedFailure(`The vendor’s answer has no list at "${place}".`)
  return rows
}

const MAX = 200

/** A text or number as text, without characters that cannot be stored; empty when missing. */
export function textAt(row: unknown, place: string): string {
  const value = place === '' ? undefined : valueAt(row, place)
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // `toWellFormed` comes after the cut, because the cut can split a surrogate pair.
  return String(value).replaceAll('\0', '').trim().slice(0, MAX).toWellFormed()
}

const AMOUNT = /^-?\$?\d{1,9}(?:,\d{3})*(?:\.\d{1,6})?$/
const MOST = 10_000_000

/** A number, or a text like `$1,234.56` or `(3.10)`, which is negative; null when missing or invalid. */
export function amountAt(row: unknown, place: string): number | null {
  const text = textAt(row, place).replace(/^\((.*)\)$/, '-$1')
  if (!AMOUNT.test(text)) return null
  const amount = Number(text.replace(/[$,]/g, ''))
  return Math.abs(amount) <= MOST ? amount : null
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,20})?$/

/** A number within bounds, also when it is sent as text; null when missing, invalid or out of bounds. */
export function boundedNumberAt(row: unknown, place: string, least: number, most: number): number | null {
  const value = valueAt(row, place)
  const figure = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof figure === 'number' && figure >= least && figure <= most ? figure : null
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** An instant with a time zone, as ISO 8601 UTC; null when missing or invalid. */
export function instantAt(row: unknown, place: string): string | null {
  const value = valueAt(row, place)
  const ms = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

const ZONED = /T.*(?:Z|[+-]\d\d:?\d\d)$/i
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/

/**
 * The day of a date or an instant. An instant with a time zone is converted to company time. Null when missing or
 * implausible.
 */
export function dayAt(row: unknown, place: string): string | null {
  const text = textAt(row, place)
  if (ZONED.test(text)) {
    const instant = Date.parse(text)
    return Number.isNaN(instant) ? null : chicagoDay(new Date(instant))
  }
  const [, month = '', day = '', year] = AMERICAN.exec(text) ?? []
  const written = year === undefined ? text.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) && !isImplausibleDay(written) ? written : null
}

/** A non-negative integer, such as an id; null when missing or invalid. */
export function integerAt(row: unknown, place: string): number | null {
  const text = textAt(row, place)
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
