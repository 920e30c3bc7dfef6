import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Lines = Pick<Virtualizer<Window, HTMLElement>, 'getVirtualItems' | 'resizeItem'>

interface LineHeightOptions {
  /** The element that holds the cards, each with its line in `data-line`. */
  readonly box: HTMLElement | null
  readonly lines: Lines
  /** The columns and the card width. Measurements are only valid for one layout. */
  readonly layout: string
  /** The number of cards in a line. */
  readonly columns: number
  /** Other rows form other lines, even if all their cards were rendered before. */
  readonly rows: readonly unknown[]
  /** The gap below each line, in CSS pixels. */
  readonly gap: number
}

/**
 * The height of a line's cards, in CSS pixels; null when the line is not in the document. It is not rounded, because
 * the browser lays out lines at fractions of a pixel.
 */
function heightOf(box: HTMLElement, line: number): number | null {
  const cards = [...box.querySelectorAll(`:scope > [data-line="${line}"]`)].map((card) => card.getBoundingClientRect())
  if (cards.length === 0) return null
  const top = Math.min(...cards.map((card) => card.top))
  return Math.max(...cards.map((card) => card.bottom)) - top
}

/**
 * Forces a new layout of everything in an element. Nothing leaves the document, so focus, open menus and scroll
 * positions stay.
 */
function forceLayout(box: HTMLElement): void {
  box.style.display = 'block'
  box.getBoundingClientRect()
  box.style.display = ''
}

/**
 * Reports the heights of rendered lines to the virtualizer. A card keeps its element when it moves to another line, so
 * lines have no elements of their own: this hook observes the cards, and measures all lines again when their cards may
 * have changed. Returns the `ref` of each card.
 */
export function useLineHeights({
  box,
  lines,
  layout,
  columns,
  rows,
  gap,
}: LineHeightOptions): (card: HTMLElement | null) => (() => void) | undefined {
  const measure = (indexes: Iterable<number>) => {
    for (const line of indexes) {
      const height = box && heightOf(box, line)
      // This call updates the lines' positions. Without it the virtualizer takes a line below the window's top for one
      // above it.
      lines.getVirtualItems()
      if (height !== null) lines.resizeItem(line, height + gap)
    }
  }
  const latest = useRef(measure)
  const [observer] = useState(
    () => new ResizeObserver((sized) => latest.current(new Set(sized.map(({ target }) => lineOf(target))))),
  )
  const [watch] = useState(() => (card: HTMLElement | null) => {
    if (card === null) return
    observer.observe(card)
    return () => observer.unobserve(card)
  })
  const before = useRef({ layout, rows })
  useLayoutEffect(() => {
    latest.current = measure
    const isOther = before.current.layout !== layout || before.current.rows !== rows
    before.current = { layout, rows }
    if (isOther) measure(lines.getVirtualItems().map(({ index }) => index))
  })
  const columnsBefore = useRef(columns)
  useEffect(() => {
    // WebKit keeps the row heights within a card from the former column width, which leaves gaps. The layout is forced
    // after the frame is painted, because until then `useAnchor` restores the row at the window's top.
    if (columnsBefore.current !== columns && box) forceLayout(box)
    columnsBefore.current = columns
  }, [box, columns])
  useEffect(() => () => observer.disconnect(), [observer])
  return watch
}

const lineOf = (card: Element) => Number(card.getAttribute('data-line'))
