import { useMemo, useState } from 'react'
import { dayKind } from '#contract/boards/schedule.ts'
import { edit } from '#contract/wire/access.ts'
import { type IsoDay, shortDay, weekdayShort } from '#src/format/calendar.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { useCan } from '#src/session/use-can.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { DayCell } from './day/day-cell.tsx'
import type { DayDriver, DayOn } from './day/day-edit.ts'
import type { MarkedDriver } from './day/day-marks.ts'
import { saveRows } from './day/day-saving.ts'
import { cellName } from './day/day-words.ts'
import classes from './driver-week.module.css'
import { NO_MARKS, type WeekMark, weekMarks } from './week-marks.ts'

const DayDialog = lazyPart(() => import('./day/day-dialog.tsx').then((part) => part.DayDialog))

interface WeekStripProps {
  readonly driver: DayDriver
  readonly today: IsoDay
  /** The days, and the driver's data that decides about their marks. */
  readonly planned: MarkedDriver
}

/** Seven days side by side. Each is a button that opens the day. */
export function WeekStrip({ driver, today, planned }: WeekStripProps) {
  const dates = useMemo(() => daysOf(weekAt(today, 0)), [today])
  const [opened, setOpened] = useState<IsoDay | null>(null)
  const marks = useMemo(() => weekMarks(planned, dates), [planned, dates])
  const dayOn: DayOn = (date) => planned.days.find((day) => day.date === date) ?? null
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen */}
      <div role="group" aria-label={`Week of ${driver.name}`} className={classes.week}>
        {dates.map((date, at) => (
          <WeekDay
            key={date}
            {...{ driver, date, dates, dayOn }}
            marks={marks[at] ?? NO_MARKS}
            isToday={date === today}
            isOpen={date === opened}
            onOpen={() => setOpened(date)}
            onClose={() => setOpened(null)}
          />
        ))}
      </div>
    </div>
  )
}

interface WeekDayProps {
  readonly driver: DayDriver
  readonly date: IsoDay
  readonly dates: readonly IsoDay[]
  readonly dayOn: DayOn
  readonly marks: readonly WeekMark[]
  readonly isToday: boolean
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function WeekDay({ driver, date, dates, dayOn, marks, isToday, isOpen, onOpen, onClose }: WeekDayProps) {
  const isEditable = useCan(edit('schedule'))
  const mark = useMark(dayKind, dayKind.keyOf({ driver: driver.id, date }))
  const day = dayOn(date)
  return (
    <div className={classes.day}>
      <span className={classes.heading} data-today={isToday || undefined} aria-hidden>
        {weekdayShort(date)} <span className={classes.date}>{shortDay(date)}</span>
      </span>
      <div className={classes.place}>
        <button type="button" className={classes.cell} aria-haspopup="dialog" onClick={onOpen}>
          <span className="visually-hidden">{cellName(driver.name, date, { day, marks, mark })}</span>
          <DayCell day={day} marks={marks} mark={mark} isEditable={isEditable} />
        </button>
        {isOpen && (
          <DayDialog
            {...{ driver, date, dates, dayOn, marks, isEditable, onClose }}
            keep={saveRows}
            anchor={<div className={classes.anchor} />}
            onSaved={onClose}
          />
        )}
      </div>
    </div>
  )
}
