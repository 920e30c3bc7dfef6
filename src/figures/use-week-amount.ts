import { useEffect, useEffectEvent } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { expenseWeekAt, type Week } from '#src/format/week.ts'
import type { AmountOfDays } from '#src/offline/reading/amount-query.ts'
import type { DeclaredQuery } from '#src/offline/reading/declared-query.ts'
import { type QueryReading, useReading } from '#src/offline/reading/use-reading.ts'

interface WeekAmount {
  readonly reading: QueryReading<AmountOfDays>
  /** The days of the shown amount. Offline these are the days of the stored amount. */
  readonly week: Week
}

/** The amount of a week. After midnight the week moves on and the amount is refetched. */
export function useWeekAmount(query: DeclaredQuery<AmountOfDays>, index: number, today: IsoDay): WeekAmount {
  const reading = useReading(query.options)
  const { known, isRefreshing, problem, refetch } = reading
  const present = expenseWeekAt(today, index)
  // A response requested before midnight may arrive after it and is then refetched once. An amount of a later day than
  // `today` is no reason to refetch. After a failure the user decides.
  const isDue = known !== undefined && known.data.end < present.end && !isRefreshing && problem === null
  const ask = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (isDue) ask()
  }, [isDue])
  return { reading, week: known?.data ?? present }
}
