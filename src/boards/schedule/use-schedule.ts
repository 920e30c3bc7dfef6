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

/** The chosen week: its list with loading state, and the list's rows as grid lines. */
export function useSchedule({ week: offset, sort, filter }: Omit<ScheduleSearch, 'tab'>) {
  const current = useToday()
  const [frozenDay, setFrozenDay] = useState<IsoDay | null>(null)
  const today = frozenDay ?? current
  /**
   * Freezes the week, also past midnight, while the user edits one of its days. The returned function ends the freeze.
   */
  const holdWeek = useCallback(() => {
    setFrozenDay(today)
    return () => setFrozenDay(null)
  }, [today])
  const week = useMemo(() => weekAt(today, offset), [today, offset])
  const dates = useMemo(() => daysOf(week), [week])
  const query = useMemo(
    () => scheduleFor({ week: offset, sort, filter, tab: 'view' }, today),
    [offset, sort, filter, today],
  )
  const list = useList(query)
  const items = useMemo(() => scheduleItems(list.rows, filter, dates), [list.rows, filter, dates])
  usePrefetchNeighbors({ week: offset, sort, filter, tab: 'view' }, today, list.state === 'ready')
  return { today, week, dates, list, items, holdWeek }
}

/** Prefetches the weeks before and after while the browser is idle, so that stepping shows them immediately. */
function usePrefetchNeighbors(choice: ScheduleSearch, today: string, isReady: boolean) {
  const { week, sort, filter } = choice
  useEffect(() => {
    if (!isReady) return
    const weeks = [week + 1, week - 1].filter((one) => Math.abs(one) <= FARTHEST_WEEK)
    const get = () => {
      for (const one of weeks) void prefetch(scheduleFor({ week: one, sort, filter, tab: 'view' }, today))
    }
    return whenIdle(get, { maxWaitMs: 3_000, fallbackMs: 300 })
  }, [week, sort, filter, today, isReady])
}
