import { type RefObject, useLayoutEffect, useState } from 'react'

/** All that stands beside an element, or beside what holds it, within the page's outermost part. */
function neighborsOf(element: Element | null, outermost: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let at = element; at !== null && at !== outermost; at = at.parentElement) {
    found.push(...(at.parentElement?.children ?? []))
  }
  return found
}

/**
 * Pixels between the top of the window and the element, so that it can take the rest of the height. Banners come and go
 * above it, and lines of the page wrap: it is measured again when any of them changes its size. Not after each render: that
 * would lay the page out for each step of the cursor and for each change that waits, before the frame that shows it.
 */
export function useRoomBelow(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(document.body)
    // A banner that goes from a page that just fills the window leaves the body as high as the window.
    const around = element.current?.closest('main')?.parentElement ?? null
    const observe = () => {
      for (const neighbor of neighborsOf(element.current, around)) sizes.observe(neighbor)
    }
    observe()
    const comings = new MutationObserver(() => {
      observe()
      measure()
    })
    if (around) comings.observe(around, { childList: true })
    return () => {
      sizes.disconnect()
      comings.disconnect()
    }
  }, [element])
  return top
}
