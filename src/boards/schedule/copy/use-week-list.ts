import { useMemo } from 'react'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { daysOf, type Week, weekAt } from '#src/format/week.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { scheduleFor } from '../schedule-for.ts'
import type { ScheduleSearch } from '../schedule-search.ts'
import type { WeekSide } from './copied-week.ts'
import { weekTitle } from './copy-words.ts'
import { readingOfWeek, type WeekReading } from './week-reading.ts'

/** A week with everybody in it, as it is on screen, and how its reading stands. */
export interface WeekList {
  readonly week: Week
  readonly side: WeekSide
  readonly list: ReadList<ScheduleRow>
  readonly reading: WeekReading
}

/** Reads the week that is `offset` steps from today to its end, in the order of the page; whatever the page's filter. */
export function useWeekList({ sort }: ScheduleSearch, offset: number, today: IsoDay): WeekList {
  const week = useMemo(() => weekAt(today, offset), [today, offset])
  const list = useAllRows(scheduleFor({ week: offset, sort, filter: '', tab: 'view' }, today))
  const side = useMemo(() => ({ dates: daysOf(week), rows: list.rows }), [week, list.rows])
  return { week, side, list, reading: readingOfWeek(list, weekTitle(week, offset)) }
}

/** Tries to read the rest of a week; answers when that has been tried. */
export async function readAgain({ list }: WeekList): Promise<void> {
  if ((await list.refetch()) === null) list.loadMore()
}
