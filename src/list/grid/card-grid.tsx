import { type CSSProperties, type ReactNode, useState } from 'react'
import classes from '../list-page.module.css'
import { CardInTurn } from './card-in-turn.tsx'
import { CARD_GAP } from './use-columns.ts'
import { useLineHeights } from './use-line-heights.ts'
import { useLines } from './use-lines.ts'

/** How the rows of a list are shown. */
export interface CardLook<Row> {
  readonly card: (row: Row) => ReactNode
  /** Of a card that is not expanded, by its width; in CSS pixels. */
  readonly cardHeight: (width: number) => number
  /** The least width of a card, in CSS pixels: it decides how many stand side by side. */
  readonly cardWidth: number
  /** One line a row, under one another without a gap. */
  readonly isCompact?: boolean
}

export interface CardGridProps<Row> extends CardLook<Row> {
  readonly rows: readonly Row[]
  /** Of the whole list, for screen readers. */
  readonly count: number
  /** What the list is called for screen readers. */
  readonly name: string
  readonly keyOf: (row: Row) => string
  /** The keys of cards that take the whole width, such as those that are opened, in the order in which they came to do so. */
  readonly wide?: ReadonlySet<string> | undefined
  /** Who comes back to it finds it as it was left; without this it is never scrolled. */
  readonly keeps?: KeptGrid
}

interface KeptGrid {
  /** Names the person and the list, its order and what it is narrowed to. */
  readonly list: string
  /** It came on screen with its page, not by another order or filter. */
  readonly isReturnedTo: boolean
  /** The list that the rows are of: that one, or the one before it for as long as its own are on their way. */
  readonly rowsOf: string
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Where each card stands among its line's when some are wide: these before those that are not, and after those that became
 * so earlier. So none moves up or down when it is opened: it stood below them already. All lines are in one grid, the first
 * ones first.
 */
function standing(wide: ReadonlySet<string>, columns: number) {
  const places = new Map([...wide].map((key, place) => [key, place]))
  return (key: string, line: number, at: number) => line * (wide.size + columns) + (places.get(key) ?? wide.size + at)
}

/**
 * Cards in as many columns as there is room for; only those near the window are in the document, however many there are.
 * All are children of one element, whichever line they stand in: when somebody adds a row before it, a card moves with its
 * opened menu, its focus and what is typed there.
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
  const order = standing(wide, columns)
  const style = { height: lines.getTotalSize(), '--columns': columns } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: its items stand in an element within, which an <ol> may not hold.
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
          // Its line is as high as that card, and no measure for the room of the others.
          const hasWide = own.some(isWide)
          const first = own.find((row) => !isWide(row))
          return own.map((row, at) => (
            // biome-ignore lint/a11y/useSemanticElements: as its list.
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
