import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useDeferredValue, useState } from 'react'
import type { CardGridProps } from './card-grid.tsx'
import { placeIn } from './list-place.ts'
import { useAnchor } from './use-anchor.ts'
import { CARD_GAP, useColumns } from './use-columns.ts'
import { usePlace } from './use-place.ts'

/** For the bar that stands over the top of the page, and a little air; in CSS pixels. */
const BAR_PX = 60
/** Lines beyond the window that are kept ready for scrolling; of another list none, until it has been painted. */
const OVERSCAN = 4

type Laid<Row> = Pick<CardGridProps<Row>, 'rows' | 'keyOf' | 'cardHeight' | 'cardWidth' | 'isCompact' | 'keeps'>

/** The lines of cards that are near the window; `top`: how far below the page's own they begin, in CSS pixels. */
export function useLines<Row>(box: HTMLElement | null, laid: Laid<Row>) {
  const { rows, keyOf, cardHeight, cardWidth, isCompact = false, keeps } = laid
  const { columns, top, cardWidth: width } = useColumns(box, cardWidth)
  const layout = `${columns} × ${width}`
  const [place] = useState(() => (keeps?.isReturnedTo ? placeIn(keeps.list) : null))
  const keyOfLine = (line: number) => {
    const row = rows[line * columns]
    return row === undefined ? `line ${line}` : keyOf(row)
  }
  const rowsOf = keeps?.rowsOf ?? ''
  // Once for all lines: there may be thousands that were never measured.
  const lineHeight = cardHeight(width) + (isCompact ? 0 : CARD_GAP)
  const isPainted = useDeferredValue<string | null>(rowsOf, null) === rowsOf
  const lines = useWindowVirtualizer<HTMLDivElement>({
    count: columns === 0 ? 0 : Math.ceil(rows.length / columns),
    estimateSize: () => lineHeight,
    overscan: isPainted ? OVERSCAN : 0,
    scrollMargin: top,
    scrollPaddingStart: BAR_PX,
    useFlushSync: false,
    // A line is its first card: its height is found again when others come before it.
    getItemKey: keyOfLine,
    ...(place && { initialOffset: place.top }),
    ...(place?.layout === layout && { initialMeasurementsCache: place.sizes }),
  })
  const lineOf = (key: string) => Math.floor(rows.findIndex((row) => keyOf(row) === key) / columns)
  useAnchor(layout, { lines, lineOf, keyOfLine })
  usePlace(place, { list: keeps?.list ?? null, layout, lines, lineOf, keyOfLine })
  const [from, height] = [lines.scrollOffset ?? 0, lines.scrollRect?.height ?? 0]
  const isInSight = ({ start, end }: VirtualItem) => end > from && start < from + height
  return { lines, columns, top, layout, isInSight }
}
