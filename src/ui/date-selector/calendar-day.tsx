import type { Ref } from 'react'
import { type IsoDay, longDay } from '#src/format/calendar.ts'
import classes from './calendar.module.css'
import type { DateChoice, DateRange } from './range-choice.ts'

interface CalendarDayProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly day: IsoDay
  readonly choice: DateChoice
  /** The range as it is drawn: the chosen one, or what it would be with the day under the pointer. */
  readonly range: DateRange | null
  readonly isToday: boolean
  readonly isCursor: boolean
  readonly isSelectable: boolean
  readonly onPoint: (day: IsoDay) => void
  readonly onPick: (day: IsoDay) => void
}

/** One day: what it is called is said in full, and whether it is chosen, an end of the range, or today. */
export function CalendarDay(props: CalendarDayProps) {
  const { ref, day, choice, range, isToday, isCursor, isSelectable, onPoint, onPick } = props
  const isWithin = range !== null && range.startDate <= day && day <= range.endDate
  return (
    <td
      className={classes.cell}
      data-within={isWithin || undefined}
      data-first={day === range?.startDate || undefined}
      data-last={day === range?.endDate || undefined}
    >
      <button
        ref={ref}
        type="button"
        className={classes.day}
        aria-label={longDay(day)}
        aria-description={endName(day, choice)}
        aria-pressed={isChosen(day, choice)}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={!isSelectable || undefined}
        data-autofocus={isCursor || undefined}
        data-end={day === choice.startDate || day === choice.endDate || undefined}
        tabIndex={isCursor ? 0 : -1}
        onPointerEnter={() => onPoint(day)}
        onFocus={() => onPoint(day)}
        onClick={() => {
          if (isSelectable) onPick(day)
        }}
      >
        {Number(day.slice(-2))}
      </button>
    </td>
  )
}

function isChosen(day: IsoDay, { startDate, endDate }: DateChoice): boolean {
  return startDate !== null && startDate <= day && day <= (endDate ?? startDate)
}

function endName(day: IsoDay, { startDate, endDate }: DateChoice): string | undefined {
  if (endDate === null || startDate === endDate) return undefined
  if (day === startDate) return 'First day'
  return day === endDate ? 'Last day' : undefined
}
