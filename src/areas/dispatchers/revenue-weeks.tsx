import { LATEST_EXPENSE_WEEK, weekIndexOf, weekLabel } from '#src/format/week.ts'
import { WeekNavigation } from '#src/ui/page/week-navigation.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './dispatcher-list.module.css'
import { EARLIEST_WEEK, type Revenue } from './use-revenue.ts'

/** The week whose gross revenue the cards tell, and the way to others. */
export function RevenueWeeks({ revenue: { index, week, onStep, trouble } }: { readonly revenue: Revenue }) {
  const today = useToday()
  return (
    <section className={classes.revenue} aria-label="Gross revenue">
      <span className={classes.revenueTitle}>Gross revenue</span>
      <WeekNavigation
        week={week}
        // Of a copy that was kept some days ago, the last week ended some days ago.
        label={weekLabel(weekIndexOf(week.start, today))}
        index={index}
        first={EARLIEST_WEEK}
        last={LATEST_EXPENSE_WEEK}
        onStep={onStep}
      />
      {trouble === null ? null : <span role="status">{trouble}</span>}
    </section>
  )
}
