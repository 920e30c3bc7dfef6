import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useState } from 'react'
import classes from './list-page.module.css'
import { CARD_GAP, useColumns } from './use-columns.ts'

/** Lines beyond the window that are kept ready for scrolling. */
const OVERSCAN = 4

export interface CardGridProps<Row> {
  readonly rows: readonly Row[]
  /** Of the whole list, for screen readers. */
  readonly count: number
  /** What the list is called for screen readers. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  readonly card: (row: Row) => ReactNode
  /** Whether a card takes the whole width, such as one that is expanded. */
  readonly isWide: (row: Row) => boolean
  /** Of a card that is not expanded, by its width; in CSS pixels. */
  readonly cardHeight: (width: number) => number
  /** The least width of a card, in CSS pixels: it decides how many stand side by side. */
  readonly cardWidth: number
}

/** Cards in as many columns as there is room for; only those near the window are in the document, however many there are. */
export function CardGrid<Row>({ rows, count, name, keyOf, card, isWide, cardHeight, cardWidth }: CardGridProps<Row>) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { columns, top, cardWidth: width } = useColumns(box, cardWidth)
  const lines = useWindowVirtualizer({
    count: columns === 0 ? 0 : Math.ceil(rows.length / columns),
    estimateSize: () => cardHeight(width) + CARD_GAP,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
    // A line is its first card: its height is found again when others come before it.
    getItemKey: (line) => keyAt(rows, line * columns, keyOf),
  })
  const style = { height: lines.getTotalSize(), '--columns': columns } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: its items stand in lines, which an <ol> may not hold.
    <div ref={setBox} className={classes.grid} style={style} role="list" aria-label={name}>
      {lines.getVirtualItems().map((line) => (
        <div
          key={line.key}
          ref={lines.measureElement}
          data-index={line.index}
          className={classes.line}
          role="presentation"
          style={{ transform: `translateY(${line.start - top}px)` }}
        >
          {rows.slice(line.index * columns, (line.index + 1) * columns).map((row, at) => (
            // biome-ignore lint/a11y/useSemanticElements: as its list.
            <div
              key={keyOf(row)}
              className={classes.cell}
              role="listitem"
              aria-setsize={count}
              aria-posinset={line.index * columns + at + 1}
              {...(isWide(row) ? { 'data-wide': '' } : {})}
            >
              {card(row)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function keyAt<Row>(rows: readonly Row[], index: number, keyOf: (row: Row) => string): string {
  const row = rows[index]
  return row === undefined ? `line ${index}` : keyOf(row)
}
