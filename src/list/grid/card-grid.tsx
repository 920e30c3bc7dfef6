import { type CSSProperties, type ReactNode, useState } from 'react'
import classes from '../list-page.module.css'
import { CardInTurn } from './card-in-turn.tsx'
import { CARD_GAP } from './use-columns.ts'
import { useLineHeights } from './use-line-heights.ts'
import { useLines } from './use-lines.ts'

/** The look of a list's rows. */
export interface CardLook<Row> {
  readonly card: (row: Row) => ReactNode
  /** The height of a card that is not expanded, by its width; in CSS pixels. */
  readonly cardHeight: (width: number) => number
  /** The minimum width of a card, in CSS pixels. It decides the number of columns. */
  readonly cardWidth: number
  /** One line per row, without gaps. */
  readonly isCompact?: boolean
}

export interface CardGridProps<Row> extends CardLook<Row> {
  readonly rows: readonly Row[]
  /** The number of rows of the complete list, for screen readers. */
  readonly count: number
  /** The list's name for screen readers. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  /** The keys of cards that take the full width, for example opened cards, in the order in which they became wide. */
  readonly wide?: ReadonlySet<string> | undefined
  /** Restores the scroll position when the user returns. Without it the list never scrolls on its own. */
  readonly memory?: GridMemory
}

interface GridMemory {
  /** Names the user, the list, its sort order, filter and search. */
  readonly list: string
  /** The list appeared with its page, not by a change of sort order or filter. */
  readonly isReturnedTo: boolean
  /** The list that the rows belong to: `list`, or the previous list while the rows of `list` are loading. */
  readonly rowsOf: string
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The CSS order of each card when some are wide. Within a line, wide cards come first, in the order in which they
 * became wide. So a card does not move up or down when it is opened. All lines are in one grid, in their order.
 */
function cardOrder(wide: ReadonlySet<string>, columns: number) {
  const places = new Map([...wide].map((key, place) => [key, place]))
  return (key: string, line: number, at: number) => line * (wide.size + columns) + (places.get(key) ?? wide.size + at)
}

/**
 * Cards in as many columns as fit. Only the cards near the window are in the document, whatever the number of rows. All
 * cards are children of one element: when a row is added before a card, the card moves with its open menu, its focus
 * and its typed text.
 */
export function CardGrid<Row>(props: CardGridProps<Row>) {
  const { rows, count, name, keyOf, card, wide = NONE, isCompact = false } = props
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [inner, setInner] = useState<HTMLElement | null>(null)
  const { lines, columns, top, layout, isInSight } = useLines(box, props)
  const gap = isCompact ? 0 : CARD_GAP
  const watch = useLineHeights({ box: inner, lines, layout, columns, rows, gap })
  const items = lines.getVirtualItems()
  const rowsOf = (line: number) => rows.slice(line * columns, (line + 1) * columns)
  const isWide = (row: Row) => wide.has(keyOf(row))
  const order = cardOrder(wide, columns)
  const style = { height: lines.getTotalSize(), '--columns': columns } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: the items are in an inner element, which an <ol> must not contain.
    <div
      ref={setBox}
      className={classes.grid}
      style={style}
      role="list"
      aria-label={name}
      {...(isCompact ? { 'data-compact': '' } : {})}
    >
      <div ref={setInner} className={classes.lines} role="presentation" style={{ top: (items[0]?.start ?? top) - top }}>
        {items.flatMap((line) => {
          const own = rowsOf(line.index)
          // A wide card sets the height of its line, so that height does not fit the other cards.
          const hasWide = own.some(isWide)
          const first = own.find((row) => !isWide(row))
          return own.map((row, at) => (
            // biome-ignore lint/a11y/useSemanticElements: see the list above.
            <div
              key={keyOf(row)}
              ref={watch}
              data-line={line.index}
              className={classes.cell}
              role="listitem"
              aria-setsize={count}
              aria-posinset={line.index * columns + at + 1}
              {...(row === first ? { 'data-first': '' } : {})}
              {...(isWide(row) ? { 'data-wide': '' } : {})}
              {...(wide.size > 0 ? { style: { order: order(keyOf(row), line.index, at) } } : {})}
            >
              <CardInTurn isNow={!lines.isScrolling || hasWide} isInSight={isInSight(line)} height={line.size - gap}>
                {() => card(row)}
              </CardInTurn>
            </div>
          ))
        })}
      </div>
    </div>
  )
}
