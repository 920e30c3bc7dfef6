import { useLayoutEffect, useState } from 'react'

/** Between cards, in CSS pixels; as `list-page.module.css`. */
export const CARD_GAP = 12

/** How many columns of at least `least` pixels fit into `width`, one at the least. */
export function columnsIn(width: number, least: number): number {
  return Math.max(1, Math.floor((width + CARD_GAP) / (least + CARD_GAP)))
}

/** What was found last, by the least width: who comes back to a list finds it as high as it was from the first frame. */
const foundBefore = new Map<number, Found>()

interface Found {
  readonly columns: number
  readonly top: number
  readonly cardWidth: number
}

/** Columns that fit into an element, how wide they are and how far below the page's top; 0 columns until one was ever measured. */
export function useColumns(box: HTMLElement | null, least: number): Found {
  const [found, setFound] = useState<Found>(() => foundBefore.get(least) ?? { columns: 0, top: 0, cardWidth: least })
  useLayoutEffect(() => {
    if (box === null) return
    const measure = () => {
      const { top: fromWindow, width } = box.getBoundingClientRect()
      const columns = columnsIn(width, least)
      const top = Math.round(fromWindow + window.scrollY)
      const cardWidth = Math.floor((width - CARD_GAP * (columns - 1)) / columns)
      const now = { columns, top, cardWidth }
      foundBefore.set(least, now)
      setFound((before) =>
        before.columns === columns && before.top === top && before.cardWidth === cardWidth ? before : now,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    // A banner that comes or goes above moves the list without changing its size.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box, least])
  return found
}
