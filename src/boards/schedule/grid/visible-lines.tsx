import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo } from 'react'
import type { Block } from '#src/boards/schedule/edits/block.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import { heightOf } from './line-heights.ts'
import classes from './schedule-grid.module.css'
import { DispatcherLine, DriverLine } from './schedule-lines.tsx'

/** The next page is requested when this share of the loaded lines has been scrolled past. */
const SCROLL_THRESHOLD = 0.8

interface VisibleLinesProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  readonly isEditable: boolean
  /** Height of a driver's line, in pixels. */
  readonly lineHeight: number
  /** Index of the cursor's line; -1 for none. The line is always drawn, so that scrolling never removes the focus. */
  readonly cursorLine: number
  readonly cursorColumn: number
  /** The selected cells when there are several; null when at most the cursor's cell is selected. */
  readonly selected: Block | null
  /** A next page exists and can be requested. */
  readonly canGoOn: boolean
  readonly onEnd: () => void
  readonly children: ReactNode
}

/** Draws only the visible lines, however many lines exist. The only part of the page that scrolling rerenders. */
export function VisibleLines(props: VisibleLinesProps) {
  const { items, dates, isEditable, cursorLine, cursorColumn, selected, children } = props
  const isSelected = useMemo(() => new Set(selected?.drivers), [selected?.drivers])
  const virtualizer = useLines(props)
  useEndWatch(props, virtualizer.range?.endIndex ?? 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualized grid can't use table elements
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

/** Lines drawn beyond the visible ones, ready for scrolling. None until the visible lines have been painted. */
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
  // Positions depend on the kinds of the lines, not only on their number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the lines or their height change
  useEffect(() => virtualizer.measure(), [items, lineHeight, virtualizer])
  return virtualizer
}

/** Requests the next page in time, also when a filter leaves too few lines to scroll. */
function useEndWatch({ items, canGoOn, onEnd }: VisibleLinesProps, lastIndex: number) {
  const isNear = lastIndex + 1 >= items.length * SCROLL_THRESHOLD
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, not once per render
  useEffect(() => {
    if (isNear && canGoOn) onEnd()
  }, [isNear, canGoOn, items.length])
}
