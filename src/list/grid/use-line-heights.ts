import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Lines = Pick<Virtualizer<Window, HTMLElement>, 'getVirtualItems' | 'resizeItem'>

interface Measuring {
  /** The element that holds the cards, each with its line in `data-line`. */
  readonly box: HTMLElement | null
  readonly lines: Lines
  /** How the cards stand; what was measured holds for no other way. */
  readonly layout: string
  /** How many of them stand side by side. */
  readonly columns: number
  /** Other rows make up other lines, of cards that may all have been there before. */
  readonly rows: readonly unknown[]
  /** Below each line, in CSS pixels. */
  readonly gap: number
}

/**
 * From the top of a line's first card to the bottom of its last, in CSS pixels; null when it is not in the document. Not
 * rounded: the lines stand one below the other as the browser lays them out, to a fraction of a pixel.
 */
function heightOf(box: HTMLElement, line: number): number | null {
  const cards = [...box.querySelectorAll(`:scope > [data-line="${line}"]`)].map((card) => card.getBoundingClientRect())
  if (cards.length === 0) return null
  const top = Math.min(...cards.map((card) => card.top))
  return Math.max(...cards.map((card) => card.bottom)) - top
}

/**
 * Has everything in an element laid out anew. Nothing leaves the document meanwhile, so the focus, what is open and what is
 * scrolled stay as they are.
 */
function layOutAnew(box: HTMLElement): void {
  box.style.display = 'block'
  box.getBoundingClientRect()
  box.style.display = ''
}

/**
 * Tells the virtualizer how high the lines are that are in the document. A card keeps its element when it comes to stand in
 * another line, so lines have none of their own to be measured by: their cards are watched, and all are measured anew when
 * others may make them up. Answers the `ref` of each card.
 */
export function useLineHeights({
  box,
  lines,
  layout,
  columns,
  rows,
  gap,
}: Measuring): (card: HTMLElement | null) => (() => void) | undefined {
  const measure = (indexes: Iterable<number>) => {
    for (const line of indexes) {
      const height = box && heightOf(box, line)
      // Where lines begin is worked out anew, or one below the window's top passes for one above it.
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
    // WebKit leaves the rows within a card as high as they were in a column of another width, with holes between them. Once
    // the frame is painted: until then what stands at the window's top is looked for.
    if (columnsBefore.current !== columns && box) layOutAnew(box)
    columnsBefore.current = columns
  }, [box, columns])
  useEffect(() => () => observer.disconnect(), [observer])
  return watch
}

const lineOf = (card: Element) => Number(card.getAttribute('data-line'))
