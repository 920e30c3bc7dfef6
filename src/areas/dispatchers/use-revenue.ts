import { useMemo, useState } from 'react'
import type { DispatcherWeeks } from '#contract/people/dispatchers.ts'
import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { Step } from '#src/format/step.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK, type Week } from '#src/format/week.ts'
import { absence } from '#src/offline/reading/reading-state.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { useToday } from '#src/ui/use-now.ts'
import { dispatcherWeeks } from './dispatcher-queries.ts'

/** Half a year back: as far as figures are looked at. */
export const EARLIEST_WEEK = -26

/** What a week brought in, of every dispatcher. */
export interface Revenue {
  /** -1 ended last; -2 is the one before. */
  readonly index: number
  readonly week: Week
  readonly onStep: (step: Step) => void
  /** In dollars; null where it is not known (yet). */
  readonly amountOf: (dispatcher: number) => number | null
  /** Why nothing is known; null while it is, or is on its way. */
  readonly trouble: string | null
}

/** The days that are asked for to show a week: eight weeks at once, so that a step among them asks for nothing. */
export function revenueRange(today: string, index: number): { readonly from: string; readonly to: string } | null {
  const block = Math.floor((LATEST_EXPENSE_WEEK - index) / DEFAULT_WEEKS)
  // What is kept for a day without a network is asked for without dates: tomorrow's would not find it.
  if (block === 0) return null
  const last = LATEST_EXPENSE_WEEK - block * DEFAULT_WEEKS
  return { from: expenseWeekAt(today, last - DEFAULT_WEEKS + 1).start, to: expenseWeekAt(today, last).end }
}

const weekIn = ({ weeks }: DispatcherWeeks, index: number) => weeks.find(({ week }) => week === index)

/** The gross revenue of all dispatchers in a week that can be stepped through; for administrators. */
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
    // Kept figures are of the weeks that ended when they were asked for.
    week: any ? { start: any.startDate, end: any.endDate } : expenseWeekAt(today, index),
    onStep: setIndex,
    amountOf: (dispatcher) => amounts.get(dispatcher)?.income ?? null,
    trouble: list.state === 'ready' || list.state === 'loading' ? null : absence('The revenue figures', list.problem),
  }
}
