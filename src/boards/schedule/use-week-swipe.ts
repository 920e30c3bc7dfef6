import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Pixels that a finger goes to the side to turn the week; and how much farther to the side than up or down. */
const FAR = 70
const STEEPNESS = 2

interface Swipe {
  readonly x: number
  readonly y: number
  readonly canGoBack: boolean
  readonly canGoOn: boolean
}

/** What a finger does something else with. */
const NOT_TO_SWIPE = '[data-fill-handle], input, textarea, [role=dialog]'

/** Where a finger begins; null for several, and where it begins something else. */
function beginOf({ target, touches }: TouchEvent, { scrollLeft, scrollWidth, clientWidth }: HTMLElement): Swipe | null {
  const touch = touches[0]
  if (touches.length !== 1 || !touch || (target instanceof Element && target.closest(NOT_TO_SWIPE))) return null
  const canGoOn = scrollLeft + clientWidth >= scrollWidth - 1
  return { x: touch.clientX, y: touch.clientY, canGoBack: scrollLeft <= 1, canGoOn }
}

/** Which way a finger goes where there is nothing more to scroll to; null for up, down, or a way that scrolls. */
function wayOf(from: Swipe, { changedTouches }: TouchEvent): { readonly by: -1 | 1; readonly pixels: number } | null {
  const touch = changedTouches[0]
  if (!touch) return null
  const across = touch.clientX - from.x
  if (Math.abs(across) < STEEPNESS * Math.abs(touch.clientY - from.y)) return null
  if (across < 0 ? !from.canGoOn : !from.canGoBack) return null
  return { by: across < 0 ? 1 : -1, pixels: Math.abs(across) }
}

/**
 * A finger drawn sidewise turns the week, once there is nothing more to scroll to that way.
 * @param onStep -1 for the week before, 1 for the one after
 */
export function useWeekSwipe(grid: RefObject<HTMLElement | null>, onStep: (by: -1 | 1) => void): void {
  const step = useEffectEvent(onStep)
  useEffect(() => {
    const element = grid.current
    if (!element) return
    let from: Swipe | null = null
    const start = (event: TouchEvent) => {
      from = beginOf(event, element)
    }
    const move = (event: TouchEvent) => {
      // Else the browser takes it for its own way back, and leaves the page.
      if (from && wayOf(from, event) && event.cancelable) event.preventDefault()
    }
    const end = (event: TouchEvent) => {
      const way = from && wayOf(from, event)
      from = null
      if (!way || way.pixels < FAR) return
      step(way.by)
      // On from the first day of the next week, back from the last of the one before: no day is skipped.
      element.scrollLeft = way.by > 0 ? 0 : element.scrollWidth
    }
    const cancel = () => {
      from = null
    }
    element.addEventListener('touchstart', start, { passive: true })
    // Not by React, whose listeners can't call anything off.
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', cancel)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', cancel)
    }
  }, [grid])
}
