import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { sizeOf } from '#src/boards/schedule/edits/block.ts'
import { KeepingContext } from '#src/boards/schedule/edits/keeping.ts'
import type { Edits } from '#src/boards/schedule/edits/use-edits.ts'
import { countOf } from '#src/format/numbers.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import type { useSchedule } from '../use-schedule.ts'
import { type BlockActs, useBlockActs } from '../use-week-acts.ts'
import { useWeekEvents } from '../use-week-events.ts'
import { useWeekSwipe } from '../use-week-swipe.ts'
import { AskedFiring } from './asked-firing.tsx'
import type { Onwards } from './described-day.tsx'
import { type Cursor, moveCursor } from './grid-cursor.ts'
import { LINE_HEIGHT, LINE_HEIGHT_FOR_FINGERS } from './line-heights.ts'
import { type Over, OverCell } from './over-cell.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { SelectionFrame } from './selection-frame.tsx'
import { type GridCursor, isSameCell, useGridCursor } from './use-grid-cursor.ts'

const SelectionBar = lazy(() => import('./selection-bar.tsx').then((part) => ({ default: part.SelectionBar })))

type Schedule = ReturnType<typeof useSchedule>

interface WeekGridProps {
  readonly schedule: Schedule
  readonly isEditable: boolean
  readonly edits: Edits
  /** -1 for the week before, 1 for the one after. */
  readonly onStep: (by: -1 | 1) => void
}

/** The week on screen, to read, and in Edit to work in as in a spreadsheet. */
export function WeekGrid({ schedule, isEditable, edits, onStep }: WeekGridProps) {
  const { today, dates, list, items } = schedule
  const scroller = useRef<HTMLDivElement>(null)
  const cursor = useGridCursor(items, scroller)
  const acts = useBlockActs(schedule, cursor, edits, isEditable)
  const { over, open, close } = useOver(schedule, cursor)
  const [isPicking, setIsPicking] = useState(false)
  const { isForFingers, lineHeight } = useLineHeight()
  const letGo = () => {
    setIsPicking(false)
    cursor.letGo()
  }
  const events = useWeekEvents({
    ...{ schedule, isEditable, cursor, acts, isPicking, over },
    onPick: (cell) => {
      setIsPicking(true)
      cursor.select({ anchor: cell, head: cell })
    },
    onOpen: (cell) => open(cell, 'dialog'),
    onDescribe: (cell) => open(cell, 'description'),
    onLetGo: letGo,
  })
  useWeekSwipe(scroller, onStep)
  const hasFrame = isEditable && !over && (!isForFingers || isPicking || cursor.isRange)
  const isSelecting = isEditable && !over && (cursor.isRange || isPicking)
  return (
    <KeepingContext value={edits.keeping}>
      <ScheduleGrid {...{ scroller, items, dates, today, isEditable, lineHeight, cursor, events, list }}>
        {hasFrame && cursor.block && (
          <SelectionFrame {...{ items, lineHeight }} block={cursor.block} onFill={acts.repeat} />
        )}
        {over && (
          <OverCell
            key={`${over.as} ${over.cell.driver} ${over.date}`}
            {...{ over, schedule, isEditable, edits, lineHeight }}
            onOpen={(typed) => open(over.cell, 'dialog', typed)}
            onClose={(onwards) => close(over, onwards)}
          />
        )}
      </ScheduleGrid>
      <Selected acts={acts} cursor={cursor} isShown={isSelecting} onDone={letGo} />
      <AskedFiring asked={acts.asked} />
    </KeepingContext>
  )
}

/** What stands over a cell; nothing once its day has left the screen: what was typed there is kept as a draft. */
function useOver({ items, dates, today }: Schedule, cursor: GridCursor) {
  const [over, setOver] = useState<Over | null>(null)
  return {
    over: over && dates.includes(over.date) ? over : null,
    open: (cell: Cursor, as: Over['as'], typed?: string) =>
      setOver({ as, cell, date: dates[cell.column] ?? today, ...(typed !== undefined && { typed }) }),
    close: (closing: Over, onwards: Onwards) => {
      // What was opened since stays.
      setOver((now) => (now === closing ? null : now))
      // Who has clicked another cell is there by now.
      const { cursor: at } = cursor
      const isElsewhere = at !== null && !isSameCell(at, closing.cell)
      if (onwards === 'stay' && isElsewhere) cursor.select({ anchor: at, head: at })
      else goOn(cursor, items, closing.cell, onwards)
    },
  }
}

function useLineHeight() {
  const isForFingers = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  return { isForFingers, lineHeight: isForFingers ? LINE_HEIGHT_FOR_FINGERS : LINE_HEIGHT }
}

interface SelectedProps {
  readonly acts: BlockActs
  readonly cursor: GridCursor
  readonly isShown: boolean
  readonly onDone: () => void
}

function Selected({ acts, cursor, isShown, onDone }: SelectedProps): ReactNode {
  return (
    <>
      <Suspense>
        {isShown && cursor.block && <SelectionBar block={cursor.block} acts={acts} onDone={onDone} />}
      </Suspense>
      <output className="visually-hidden">
        {isShown && cursor.block ? `${countOf(sizeOf(cursor.block), 'day')} selected` : ''}
      </output>
      <output className="visually-hidden">{acts.said}</output>
    </>
  )
}

const KEYS: Readonly<Record<Exclude<Onwards, 'stay' | 'elsewhere'>, string>> = {
  down: 'ArrowDown',
  right: 'ArrowRight',
  left: 'ArrowLeft',
}

function goOn(cursor: GridCursor, items: readonly ScheduleItem[], from: Cursor, onwards: Onwards): void {
  if (onwards === 'elsewhere') return
  const to = onwards === 'stay' ? from : (moveCursor(items, from, KEYS[onwards], false) ?? from)
  cursor.select({ anchor: to, head: to })
}
