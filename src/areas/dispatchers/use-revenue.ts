import { useMemo, useState } from 'react'
import type { DispatcherWeeks } from '#contract/people/dispatchers.ts'
import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { Step } from '#src/format/step.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK, type Week } from '#src/format/week.ts'
import { absenceText } from '#src/offline/reading/reading-state.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { useToday } from '#src/ui/use-now.ts'
import { dispatcherWeeks } from './dispatcher-queries.ts'

/** The earliest week: half a year back. */
export const EARLIEST_WEEK = -26

/** The revenue of every dispatcher in one week. */
export interface Revenue {
  /** -1 is the latest complete week, -2 the week before. */
  readonly index: number
  readonly week: Week
  readonly onStep: (step: Step) => void
  /** The amount in dollars; null while it is unknown. */
  readonly amountOf: (dispatcher: number) => number | null
  /** Why the amounts are unknown; null when they are known or loading. */
  readonly trouble: string | null
}

/** The days to request for a week: eight weeks in one request, so that steps among them need no request. */
export function revenueRange(today: string, index: number): { readonly from: string; readonly to: string } | null {
  const block = Math.floor((LATEST_EXPENSE_WEEK - index) / DEFAULT_WEEKS)
  // The prefetched weeks are requested without dates: with dates, tomorrow's query would not find them.
  if (block === 0) return null
  const last = LATEST_EXPENSE_WEEK - block * DEFAULT_WEEKS
  return { from: expenseWeekAt(today, last - DEFAULT_WEEKS + 1).start, to: expenseWeekAt(today, last).end }
}

const weekIn = ({ weeks }: DispatcherWeeks, index: number) => weeks.find(({ week }) => week === index)

/** The gross revenue of all dispatchers in a week, with controls for other weeks. For administrators only. */
export function useRevenue(): Revenue {
  const today = useToday()
  const [index, setIndex] = useState(LATEST_EXPENSE_WEEK)
  const list = useList(useMemo(() => dispatcherWeeks(revenueRange(today, index)), [today, index]))
  const amounts = useMemo(() => {
    const weeks = list.rows.flatMap((row) => {
      const week = weekIn(row, index)
      return week ? [{ id: row.id, ...week }] : []
    })
    return new Map(weeks.map((week) => [week.id, week]))
  }, [list.rows, index])
  const [any] = amounts.values()
  return {
    index,
    // Stored figures have the weeks that were complete when they were requested.
    week: any ? { start: any.startDate, end: any.endDate } : expenseWeekAt(today, index),
    onStep: setIndex,
    amountOf: (dispatcher) => amounts.get(dispatcher)?.income ?? null,
    trouble:
      list.state === 'ready' || list.state === 'loading' ? null : absenceText('The revenue figures', list.problem),
  }
}
