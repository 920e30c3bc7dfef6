import { useEffect, useState } from 'react'
import { dayKind, type ScheduleDriver } from '#contract/boards/schedule.ts'
import type { SaveRows } from '#src/areas/schedule/day/day-edit.ts'
import { editWords } from '#src/boards/schedule/edits/edit-words.ts'
import { dayWithEdit } from '#src/boards/schedule/edits/unsaved-edits.ts'
import type { Edits } from '#src/boards/schedule/edits/use-edits.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { dayOn, driverIn } from '../schedule-items.ts'
import type { useSchedule } from '../use-schedule.ts'
import { type CursorStep, DescriptionEditor } from './description-editor.tsx'
import type { Cursor } from './grid-cursor.ts'
import { topOfDriver } from './line-heights.ts'

const AnchoredDayDialog = lazyPart(() => import('./anchored-day-dialog.tsx').then((part) => part.AnchoredDayDialog))

/** What is open over the lines: a day's dialog next to its cell, or the field for its description in the cell. */
export interface OpenEditor {
  readonly as: 'dialog' | 'description'
  readonly cell: Cursor
  readonly date: IsoDay
  /** A description that was typed in the cell before the day had a status. The dialog continues with it. */
  readonly typed?: string
}

interface CellEditorProps {
  readonly editor: OpenEditor
  readonly schedule: ReturnType<typeof useSchedule>
  readonly isEditable: boolean
  readonly edits: Edits
  /** Height of a driver's line, in pixels. */
  readonly lineHeight: number
  readonly onClose: (step: CursorStep) => void
  /** Continues in the day's dialog. */
  readonly onOpen: (typed?: string) => void
}

/**
 * The editor that is open over a cell. If a colleague's change removes the driver from the list, the editor stays with
 * the driver and position from when it was opened. The week does not change at midnight while it is open.
 */
export function CellEditor({ editor, schedule, isEditable, edits, lineHeight, onClose, onOpen }: CellEditorProps) {
  const { items, dates, holdWeek } = schedule
  const { as, cell, date } = editor
  useEffect(() => holdWeek(), [holdWeek])
  const found = driverIn(items, cell.driver)
  const [first] = useState({ driver: found, top: topOfDriver(items, cell.driver, lineHeight) })
  const driver = withUnsavedEdit(found ?? first.driver, date, edits)
  const top = found ? topOfDriver(items, cell.driver, lineHeight) : first.top
  const mark = useMark(dayKind, dayKind.keyOf({ driver: cell.driver, date }))
  const keep: SaveRows = (rows) => edits.apply(rows, editWords(rows))
  if (!driver) return null
  const place = { driver, date, top, column: cell.column, keep }
  if (as === 'description') return <DescriptionEditor {...place} hasLeft={!found} onClose={onClose} onOpen={onOpen} />
  return (
    <AnchoredDayDialog
      {...place}
      {...{ dates, isEditable }}
      typed={editor.typed}
      needsAttention={mark === 'attention'}
      onClose={() => onClose('stay')}
    />
  )
}

/** The driver, including an edit of the day that is still being saved. */
function withUnsavedEdit(driver: ScheduleDriver | null, date: IsoDay, { unsaved }: Edits): ScheduleDriver | null {
  const target = driver && unsaved.editOf(driver.id, date)
  if (!driver || !target) return driver
  const day = dayWithEdit(driver.id, target, dayOn(driver, date))
  return { ...driver, days: [...driver.days.filter((one) => one.date !== date), ...(day ? [day] : [])] }
}
