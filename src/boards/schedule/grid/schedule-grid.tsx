import type { HTMLAttributes, ReactNode, RefObject } from 'react'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useRoomBelow } from '#src/ui/use-room-below.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import classes from './schedule-grid.module.css'
import { DayHeadings } from './schedule-lines.tsx'
import type { GridCursor } from './use-grid-cursor.ts'
import { VisibleLines } from './visible-lines.tsx'

interface ScheduleGridProps {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  readonly today: IsoDay
  readonly isEditable: boolean
  /** Of a driver's line, in pixels. */
  readonly lineHeight: number
  readonly cursor: GridCursor
  /** What keys, pointers and the clipboard do. */
  readonly events: Omit<HTMLAttributes<HTMLDivElement>, 'children' | 'className' | 'style' | 'role'>
  /** How far the rows have been read. A page that did not come is asked for by the person, not by scrolling. */
  readonly list: Pick<ReadList<unknown>, 'hasMore' | 'isLoadingMore' | 'moreProblem' | 'loadMore'>
  /** What stands over the lines: the selection, the editor. */
  readonly children: ReactNode
}

/** The week as a grid that scrolls by itself, under the days and beside the drivers. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { scroller, items, dates, today, isEditable, lineHeight, cursor, events, list, children } = props
  const room = useRoomBelow(scroller)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid has no table elements to use
    <div
      {...events}
      ref={scroller}
      role="grid"
      aria-label={`Schedule, ${dayWords(dates[0] ?? today)} to ${dayWords(dates.at(-1) ?? today)}`}
      aria-rowcount={list.hasMore ? -1 : items.length + 1}
      aria-colcount={dates.length + 1}
      aria-readonly={!isEditable}
      aria-multiselectable
      className={classes.scroller}
      data-editable={isEditable || undefined}
      // All that the window has left below it; the style sheet says what stands beneath.
      style={{ height: `calc(100dvh - ${room}px - var(--beneath))` }}
    >
      <DayHeadings dates={dates} today={today} />
      <VisibleLines
        {...{ scroller, items, dates, isEditable, lineHeight }}
        cursorLine={cursor.line}
        cursorColumn={cursor.cursor?.column ?? 0}
        selected={cursor.isRange ? cursor.block : null}
        canGoOn={list.hasMore && !list.isLoadingMore && list.moreProblem === null}
        onEnd={list.loadMore}
      >
        {children}
      </VisibleLines>
      <MoreLine list={list} />
    </div>
  )
}

function MoreLine({ list }: Pick<ScheduleGridProps, 'list'>) {
  const { isLoadingMore, moreProblem, loadMore } = list
  if (isLoadingMore) return <div className={classes.more}>Loading...</div>
  if (moreProblem === null) return null
  return (
    <div className={classes.more} role="alert">
      {moreProblem.message}{' '}
      <button type="button" className={classes.again} onClick={loadMore}>
        Try again
      </button>
    </div>
  )
}
