import type { IsoDay } from '#src/format/calendar.ts'
import type { SubmittedDates } from './range-choice.ts'

/** The days that a list is narrowed to. `open`: there is one end alone; all since that day is meant, or until it. */
export interface SearchedDates extends SubmittedDates {
  readonly open?: 'Since' | 'Until' | undefined
}

interface Ends {
  readonly date_after?: IsoDay | undefined
  readonly date_before?: IsoDay | undefined
}

/** The days that an address names; null for all time. The selector writes both ends, an address by hand may have one. */
export function searchedDates({ date_after: after, date_before: before }: Ends): SearchedDates | null {
  const startDate = after ?? before
  if (startDate === undefined) return null
  return { startDate, endDate: before ?? startDate, open: before === undefined ? 'Since' : after ? undefined : 'Until' }
}
