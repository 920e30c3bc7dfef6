import { CalendarHeader, DatesProvider, Month } from '@mantine/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { addMonths, type IsoDay, longDay, monthName } from '#src/format/calendar.ts'
import classes from './calendar.module.css'
import {
  type Bounds,
  dayByKey,
  hasMonthAfter,
  hasMonthBefore,
  isSelectable,
  nearestSelectable,
} from './calendar-grid.ts'
import { dayMarks } from './day-marks.ts'
import { type DateChoice, shownRange } from './range-choice.ts'
import { useFocusOnMove } from './use-focus-on-move.ts'

interface CalendarProps {
  readonly choice: DateChoice
  /** The next pick ends the range. Until then the range is drawn up to the day under the pointer or the focus. */
  readonly awaitsEnd: boolean
  readonly bounds: Bounds
  /** The company's day. The device's day may differ. */
  readonly today: IsoDay
  /** The day with the keyboard focus. Its month is shown. */
  readonly cursor: IsoDay
  /** Moves the cursor from its latest position: several quick steps can come before the next render. */
  readonly onMove: (move: (cursor: IsoDay) => IsoDay) => void
  readonly onPick: (day: IsoDay) => void
}

/** The most rows that any month needs: a constant height moves nothing below the calendar. */
const SETTINGS = { firstDayOfWeek: 0, consistentWeeks: true } as const

/** A month from which the user picks days, by pointer or by key: arrows, Home, End, Page Up and Page Down. */
export function Calendar(props: CalendarProps) {
  const { choice, awaitsEnd, cursor, bounds, today, onMove, onPick } = props
  const monthId = useId()
  const { grid, focusNext } = useFocusOnMove(cursor)
  const [pointed, setPointed] = useState<IsoDay | null>(null)
  const range = shownRange(choice, awaitsEnd ? pointed : null)

  const moveByKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    if (event.ctrlKey || event.altKey || event.metaKey || dayByKey(cursor, key, shiftKey, bounds) === null) return
    event.preventDefault()
    focusNext()
    onMove((now) => dayByKey(now, key, shiftKey, bounds) ?? now)
  }
  return (
    <DatesProvider settings={SETTINGS}>
      <MonthSteps {...{ monthId, cursor, bounds, onMove }} onEnd={focusNext} />
      <Month
        ref={grid}
        month={cursor}
        role="grid"
        aria-labelledby={monthId}
        classNames={{ month: classes.grid, monthCell: classes.cell, weekday: classes.heading, day: classes.day }}
        attributes={{ weekday: { scope: 'col' } }}
        fullWidth
        hideOutsideDates
        excludeDate={(day) => !isSelectable(day, bounds)}
        getDayAriaLabel={longDay}
        getDayProps={(day) => ({
          ...dayMarks(day, { choice, range, today, cursor }),
          onPointerEnter: () => setPointed(day),
          onFocus: () => setPointed(day),
          onClick: () => onPick(day),
        })}
        onKeyDownCapture={moveByKey}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
      />
    </DatesProvider>
  )
}

interface MonthStepsProps extends Pick<CalendarProps, 'cursor' | 'bounds' | 'onMove'> {
  /** The id of the element with the month's name. */
  readonly monthId: string
  /** Called at the last month in a direction, where the arrow button is disabled and loses the focus. */
  readonly onEnd: () => void
}

/** The month and year between the buttons for the previous and the next month. Screen readers announce a new month. */
function MonthSteps({ monthId, cursor, bounds, onMove, onEnd }: MonthStepsProps) {
  const step = (months: number, hasMore: (day: IsoDay, bounds: Bounds) => boolean) => () => {
    if (!hasMore(addMonths(cursor, months), bounds)) onEnd()
    onMove((now) => nearestSelectable(addMonths(now, months), bounds))
  }
  return (
    <CalendarHeader
      classNames={{
        calendarHeader: classes.header,
        calendarHeaderControl: classes.step,
        calendarHeaderLevel: classes.month,
      }}
      fullWidth
      hasNextLevel={false}
      label={
        <span id={monthId} aria-live="polite">
          {monthName(cursor)}
        </span>
      }
      previousIcon={<IconChevronLeft size={18} aria-hidden />}
      previousLabel="Previous month"
      previousDisabled={!hasMonthBefore(cursor, bounds)}
      onPrevious={step(-1, hasMonthBefore)}
      nextIcon={<IconChevronRight size={18} aria-hidden />}
      nextLabel="Next month"
      nextDisabled={!hasMonthAfter(cursor, bounds)}
      onNext={step(1, hasMonthAfter)}
    />
  )
}
