import { plainCode } from '#contract/text/plain-text.ts'
import { isoDate } from '#contract/wire/record.ts'
import type { IsoDay } from './calendar.ts'

/**
 * Accepted formats: 2027-12-05, 12/5/2027, 12/05/27, 120527, 12052027, 20271205. Eight digits are never ambiguous,
 * because a month is at most 12.
 */
const FORMS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/.](?<date>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
  /^(?<month>\d{2})(?<date>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})$/,
]

/**
 * The day in a typed text; invisible characters are ignored and a two-digit year is in this century. Null when the text
 * is not a day (yet).
 */
export function dayFromText(text: string): IsoDay | null {
  const written = plainCode(text).replaceAll(' ', '')
  for (const form of FORMS) {
    const { year = '', month = '', date = '' } = form.exec(written)?.groups ?? {}
    const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    if (year !== '' && isoDate.safeParse(day).success) return day
  }
  return null
}

/** A day as a date field shows it, `MM/dd/yyyy`. Any other text stays unchanged. */
export const dayText = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
