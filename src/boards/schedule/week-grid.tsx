import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import type { KeepRows } from '#src/areas/schedule/day-edit.ts'
import { DescribedDay, type Onwards } from './described-day.tsx'
import { editWords } from './edits/edit-words.ts'
import type { Edits } from './edits/use-edits.ts'
import { type Cursor, moveCursor } from './grid-cursor.ts'
import { LINE_HEIGHT, LINE_HEIGHT_FOR_FINGERS, topOfDriver } from './line-heights.ts'
import { OpenedDay } from './opened-day.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { dayOn, driverIn, type ScheduleItem } from './schedule-items.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SelectionFrame } from './selection-frame.tsx'
import { type GridCursor, useGridCursor } from './use-grid-cursor.ts'
import type { useSchedule } from './use-schedule.ts'
import { type BlockActs, useBlockActs } from './use-week-acts.ts'
import { useWeekEvents } from './use-week-events.ts'
import { useWeekSwipe } from './use-week-swipe.ts'

type Schedule = ReturnType<typeof useSchedule>

interface WeekGridProps {
  readonly schedule: Schedule
  readonly isEditable: boolean
  readonly edits: Edits
  /** -1 for the week before, 1 for the one after. */
  readonly onStep: (by: -1 | 1) => void
}

/** What stands over the lines: a day opened beside its cell, or its description being written in it. */
interface Over {
  readonly as: 'dialog' | 'description'
  readonly cell: Cursor
}

/** The week on screen, to read, and in Edit to work in as in a spreadsheet. */
export function WeekGrid({ schedule, isEditable, edits, onStep }: WeekGridProps) {
  const { today, dates, list, items } = schedule
  const scroller = useRef<HTMLDivElement>(null)
  const cursor = useGridCursor(items, scroller)
  const acts = useBlockActs(schedule, cursor, edits, isEditable)
  const [over, setOver] = useState<Over | null>(null)
  const [isPicking, setIsPicking] = useState(false)
  const { isForFingers, lineHeight } = useLineHeight()
  const letGo = () => {
    setIsPicking(false)
    cursor.letGo()
  }
  const events = useWeekEvents({
    ...{ schedule, isEditable, cursor, acts, edits, isPicking },
    onPick: (cell) => {
      setIsPicking(true)
      cursor.select({ anchor: cell, head: cell })
    },
    onOpen: (cell) => setOver({ as: 'dialog', cell }),
    onDescribe: (cell) => setOver({ as: isPlanned(schedule, cell) ? 'description' : 'dialog', cell }),
    onLetGo: letGo,
  })
  useWeekSwipe(scroller, onStep)
  const hasFrame = isEditable && !over && (!isForFingers || isPicking || cursor.isRange)
  return (
    <>
      <ScheduleGrid {...{ scroller, items, dates, today, isEditable, lineHeight, cursor, events, list }}>
        {hasFrame && cursor.block && (
          <SelectionFrame {...{ items, lineHeight }} block={cursor.block} onFill={acts.repeat} />
        )}
        {over && (
          <OverCell
            key={`${over.as} ${over.cell.driver} ${over.cell.column}`}
            {...{ over, schedule, isEditable, edits, lineHeight }}
            onClose={(onwards) => {
              setOver(null)
              goOn(cursor, items, over.cell, onwards)
            }}
          />
        )}
      </ScheduleGrid>
      <Selected
        acts={acts}
        cursor={cursor}
        isShown={isEditable && !over && (cursor.isRange || isPicking)}
        onDone={letGo}
      />
    </>
  )
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
      {isShown && cursor.block && <SelectionBar block={cursor.block} acts={acts} onDone={onDone} />}
      <output className="visually-hidden">{acts.said}</output>
    </>
  )
}

/** A description stands on a planned day: where there is none, the status comes first. */
function isPlanned({ items, dates }: Schedule, { driver: id, column }: Cursor): boolean {
  const driver = driverIn(items, id)
  const date = dates[column]
  return driver !== null && date !== undefined && dayOn(driver, date) !== null
}

const KEYS: Readonly<Record<Exclude<Onwards, 'stay'>, string>> = {
  down: 'ArrowDown',
  right: 'ArrowRight',
  left: 'ArrowLeft',
}

function goOn(cursor: GridCursor, items: readonly ScheduleItem[], from: Cursor, onwards: Onwards): void {
  const to = onwards === 'stay' ? from : (moveCursor(items, from, KEYS[onwards], false) ?? from)
  cursor.select({ anchor: to, head: to })
}

interface OverCellProps extends Pick<WeekGridProps, 'schedule' | 'isEditable' | 'edits'> {
  readonly over: Over
  readonly lineHeight: number
  readonly onClose: (onwards: Onwards) => void
}

function OverCell({ over: { as, cell }, schedule, isEditable, edits, lineHeight, onClose }: OverCellProps) {
  const { items, dates, holdWeek } = schedule
  const top = topOfDriver(items, cell.driver, lineHeight)
  const driver = driverIn(items, cell.driver)
  const date = dates[cell.column]
  const keep: KeepRows = (rows) => edits.apply(rows, editWords(rows))
  if (as === 'description' && driver && date) {
    return <DescribedDay {...{ driver, date, top, keep, onClose }} column={cell.column} />
  }
  return <OpenedDay {...{ cell, top, items, dates, isEditable, keep, holdWeek }} onClose={() => onClose('stay')} />
}
