import { useCallback, useEffect, useMemo, useState } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { whenIdle } from '#src/offline/when-idle.ts'
import { useToday } from '#src/ui/use-now.ts'
import { scheduleFor } from './schedule-for.ts'
import { scheduleItems } from './schedule-items.ts'
import { FARTHEST_WEEK, type ScheduleSearch } from './schedule-search.ts'

/** The rows of the chosen week, laid out in lines, and how their reading stands. */
export function useSchedule({ week: offset, sort, filter }: Omit<ScheduleSearch, 'tab'>) {
  const current = useToday()
  const [held, setHeld] = useState<IsoDay | null>(null)
  const today = held ?? current
  /** Keeps the week as it is, past midnight too, until what it answers is called: somebody is writing on one of its days. */
  const holdWeek = useCallback(() => {
    setHeld(today)
    return () => setHeld(null)
  }, [today])
  const week = useMemo(() => weekAt(today, offset), [today, offset])
  const dates = useMemo(() => daysOf(week), [week])
  const query = useMemo(
    () => scheduleFor({ week: offset, sort, filter, tab: 'view' }, today),
    [offset, sort, filter, today],
  )
  const list = useList(query)
  const items = useMemo(() => scheduleItems(list.rows, filter, dates), [list.rows, filter, dates])
  useNeighbors({ week: offset, sort, filter, tab: 'view' }, today, list.state === 'ready')
  return { today, week, dates, list, items, holdWeek }
}

/** Gets the weeks before and after ready while nothing else is to do, so that stepping shows them at once. */
function useNeighbors(choice: ScheduleSearch, today: string, isReady: boolean) {
  const { week, sort, filter } = choice
  useEffect(() => {
    if (!isReady) return
    const weeks = [week + 1, week - 1].filter((one) => Math.abs(one) <= FARTHEST_WEEK)
    const get = () => {
      for (const one of weeks) void prefetch(scheduleFor({ week: one, sort, filter, tab: 'view' }, today))
    }
    return whenIdle(get, { atMost: 3_000, untold: 300 })
  }, [week, sort, filter, today, isReady])
}
