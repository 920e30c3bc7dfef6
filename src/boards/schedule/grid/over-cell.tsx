import { useEffect, useState } from 'react'
import { dayKind, type ScheduleDriver } from '#contract/boards/schedule.ts'
import type { KeepRows } from '#src/areas/schedule/day/day-edit.ts'
import { editWords } from '#src/boards/schedule/edits/edit-words.ts'
import { dayOfTarget } from '#src/boards/schedule/edits/keeping.ts'
import type { Edits } from '#src/boards/schedule/edits/use-edits.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { dayOn, driverIn } from '../schedule-items.ts'
import type { useSchedule } from '../use-schedule.ts'
import { DescribedDay, type Onwards } from './described-day.tsx'
import type { Cursor } from './grid-cursor.ts'
import { topOfDriver } from './line-heights.ts'
import { OpenedDay } from './opened-day.tsx'

/** What stands over the lines: a day opened beside its cell, or its description being written in it. */
export interface Over {
  readonly as: 'dialog' | 'description'
  readonly cell: Cursor
  readonly date: IsoDay
  /** A description that was typed before the status, and goes on in the opened day. */
  readonly typed?: string
}

interface OverCellProps {
  readonly over: Over
  readonly schedule: ReturnType<typeof useSchedule>
  readonly isEditable: boolean
  readonly edits: Edits
  /** Of a driver's line, in pixels. */
  readonly lineHeight: number
  readonly onClose: (onwards: Onwards) => void
  /** It goes on in the opened day. */
  readonly onOpen: (typed?: string) => void
}

/**
 * What somebody writes on. The driver may leave the list meanwhile, by a colleague's change, and the day may end: what is
 * written on stays as it was when it was opened.
 */
export function OverCell({ over, schedule, isEditable, edits, lineHeight, onClose, onOpen }: OverCellProps) {
  const { items, dates, holdWeek } = schedule
  const { as, cell, date } = over
  useEffect(() => holdWeek(), [holdWeek])
  const found = driverIn(items, cell.driver)
  const [first] = useState({ driver: found, top: topOfDriver(items, cell.driver, lineHeight) })
  const driver = withKept(found ?? first.driver, date, edits)
  const top = found ? topOfDriver(items, cell.driver, lineHeight) : first.top
  const mark = useMark(dayKind, dayKind.keyOf({ driver: cell.driver, date }))
  const keep: KeepRows = (rows) => edits.apply(rows, editWords(rows))
  if (!driver) return null
  const place = { driver, date, top, column: cell.column, keep }
  if (as === 'description') return <DescribedDay {...place} hasLeft={!found} onClose={onClose} onOpen={onOpen} />
  return (
    <OpenedDay
      {...place}
      {...{ dates, isEditable }}
      typed={over.typed}
      needsAttention={mark === 'attention'}
      onClose={() => onClose('stay')}
    />
  )
}

/** The driver with what was typed of the day just now, also before the device has it. */
function withKept(driver: ScheduleDriver | null, date: IsoDay, { keeping }: Edits): ScheduleDriver | null {
  const target = driver && keeping.of(driver.id, date)
  if (!driver || !target) return driver
  const day = dayOfTarget(driver.id, target, dayOn(driver, date))
  return { ...driver, days: [...driver.days.filter((one) => one.date !== date), ...(day ? [day] : [])] }
}
