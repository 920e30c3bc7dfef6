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
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  })
  return top
}
