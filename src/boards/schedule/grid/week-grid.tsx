import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { cellCount } from '#src/boards/schedule/edits/block.ts'
import { UnsavedEditsContext } from '#src/boards/schedule/edits/unsaved-edits.ts'
import type { Edits } from '#src/boards/schedule/edits/use-edits.ts'
import { countOf } from '#src/format/numbers.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { ScheduleItem } from '../schedule-items.ts'
import type { useSchedule } from '../use-schedule.ts'
import { type BlockActs, useBlockActs } from '../use-week-acts.ts'
import { useWeekEvents } from '../use-week-events.ts'
import { useWeekSwipe } from '../use-week-swipe.ts'
import { CellEditor, type OpenEditor } from './cell-editor.tsx'
import type { CursorStep } from './description-editor.tsx'
import { FiringPrompt } from './firing-prompt.tsx'
import { type Cursor, moveCursor } from './grid-cursor.ts'
import { LINE_HEIGHT, TOUCH_LINE_HEIGHT } from './line-heights.ts'
import { ScheduleGrid } from './schedule-grid.tsx'
import { SelectionFrame } from './selection-frame.tsx'
import { type GridCursor, isSameCell, useGridCursor } from './use-grid-cursor.ts'

const SelectionBar = lazyPart(() => import('./selection-bar.tsx').then((part) => part.SelectionBar))

type Schedule = ReturnType<typeof useSchedule>

interface WeekGridProps {
  readonly schedule: Schedule
  readonly isEditable: boolean
  readonly edits: Edits
  /** -1 for the week before, 1 for the one after. */
  readonly onStep: (by: -1 | 1) => void
}

/** The grid of the week on screen. On the Edit tab it works like a spreadsheet. */
export function WeekGrid({ schedule, isEditable, edits, onStep }: WeekGridProps) {
  const { today, dates, list, items } = schedule
  const scroller = useRef<HTMLDivElement>(null)
  const cursor = useGridCursor(items, scroller)
  const acts = useBlockActs(schedule, cursor, edits, isEditable)
  const { editor, open, close } = useOpenEditor(schedule, cursor)
  const [isPicking, setIsPicking] = useState(false)
  const { isTouch, lineHeight } = useLineHeight()
  const clearSelection = () => {
    setIsPicking(false)
    cursor.clearSelection()
  }
  const events = useWeekEvents({
    ...{ schedule, isEditable, cursor, acts, isPicking, editor },
    onPick: (cell) => {
      setIsPicking(true)
      cursor.select({ anchor: cell, head: cell })
    },
    onOpen: (cell) => open(cell, 'dialog'),
    onDescribe: (cell) => open(cell, 'description'),
    onClearSelection: clearSelection,
  })
  useWeekSwipe(scroller, onStep)
  const hasFrame = isEditable && !editor && (!isTouch || isPicking || cursor.isRange)
  const isSelecting = isEditable && !editor && (cursor.isRange || isPicking)
  return (
    <UnsavedEditsContext value={edits.unsaved}>
      <ScheduleGrid {...{ scroller, items, dates, today, isEditable, lineHeight, cursor, events, list }}>
        {hasFrame && cursor.block && (
          <SelectionFrame {...{ items, lineHeight }} block={cursor.block} onFill={acts.repeat} />
        )}
        {editor && (
          <CellEditor
            key={`${editor.as} ${editor.cell.driver} ${editor.date}`}
            {...{ editor, schedule, isEditable, edits, lineHeight }}
            onOpen={(typed) => open(editor.cell, 'dialog', typed)}
            onClose={(step) => close(editor, step)}
          />
        )}
      </ScheduleGrid>
      <SelectionStatus acts={acts} cursor={cursor} isShown={isSelecting} onDone={clearSelection} />
      <FiringPrompt confirmation={acts.confirmation} />
    </UnsavedEditsContext>
  )
}

/** What is open over a cell; null once its day has left the screen. Text typed there is stored as a draft. */
function useOpenEditor({ items, dates, today }: Schedule, cursor: GridCursor) {
  const [editor, setEditor] = useState<OpenEditor | null>(null)
  return {
    editor: editor && dates.includes(editor.date) ? editor : null,
    open: (cell: Cursor, as: OpenEditor['as'], typed?: string) =>
      setEditor({ as, cell, date: dates[cell.column] ?? today, ...(typed !== undefined && { typed }) }),
    close: (closing: OpenEditor, step: CursorStep) => {
      // An editor that was opened since stays open.
      setEditor((now) => (now === closing ? null : now))
      // After a click on another cell, the cursor is already there.
      const { cursor: at } = cursor
      const isElsewhere = at !== null && !isSameCell(at, closing.cell)
      if (step === 'stay' && isElsewhere) cursor.select({ anchor: at, head: at })
      else moveAfterEdit(cursor, items, closing.cell, step)
    },
  }
}

function useLineHeight() {
  const isTouch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  return { isTouch, lineHeight: isTouch ? TOUCH_LINE_HEIGHT : LINE_HEIGHT }
}

interface SelectedProps {
  readonly acts: BlockActs
  readonly cursor: GridCursor
  readonly isShown: boolean
  readonly onDone: () => void
}

function SelectionStatus({ acts, cursor, isShown, onDone }: SelectedProps): ReactNode {
  return (
    <>
      {isShown && cursor.block && <SelectionBar block={cursor.block} acts={acts} onDone={onDone} />}
      <output className="visually-hidden">
        {isShown && cursor.block ? `${countOf(cellCount(cursor.block), 'day')} selected` : ''}
      </output>
      <output className="visually-hidden">{acts.announcement}</output>
    </>
  )
}

const KEYS: Readonly<Record<Exclude<CursorStep, 'stay' | 'elsewhere'>, string>> = {
  down: 'ArrowDown',
  right: 'ArrowRight',
  left: 'ArrowLeft',
}

function moveAfterEdit(cursor: GridCursor, items: readonly ScheduleItem[], from: Cursor, step: CursorStep): void {
  if (step === 'elsewhere') return
  const to = step === 'stay' ? from : (moveCursor(items, from, KEYS[step], false) ?? from)
  cursor.select({ anchor: to, head: to })
}
