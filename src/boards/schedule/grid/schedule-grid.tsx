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
  /** Height of a driver's line, in pixels. */
  readonly lineHeight: number
  readonly cursor: GridCursor
  /** Event handlers for keys, pointers, focus and the clipboard. */
  readonly events: Omit<HTMLAttributes<HTMLDivElement>, 'children' | 'className' | 'style' | 'role'>
  /** Loading state of the list. After a page failed to load, only the user retries it; scrolling does not. */
  readonly list: Pick<ReadList<unknown>, 'hasMore' | 'isLoadingMore' | 'moreProblem' | 'loadMore'>
  /** Drawn over the lines: the selection and the editor. */
  readonly children: ReactNode
}

/** The week as a grid with its own scrolling. Day headings and driver names stay in place. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { scroller, items, dates, today, isEditable, lineHeight, cursor, events, list, children } = props
  const room = useRoomBelow(scroller)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualized grid can't use table elements
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
      // Fills the window down to the bottom, except `--beneath`, which the style sheet sets.
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
