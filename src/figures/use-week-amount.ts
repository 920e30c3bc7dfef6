import { useEffect, useEffectEvent } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { expenseWeekAt, type Week } from '#src/format/week.ts'
import type { DaysAmount } from '#src/offline/reading/amount-query.ts'
import type { Declared } from '#src/offline/reading/declared-query.ts'
import { type ReadingOf, useReading } from '#src/offline/reading/use-reading.ts'

interface WeekAmount {
  readonly reading: ReadingOf<DaysAmount>
  /** The days of what is shown: where the server can't be asked, those of when it last was. */
  readonly week: Week
}

/** What a week came to. Over midnight the week moves on, and is asked for anew. */
export function useWeekAmount(query: Declared<DaysAmount>, index: number, today: IsoDay): WeekAmount {
  const reading = useReading(query.options)
  const { known, isRefreshing, problem, refetch } = reading
  const present = expenseWeekAt(today, index)
  // What was asked before midnight may come after it: then once more; what is of a day that this page has not noticed yet is
  // no reason. After a failure it is the person’s to say.
  const isDue = known !== undefined && known.data.end < present.end && !isRefreshing && problem === null
  const ask = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (isDue) ask()
  }, [isDue])
  return { reading, week: known?.data ?? present }
}
