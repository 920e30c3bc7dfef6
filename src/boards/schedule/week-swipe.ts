/**
 * A swipe turns the week after this many pixels sideways, and must go this many times farther sideways than up or down.
 */
const MIN_SWIPE_PX = 70
const STEEPNESS = 2

interface Swipe {
  readonly x: number
  readonly y: number
  readonly canGoBack: boolean
  readonly canGoOn: boolean
}

/** Elements on which a touch has another meaning. */
const NO_SWIPE_SELECTOR = '[data-fill-handle], input, textarea, [role=dialog]'

/** The start of a swipe; null for several fingers, and on elements where a touch has another meaning. */
function swipeStart(
  { target, touches }: TouchEvent,
  { scrollLeft, scrollWidth, clientWidth }: HTMLElement,
): Swipe | null {
  const touch = touches[0]
  if (touches.length !== 1 || !touch || (target instanceof Element && target.closest(NO_SWIPE_SELECTOR))) return null
  const canGoOn = scrollLeft + clientWidth >= scrollWidth - 1
  return { x: touch.clientX, y: touch.clientY, canGoBack: scrollLeft <= 1, canGoOn }
}

/** Direction and length of a swipe; null when it goes up or down, or when the grid can still scroll that way. */
function swipeDirection(
  from: Swipe,
  { changedTouches }: TouchEvent,
): { readonly by: -1 | 1; readonly pixels: number } | null {
  const touch = changedTouches[0]
  if (!touch) return null
  const across = touch.clientX - from.x
  if (Math.abs(across) < STEEPNESS * Math.abs(touch.clientY - from.y)) return null
  if (across < 0 ? !from.canGoOn : !from.canGoBack) return null
  return { by: across < 0 ? 1 : -1, pixels: Math.abs(across) }
}

/**
 * Calls `onStep` for each sideways swipe, once the grid can't scroll farther that way, until the signal is aborted.
 * @param onStep -1 for the week before, 1 for the one after
 */
export function listenForSwipes(element: HTMLElement, onStep: (by: -1 | 1) => void, signal: AbortSignal): void {
  let from: Swipe | null = null
  const start = (event: TouchEvent) => {
    from = swipeStart(event, element)
  }
  const move = (event: TouchEvent) => {
    // Otherwise the browser takes the swipe for its own Back gesture and leaves the page.
    if (from && swipeDirection(from, event) && event.cancelable) event.preventDefault()
  }
  const end = (event: TouchEvent) => {
    const way = from && swipeDirection(from, event)
    from = null
    if (!way || way.pixels < MIN_SWIPE_PX) return
    onStep(way.by)
    // Continue at the first day of the next week, or at the last day of the previous week: no day is skipped.
    element.scrollLeft = way.by > 0 ? 0 : element.scrollWidth
  }
  const cancel = () => {
    from = null
  }
  element.addEventListener('touchstart', start, { passive: true, signal })
  // Not through React: its touch listeners are passive and can't call `preventDefault`.
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', cancel, { signal })
}
