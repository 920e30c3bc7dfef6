import { addMonths, type IsoDay, monthName } from '#src/format/calendar.ts'
import { StepButton } from '../step-button.tsx'
import classes from './calendar.module.css'
import { type Bounds, hasMonthAfter, hasMonthBefore, nearestSelectable } from './calendar-grid.ts'

interface CalendarHeaderProps {
  /** The id of the element that says the month. */
  readonly monthId: string
  readonly cursor: IsoDay
  readonly bounds: Bounds
  readonly onMove: (cursor: IsoDay) => void
}

/** The month and its year, between the arrows to the one before and the one after; another month is said aloud. */
export function CalendarHeader({ monthId, cursor, bounds, onMove }: CalendarHeaderProps) {
  const moveBy = (months: number) => onMove(nearestSelectable(addMonths(cursor, months), bounds))
  return (
    <div className={classes.header}>
      <StepButton
        label="Previous month"
        direction="back"
        isLast={!hasMonthBefore(cursor, bounds)}
        onStep={() => moveBy(-1)}
      />
      <p id={monthId} className={classes.month} aria-live="polite">
        {monthName(cursor)}
      </p>
      <StepButton label="Next month" direction="on" isLast={!hasMonthAfter(cursor, bounds)} onStep={() => moveBy(1)} />
    </div>
  )
}
