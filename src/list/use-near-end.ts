import { useEffect, useEffectEvent } from 'react'
import { isNearEnd, THROTTLE_MS } from './near-end.ts'

/**
 * Calls `onNear` while the window is scrolled near its end, also without scrolling when what is loaded does not fill it.
 * `loaded` is the number of rows: each change of it is looked at anew.
 */
export function useNearEnd(isWanted: boolean, onNear: () => void, loaded: number): void {
  const look = useEffectEvent(() => {
    const place = { top: window.scrollY, window: window.innerHeight, page: document.documentElement.scrollHeight }
    if (loaded > 0 && isNearEnd(place)) onNear()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows make a longer page, which is looked at again.
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const later = () => {
      timer ??= setTimeout(() => {
        timer = null
        look()
      }, THROTTLE_MS)
    }
    later()
    window.addEventListener('scroll', later, { passive: true })
    return () => {
      if (timer !== null) clearTimeout(timer)
      window.removeEventListener('scroll', later)
    }
  }, [isWanted, loaded])
}
