import { plainCode } from '#contract/text/plain-text.ts'
import { isoDate } from '#contract/wire/record.ts'
import type { IsoDay } from './calendar.ts'

/** As people write days: 2027-12-05, 12/5/2027, 12/05/27, 120527, 12052027, 20271205. No month is above 12, so none reads two ways. */
const FORMS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/.](?<date>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
  /^(?<month>\d{2})(?<date>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})$/,
]

/**
 * The day that a text means, without invisible characters; a year of two digits is one of this century. Null where it means
 * none (yet).
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

/** A day as its field shows it, `MM/dd/yyyy`; what is none stays as it is. */
export const dayText = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
