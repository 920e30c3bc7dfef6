import { useEffect, useEffectEvent } from 'react'
import { isNearEnd, type ScrollPlace, THROTTLE_MS } from './near-end.ts'

const placeNow = (): ScrollPlace => ({
  top: window.scrollY,
  window: window.innerHeight,
  page: document.documentElement.scrollHeight,
})

/**
 * Calls `onNear` when the window is scrolled near the page's end, and also without scrolling when the rows do not fill
 * the window. `loaded` is the number of rows. Each change of it causes a new check.
 */
export function useNearEnd(isWanted: boolean, onNear: () => void, loaded: number): void {
  const look = useEffectEvent((place: ScrollPlace) => {
    if (loaded > 0 && isNearEnd(place)) onNear()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows make the page longer, which needs a new check.
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let scrolledTo: ScrollPlace | null = null
    const later = () => {
      timer ??= setTimeout(() => {
        timer = null
        look(scrolledTo ?? placeNow())
      }, THROTTLE_MS)
    }
    const follow = () => {
      // Measured now, while the layout is up to date. A later measurement in the middle of a frame would force a
      // layout.
      scrolledTo = placeNow()
      later()
    }
    later()
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      if (timer !== null) clearTimeout(timer)
      window.removeEventListener('scroll', follow)
    }
  }, [isWanted, loaded])
}
