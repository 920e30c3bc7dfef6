import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { type IsoDay, WEEKDAYS } from '#src/format/calendar.ts'
import classes from './calendar.module.css'
import { CalendarDay } from './calendar-day.tsx'
import { type Bounds, dayByKey, isSelectable, weeksOfMonth } from './calendar-grid.ts'
import { CalendarHeader } from './calendar-header.tsx'
import { type DateChoice, shownRange } from './range-choice.ts'
import { useFocusOnMove } from './use-focus-on-move.ts'

interface CalendarProps {
  readonly choice: DateChoice
  /** The next pick ends the range: until then it is shown with the day under the pointer or the focus. */
  readonly awaitsEnd: boolean
  readonly bounds: Bounds
  readonly today: IsoDay
  /** The day that the keyboard stands on; its month is shown. */
  readonly cursor: IsoDay
  readonly onMove: (cursor: IsoDay) => void
  readonly onPick: (day: IsoDay) => void
}

/** A month to pick days from, by pointer or by the keys of a date grid: arrows, Home, End, Page Up and Page Down. */
export function Calendar(props: CalendarProps) {
  const { cursor, bounds, onMove } = props
  const monthId = useId()
  const { cursorDay, focusNext } = useFocusOnMove(cursor)
  const [pointed, setPointed] = useState<IsoDay | null>(null)

  const moveByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const day = dayByKey(cursor, event.key, event.shiftKey, bounds)
    if (day === null) return
    event.preventDefault()
    focusNext()
    onMove(day)
  }
  return (
    <div>
      <CalendarHeader {...{ monthId, cursor, bounds, onMove }} />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its days are moved through as a grid
        role="grid"
        aria-labelledby={monthId}
        className={classes.grid}
        onKeyDown={moveByKey}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
      >
        <Headings />
        <Weeks {...props} {...{ cursorDay, pointed }} onPoint={setPointed} />
      </table>
    </div>
  )
}

function Headings() {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th key={name} scope="col" abbr={name} className={classes.heading}>
            {name.slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface WeeksProps extends CalendarProps {
  readonly cursorDay: Ref<HTMLButtonElement>
  /** The day under the pointer or the focus. */
  readonly pointed: IsoDay | null
  readonly onPoint: (day: IsoDay) => void
}

function Weeks({ choice, awaitsEnd, bounds, today, cursor, cursorDay, pointed, onPoint, onPick }: WeeksProps) {
  const range = shownRange(choice, awaitsEnd ? pointed : null)
  return (
    <tbody>
      {weeksOfMonth(cursor).map((week, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the month
        <tr key={row}>
          {week.map((day, column) =>
            day === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={column} className={classes.cell} />
            ) : (
              <CalendarDay
                key={day}
                ref={day === cursor ? cursorDay : null}
                {...{ day, choice, range, onPick, onPoint }}
                isToday={day === today}
                isCursor={day === cursor}
                isSelectable={isSelectable(day, bounds)}
              />
            ),
          )}
        </tr>
      ))}
    </tbody>
  )
}
