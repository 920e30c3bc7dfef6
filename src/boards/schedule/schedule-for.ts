import { scheduleList } from '#src/areas/schedule/schedule-queries.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { weekAt } from '#src/format/week.ts'
import type { ScheduleSearch } from './schedule-search.ts'

/** The schedule query for an address on a given day. The route prefetches the same query before the page is shown. */
export function scheduleFor({ week, sort, filter }: ScheduleSearch, today: IsoDay) {
  return scheduleList({ start: weekAt(today, week).start, ordering: sort, filter })
}

/** Like `scheduleFor`, for today's date at the company. */
export const scheduleForNow = (search: ScheduleSearch) => scheduleFor(search, chicagoDay(companyNow()))
