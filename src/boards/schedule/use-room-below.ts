import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Pixels between the top of the window and the element, so that it can take the rest of the height. Banners come and go
 * above it: it is measured again after each render and whenever the page changes its size.
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
    const around = element.current?.closest('main')?.parentElement
    for (const neighbour of around?.children ?? []) sizes.observe(neighbour)
    const neighbours = new MutationObserver(measure)
    if (around) neighbours.observe(around, { childList: true })
    return () => {
      sizes.disconnect()
      neighbours.disconnect()
    }
  })
  return top
}
