import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo } from 'react'
import type { Block } from '#src/boards/schedule/edits/block.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import { heightOf } from './line-heights.ts'
import classes from './schedule-grid.module.css'
import { DispatcherLine, DriverLine } from './schedule-lines.tsx'

/** The next page is asked for when this share of what is loaded has been scrolled past. */
const SCROLL_THRESHOLD = 0.8

interface VisibleLinesProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  readonly isEditable: boolean
  /** Of a driver's line, in pixels. */
  readonly lineHeight: number
  /** The line that the keyboard stands on; -1 for none. It is always drawn, so that the focus is never scrolled away. */
  readonly cursorLine: number
  readonly cursorColumn: number
  /** Several cells that are selected; null where it is at most the cursor's own. */
  readonly selected: Block | null
  /** There is a next page, and it may be asked for. */
  readonly canGoOn: boolean
  readonly onEnd: () => void
  readonly children: ReactNode
}

/** The lines in sight, and no others, whatever their number. The one part of the page that is drawn anew by scrolling. */
export function VisibleLines(props: VisibleLinesProps) {
  const { items, dates, isEditable, cursorLine, cursorColumn, selected, children } = props
  const isSelected = useMemo(() => new Set(selected?.drivers), [selected?.drivers])
  const virtualizer = useLines(props)
  useEndWatch(props, virtualizer.range?.endIndex ?? 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid has no table elements to use
    <div role="rowgroup" className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = items[index]
        if (!item) return null
        const place = { rowIndex: index + 2, top: start }
        if (item.kind === 'dispatcher') return <DispatcherLine key={item.key} item={item} {...place} />
        const tabColumn = index === cursorLine ? cursorColumn : null
        const isIn = isSelected.has(item.driver.id)
        const columns = {
          firstSelected: isIn ? selected?.first : undefined,
          lastSelected: isIn ? selected?.last : undefined,
        }
        return (
          <DriverLine key={item.key} driver={item.driver} {...{ dates, isEditable, tabColumn, ...columns, ...place }} />
        )
      })}
      {children}
    </div>
  )
}

/** Lines beyond what is in sight that are kept ready for scrolling; none until these have been painted. */
const OVERSCAN = 6

function useLines({ scroller, items, lineHeight, cursorLine }: VisibleLinesProps) {
  const isPainted = useDeferredValue(true, false)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index], lineHeight),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: isPainted ? OVERSCAN : 0,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return cursorLine < 0 || shown.includes(cursorLine) ? shown : [...shown, cursorLine].sort((a, b) => a - b)
    },
  })
  // The kinds of the lines, not their number alone, decide where each stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the lines or their height change
  useEffect(() => virtualizer.measure(), [items, lineHeight, virtualizer])
  return virtualizer
}

/** Asks for the next page in time; also when a filter leaves too few lines to scroll. */
function useEndWatch({ items, canGoOn, onEnd }: VisibleLinesProps, lastIndex: number) {
  const isNear = lastIndex + 1 >= items.length * SCROLL_THRESHOLD
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, not for each drawing
  useEffect(() => {
    if (isNear && canGoOn) onEnd()
  }, [isNear, canGoOn, items.length])
}
