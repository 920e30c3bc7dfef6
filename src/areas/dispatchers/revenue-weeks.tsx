import { LATEST_EXPENSE_WEEK, weekIndexOf, weekLabel } from '#src/format/week.ts'
import { WeekNavigation } from '#src/ui/page/week-navigation.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './dispatcher-list.module.css'
import { EARLIEST_WEEK, type Revenue } from './use-revenue.ts'

/** The week of the gross revenue on the cards, with controls for other weeks. */
export function RevenueWeeks({ revenue: { index, week, onStep, trouble } }: { readonly revenue: Revenue }) {
  const today = useToday()
  return (
    <section className={classes.revenue} aria-label="Gross revenue">
      <span className={classes.revenueTitle}>Gross revenue</span>
      <WeekNavigation
        week={week}
        // A stored copy from some days ago has a last week that ended earlier.
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
