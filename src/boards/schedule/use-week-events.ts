import type { FocusEvent, KeyboardEvent } from 'react'
import { BY_KEY } from './edits/input-method.ts'
import type { OpenEditor } from './grid/cell-editor.tsx'
import { type Cursor, moveCursor } from './grid/grid-cursor.ts'
import { actionOf, type GridAction } from './grid/grid-keys.ts'
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
  /** The user is selecting cells by touch. */
  readonly isPicking: boolean
  /** What is open over a cell: the day's dialog, or the field for its description. */
  readonly editor: OpenEditor | null
  readonly onPick: (cell: Cursor) => void
  readonly onOpen: (cell: Cursor) => void
  readonly onDescribe: (cell: Cursor) => void
  readonly onClearSelection: () => void
}

/** The grid's event handlers for keys, pointers, focus and the clipboard. */
export function useWeekEvents(events: WeekEvents) {
  const { schedule, isEditable, cursor, acts, isPicking, editor, onPick, onOpen } = events
  const pointer = useCellPointer({
    cursor,
    isEditable,
    isPicking,
    isDialogOpen: editor?.as === 'dialog',
    onOpen,
    onPick,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellAt(event.target) && cursor.cursor
    // Ignores keys that arrive before the newly opened editor has the focus: they are not meant for the cell below it.
    if (!cell || isSameCell(cell, editor?.cell ?? null) || acts.confirmation) return
    const driver = driverIn(schedule.items, cell.driver)
    const day = driver && dayOn(driver, schedule.dates[cell.column] ?? '')
    const action = actionOf(event, isEditable, day?.status ?? null)
    // Without a selection, Escape belongs to whatever else is open.
    if (action?.act === 'let_go' && !cursor.isRange && !isPicking) return
    if (action) act(action, cell, events)
    else if (!cursor.onKey(event)) return
    event.preventDefault()
    // An Escape that clears the selection must not reach page-wide listeners too.
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const cell = cellAt(target)
    const now = cursor.cursor
    // Pointers move the cursor in their own handlers; this handles only focus that moved by keyboard.
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
    let_go: events.onClearSelection,
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
