import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import facts from './inspection-facts.module.css'
import classes from './inspection-line.module.css'

const REPORT = [
  ['service', 'Service'],
  ['found', 'Report'],
  ['date', 'Date'],
  ['cost', 'Cost'],
  ['manager', 'Fleet manager'],
  ['career', 'Shop or carrier'],
  ['marks', 'Attached'],
] as const
const DUE = [
  ['service', 'Service'],
  ['standing', 'Standing'],
  ['date', 'Due date'],
  ['miles', 'Due mileage'],
  ['found', 'Last report'],
  ['manager', 'Fleet manager'],
  ['marks', 'Attached'],
] as const

/**
 * The column titles, shown where rows are lines of a table. Hidden from screen readers: each row contains the titles as
 * hidden text.
 */
export function InspectionHead({ tab, hasTicks }: { readonly tab: InspectionTab; readonly hasTicks: boolean }) {
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.line}>
        {hasTicks ? <span className={classes.tick} /> : null}
        <span className={classes.unit}>Vehicle or asset</span>
        <div className={tab === 'upcoming' ? facts.due : facts.report}>
          {(tab === 'upcoming' ? DUE : REPORT).map(([tone, title]) => (
            <div key={tone} className={facts[tone]}>
              {title}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
