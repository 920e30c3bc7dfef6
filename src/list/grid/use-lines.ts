import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useDeferredValue, useState } from 'react'
import type { CardGridProps } from './card-grid.tsx'
import { placeIn } from './list-place.ts'
import { useAnchor } from './use-anchor.ts'
import { CARD_GAP, useColumns } from './use-columns.ts'
import { usePlace } from './use-place.ts'

/** The height of the bar over the top of the page, with some margin; in CSS pixels. */
const BAR_PX = 60
/** Lines outside the window that are rendered ahead for scrolling. A new list renders none until its first paint. */
const OVERSCAN = 4

type GridRows<Row> = Pick<CardGridProps<Row>, 'rows' | 'keyOf' | 'cardHeight' | 'cardWidth' | 'isCompact' | 'memory'>

/** The lines of cards near the window. `top` is the list's distance from the page's top, in CSS pixels. */
export function useLines<Row>(box: HTMLElement | null, laid: GridRows<Row>) {
  const { rows, keyOf, cardHeight, cardWidth, isCompact = false, memory } = laid
  const { columns, top, cardWidth: width } = useColumns(box, cardWidth)
  const layout = `${columns} × ${width}`
  const [place] = useState(() => (memory?.isReturnedTo ? placeIn(memory.list) : null))
  const keyOfLine = (line: number) => {
    const row = rows[line * columns]
    return row === undefined ? `line ${line}` : keyOf(row)
  }
  const rowsOf = memory?.rowsOf ?? ''
  // Computed once for all lines: thousands of them may never be measured.
  const lineHeight = cardHeight(width) + (isCompact ? 0 : CARD_GAP)
  const isPainted = useDeferredValue<string | null>(rowsOf, null) === rowsOf
  const lines = useWindowVirtualizer<HTMLDivElement>({
    count: columns === 0 ? 0 : Math.ceil(rows.length / columns),
    estimateSize: () => lineHeight,
    overscan: isPainted ? OVERSCAN : 0,
    scrollMargin: top,
    scrollPaddingStart: BAR_PX,
    useFlushSync: false,
    // A line is identified by its first card, so its height stays known when other lines come before it.
    getItemKey: keyOfLine,
    ...(place && { initialOffset: place.top }),
    ...(place?.layout === layout && { initialMeasurementsCache: place.sizes }),
  })
  const lineOf = (key: string) => Math.floor(rows.findIndex((row) => keyOf(row) === key) / columns)
  useAnchor(layout, { lines, lineOf, keyOfLine })
  usePlace(place, { list: memory?.list ?? null, layout, lines, lineOf, keyOfLine })
  const [from, height] = [lines.scrollOffset ?? 0, lines.scrollRect?.height ?? 0]
  const isInSight = ({ start, end }: VirtualItem) => end > from && start < from + height
  return { lines, columns, top, layout, isInSight }
}
