import { useLayoutEffect, useState } from 'react'

/** The gap between cards, in CSS pixels. `list-page.module.css` has the same value. */
export const CARD_GAP = 12

/** The number of columns of at least `least` pixels that fit into `width`; at least one. */
export function columnsIn(width: number, least: number): number {
  return Math.max(1, Math.floor((width + CARD_GAP) / (least + CARD_GAP)))
}

/** The last measurement by minimum width: a list that the user returns to has its height from the first frame. */
const lastMeasured = new Map<number, MeasuredColumns>()

interface MeasuredColumns {
  readonly columns: number
  readonly top: number
  readonly cardWidth: number
}

/**
 * The columns that fit into an element, their width, and the element's distance from the page's top. 0 columns before
 * the first measurement.
 */
export function useColumns(box: HTMLElement | null, least: number): MeasuredColumns {
  const [found, setFound] = useState<MeasuredColumns>(
    () => lastMeasured.get(least) ?? { columns: 0, top: 0, cardWidth: least },
  )
  useLayoutEffect(() => {
    if (box === null) return
    const measure = () => {
      const { top: fromWindow, width } = box.getBoundingClientRect()
      const columns = columnsIn(width, least)
      const top = Math.round(fromWindow + window.scrollY)
      const cardWidth = Math.floor((width - CARD_GAP * (columns - 1)) / columns)
      const now = { columns, top, cardWidth }
      lastMeasured.set(least, now)
      setFound((before) =>
        before.columns === columns && before.top === top && before.cardWidth === cardWidth ? before : now,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    // A banner above the list moves the list without a change of its size.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box, least])
  return found
}
