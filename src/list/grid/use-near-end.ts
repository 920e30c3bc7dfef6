import { useEffect, useEffectEvent } from 'react'
import { isNearEnd, type ScrollPlace, THROTTLE_MS } from './near-end.ts'

const placeNow = (): ScrollPlace => ({
  top: window.scrollY,
  window: window.innerHeight,
  page: document.documentElement.scrollHeight,
})

/**
 * Calls `onNear` while the window is scrolled near its end, also without scrolling when what is loaded does not fill it.
 * `loaded` is the number of rows: each change of it is looked at anew.
 */
export function useNearEnd(isWanted: boolean, onNear: () => void, loaded: number): void {
  const look = useEffectEvent((place: ScrollPlace) => {
    if (loaded > 0 && isNearEnd(place)) onNear()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows make a longer page, which is looked at again.
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
      // Measured where the page is laid out already; later, in the midst of a frame, it would be laid out for this alone.
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
