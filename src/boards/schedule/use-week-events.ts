import type { FocusEvent, KeyboardEvent } from 'react'
import { BY_KEY } from './edits/how.ts'
import { type Cursor, moveCursor } from './grid/grid-cursor.ts'
import { actionOf, type GridAction } from './grid/grid-keys.ts'
import type { Over } from './grid/over-cell.tsx'
import { useCellPointer } from './grid/use-cell-pointer.ts'
import { cellAt, type GridCursor, isSameCell } from './grid/use-grid-cursor.ts'
import { dayOn, driverIn, type ScheduleItem } from './schedule-items.ts'
import type { useSchedule } from './use-schedule.ts'
import type { BlockActs } from './use-week-acts.ts'

interface WeekEvents {
  readonly schedule: Pick<ReturnType<typeof useSchedule>, 'items' | 'dates'>
  readonly isEditable: boolean
  readonly cursor: GridCursor
  readonly acts: BlockActs
  /** Cells are being selected by fingers. */
  readonly isPicking: boolean
  /** What stands over a cell: a day that is open, or being written on. */
  readonly over: Over | null
  readonly onPick: (cell: Cursor) => void
  readonly onOpen: (cell: Cursor) => void
  readonly onDescribe: (cell: Cursor) => void
  readonly onLetGo: () => void
}

/** All that keys, pointers and the clipboard do on the grid. */
export function useWeekEvents(events: WeekEvents) {
  const { schedule, isEditable, cursor, acts, isPicking, over, onPick, onOpen } = events
  const pointer = useCellPointer({ cursor, isEditable, isPicking, isOver: over?.as === 'dialog', onOpen, onPick })
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellAt(event.target) && cursor.cursor
    // Keys that come before what was opened has the focus are not meant for the cell beneath.
    if (!cell || isSameCell(cell, over?.cell ?? null) || acts.asked) return
    const driver = driverIn(schedule.items, cell.driver)
    const day = driver && dayOn(driver, schedule.dates[cell.column] ?? '')
    const action = actionOf(event, isEditable, day?.status ?? null)
    // Where nothing is selected Escape belongs to whatever else is open.
    if (action?.act === 'let_go' && !cursor.isRange && !isPicking) return
    if (action) act(action, cell, events)
    else if (!cursor.onKey(event)) return
    event.preventDefault()
    // Escape that lets go of what is selected is not also for what hears it on the whole page.
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const cell = cellAt(target)
    const now = cursor.cursor
    // What a pointer does it says itself.
    const isByKey = target.matches(':focus-visible')
    if (cell && isByKey && (cell.driver !== now?.driver || cell.column !== now.column)) cursor.goTo(cell)
  }
  const { onCopy, onCut, onPaste } = acts
  return { ...pointer, onKeyDown, onFocus, onCopy, onCut, onPaste }
}

function act(action: GridAction, cell: Cursor, events: WeekEvents): void {
  const { acts, cursor, schedule } = events
  const does: Readonly<Record<Exclude<GridAction['act'], 'set' | 'fill'>, () => void>> = {
    open: () => events.onOpen(cell),
    describe: () => events.onDescribe(cell),
    let_go: events.onLetGo,
    select_all: () => selectAll(cursor, schedule.items),
    clear: acts.clear,
  }
  if (action.act === 'set') acts.set(action.status, BY_KEY)
  else if (action.act === 'fill') acts.fill(action.way, BY_KEY)
  else does[action.act]()
}

function selectAll(cursor: GridCursor, items: readonly ScheduleItem[]): void {
  const from = cursor.cursor
  const first = from && moveCursor(items, from, 'Home', true)
  const last = from && moveCursor(items, from, 'End', true)
  if (first && last) cursor.select({ anchor: first, head: last })
}
