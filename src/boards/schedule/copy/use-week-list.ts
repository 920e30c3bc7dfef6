import { useMemo } from 'react'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { daysOf, type Week, weekAt } from '#src/format/week.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { scheduleFor } from '../schedule-for.ts'
import type { ScheduleSearch } from '../schedule-search.ts'
import { weekTitle } from './copy-words.ts'
import type { WeekSide } from './week-copy-plan.ts'
import { readingOfWeek, type WeekReading } from './week-reading.ts'

/** A week with all its rows, as they are on screen, and how much of it has been read. */
export interface WeekList {
  readonly week: Week
  readonly side: WeekSide
  readonly list: ReadList<ScheduleRow>
  readonly reading: WeekReading
}

/** Reads all rows of the week `offset` steps from today, in the page's sort order but without the page's filter. */
export function useWeekList({ sort }: ScheduleSearch, offset: number, today: IsoDay): WeekList {
  const week = useMemo(() => weekAt(today, offset), [today, offset])
  const list = useAllRows(scheduleFor({ week: offset, sort, filter: '', tab: 'view' }, today))
  const side = useMemo(() => ({ dates: daysOf(week), rows: list.rows }), [week, list.rows])
  return { week, side, list, reading: readingOfWeek(list, weekTitle(week, offset)) }
}

/** Retries reading a week, then its remaining rows. Resolves after the first attempt. */
export async function retryReading({ list }: WeekList): Promise<void> {
  if ((await list.refetch()) === null) list.loadMore()
}
