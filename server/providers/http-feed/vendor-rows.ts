import { isDay } from '#contract/wire/days.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { chicagoDay } from '#server/records/calendar.ts'

/** What stands at a place of a JSON value, `vehicle.plate`; the value itself for an empty place, undefined for nothing. */
export function valueAt(value: unknown, place: string): unknown {
  let at: unknown = value
  for (const name of place === '' ? [] : place.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}

/** The rows of an answer, from the first of the places where there is a list; throws a `FeedFailure` when there is none. */
export function rowsAt(answer: unknown, place: string, ...otherPlaces: readonly string[]): readonly unknown[] {
  const rows = [place, ...otherPlaces].map((one) => valueAt(answer, one)).find(Array.isArray)
  if (rows === undefined) throw new FeedFailure(`The vendor’s answer has no list at "${place}".`)
  return rows
}

const MAX = 200

/** A text or a number as a text, without what is not storable; empty for none. */
export function textAt(row: unknown, place: string): string {
  const value = place === '' ? undefined : valueAt(row, place)
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // Cut first: the cut may go through the middle of a character.
  return String(value).replaceAll('\0', '').trim().slice(0, MAX).toWellFormed()
}

const AMOUNT = /^-?\$?\d{1,9}(?:,\d{3})*(?:\.\d{1,6})?$/
const MOST = 10_000_000

/** A number, or a text like `$1,234.56` or `(3.10)`, which is below zero; null for none. */
export function amountAt(row: unknown, place: string): number | null {
  const text = textAt(row, place).replace(/^\((.*)\)$/, '-$1')
  if (!AMOUNT.test(text)) return null
  const amount = Number(text.replace(/[$,]/g, ''))
  return Math.abs(amount) <= MOST ? amount : null
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,20})?$/

/** A number within bounds, also one that is written as a text; null for none. */
export function figureAt(row: unknown, place: string, least: number, most: number): number | null {
  const value = valueAt(row, place)
  const figure = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof figure === 'number' && figure >= least && figure <= most ? figure : null
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** An instant that says its zone, as ISO 8601 UTC; null for none. */
export function instantAt(row: unknown, place: string): string | null {
  const value = valueAt(row, place)
  const ms = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

const ZONED = /T.*(?:Z|[+-]\d\d:?\d\d)$/i
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/

/** A day from a date or an instant: of the company's time when the instant says its zone, else as it is written. Null for none. */
export function dayAt(row: unknown, place: string): string | null {
  const text = textAt(row, place)
  if (ZONED.test(text)) {
    const instant = Date.parse(text)
    return Number.isNaN(instant) ? null : chicagoDay(new Date(instant))
  }
  const [, month = '', day = '', year] = AMERICAN.exec(text) ?? []
  const written = year === undefined ? text.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) && !isDoubtfulDay(written) ? written : null
}

/** A whole number that identifies somebody; null for none. */
export function numberAt(row: unknown, place: string): number | null {
  const text = textAt(row, place)
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
