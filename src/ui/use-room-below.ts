import { type RefObject, useLayoutEffect, useState } from 'react'

/** The siblings of an element and of its ancestors, up to `outermost`. */
function neighborsOf(element: Element | null, outermost: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let at = element; at !== null && at !== outermost; at = at.parentElement) {
    found.push(...(at.parentElement?.children ?? []))
  }
  return found
}

/**
 * The distance between the page's top and the element, in pixels, so that the element can take the rest of the window's
 * height. Banners above it appear and disappear, and lines wrap: the hook measures again when any of them changes its
 * size. It does not measure after each render, because that would force a layout for each cursor movement and each
 * waiting change.
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
    // When a banner disappears from a page that just fills the window, the body keeps its height. So the siblings are
    // observed.
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
