import { useState } from 'react'
import { ExpenseFoot } from '#src/figures/expense-foot.tsx'
import { ExpenseTotal } from '#src/figures/expense-total.tsx'
import { ExpenseWeek } from '#src/figures/expense-week.tsx'
import { useWeekAmount } from '#src/figures/use-week-amount.ts'
import { LATEST_EXPENSE_WEEK } from '#src/format/week.ts'
import { useSameQuery } from '#src/offline/reading/use-reading.ts'
import { Card } from '#src/ui/page/card.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { revenueIn } from './dashboard-queries.ts'
import classes from './revenue-card.module.css'

/** The source of the figures is the company itself. */
const OWN = { words: null, isFailing: false, refetch: () => Promise.resolve(null) }

/** The revenue of all loads in a week. */
export function RevenueCard() {
  const today = useToday()
  const [index, setIndex] = useState(LATEST_EXPENSE_WEEK)
  const { reading, week } = useWeekAmount(useSameQuery(revenueIn(index)), index, today)
  return (
    <Card title="Gross Revenue">
      <div className={classes.revenue}>
        <ExpenseWeek {...{ index, week, today }} onWeek={setIndex} />
        <ExpenseTotal reading={reading} />
        <ExpenseFoot reading={reading} source={OWN} />
      </div>
    </Card>
  )
}
