import { useMemo } from 'react'
import { daysOf, weekAt } from '#src/format/week.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { useToday } from '#src/ui/use-now.ts'
import { scheduleFor } from '../schedule-for.ts'
import type { ScheduleSearch } from '../schedule-search.ts'
import { readProgressOf, sheetsOf } from './sheets.ts'

/** The sheets for an address. Reads the list to its end, however far the grid has been scrolled. */
export function useSheets(choice: ScheduleSearch) {
  const { week: offset, filter } = choice
  const today = useToday()
  const week = useMemo(() => weekAt(today, offset), [today, offset])
  const dates = useMemo(() => daysOf(week), [week])
  const list = useAllRows(scheduleFor(choice, today))
  const sheets = useMemo(() => sheetsOf(list.rows, filter, dates), [list.rows, filter, dates])
  return { week, dates, list, sheets, reach: readProgressOf(list) }
}
