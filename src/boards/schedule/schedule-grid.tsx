import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import type { Cursor } from './grid-cursor.ts'
import { LINE_HEIGHT, LINE_HEIGHT_FOR_FINGERS, topOfDriver } from './line-heights.ts'
import classes from './schedule-grid.module.css'
import type { ScheduleItem } from './schedule-items.ts'
import { DayHeadings } from './schedule-lines.tsx'
import { cellAt, type GridCursor, useGridCursor } from './use-grid-cursor.ts'
import { useRoomBelow } from './use-room-below.ts'
import { VisibleLines } from './visible-lines.tsx'

interface ScheduleGridProps {
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  readonly today: IsoDay
  readonly isEditable: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the next page did not come; it is then asked for by the person, not by scrolling. */
  readonly moreProblem: string | null
  readonly onEnd: () => void
  /** A cell was opened, by pointer or Enter. `top` is where its line stands, in pixels. */
  readonly onOpen: (cell: Cursor, top: number) => void
  /** A digit was pressed on a cell: 1 is the first status. */
  readonly onDigit: (cell: Cursor, digit: number) => void
  /** What stands among the lines: the editor. */
  readonly children: ReactNode
}

/** The week as a grid that scrolls by itself, under the days and beside the drivers. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { items, dates, today, isEditable, hasMore, isLoadingMore, moreProblem, onEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoomBelow(scroller)
  const cursor = useGridCursor(items, scroller)
  const isForFingers = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const lineHeight = isForFingers ? LINE_HEIGHT_FOR_FINGERS : LINE_HEIGHT
  const events = useCellEvents(props, cursor, lineHeight)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid has no table elements to use
    <div
      ref={scroller}
      role="grid"
      aria-label={`Schedule, ${dayWords(dates[0] ?? today)} to ${dayWords(dates.at(-1) ?? today)}`}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      aria-colcount={dates.length + 1}
      aria-readonly={!isEditable}
      className={classes.scroller}
      style={heightBelow(room)}
      {...events}
    >
      <DayHeadings dates={dates} today={today} />
      <VisibleLines
        {...{ scroller, items, dates, isEditable, lineHeight }}
        cursorLine={cursor.line}
        cursorColumn={cursor.cursor?.column ?? 0}
        canGoOn={hasMore && !isLoadingMore && moreProblem === null}
        onEnd={onEnd}
      >
        {props.children}
      </VisibleLines>
      <MoreLine {...{ isLoadingMore, moreProblem, onEnd }} />
    </div>
  )
}

/** What pointer and keys do on cells. */
function useCellEvents({ items, onOpen, onDigit }: ScheduleGridProps, cursor: GridCursor, lineHeight: number) {
  const open = (cell: Cursor) => onOpen(cell, topOfDriver(items, cell.driver, lineHeight))
  return {
    onFocus: ({ target }: FocusEvent) => {
      const cell = cellAt(target)
      if (cell) cursor.goTo(cell)
    },
    onClick: ({ target }: MouseEvent) => {
      const cell = cellAt(target)
      if (cell) open(cell)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const cell = cellAt(event.target)
      if (!cell) return
      const digit = event.ctrlKey || event.metaKey || event.altKey ? null : /^[1-5]$/.exec(event.key)
      if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') open(cell)
      else if (digit) onDigit(cell, Number(event.key))
      else if (!cursor.onKey(event)) return
      event.preventDefault()
    },
  }
}

/** All that the window has left below the element; the style sheet says what stands beneath it. */
const heightBelow = (top: number): CSSProperties => ({ height: `calc(100dvh - ${top}px - var(--beneath))` })

type MoreLineProps = Pick<ScheduleGridProps, 'isLoadingMore' | 'moreProblem' | 'onEnd'>

function MoreLine({ isLoadingMore, moreProblem, onEnd }: MoreLineProps) {
  if (isLoadingMore) return <div className={classes.more}>Loading...</div>
  if (moreProblem === null) return null
  return (
    <div className={classes.more} role="alert">
      {moreProblem}{' '}
      <button type="button" className={classes.again} onClick={onEnd}>
        Try again
      </button>
    </div>
  )
}
