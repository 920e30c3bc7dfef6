import type { IsoDay } from '#src/format/calendar.ts'
import type { SubmittedDates } from './range-choice.ts'

/** The dates of a list's filter. `open`: only one end is set, so the filter means since or until that day. */
export interface SearchedDates extends SubmittedDates {
  readonly open?: 'Since' | 'Until' | undefined
}

interface Ends {
  readonly date_after?: IsoDay | undefined
  readonly date_before?: IsoDay | undefined
}

/** The dates in a URL; null for all time. The selector writes both ends; a URL typed by hand may have one. */
export function searchedDates({ date_after: after, date_before: before }: Ends): SearchedDates | null {
  const startDate = after ?? before
  if (startDate === undefined) return null
  return { startDate, endDate: before ?? startDate, open: before === undefined ? 'Since' : after ? undefined : 'Until' }
}
