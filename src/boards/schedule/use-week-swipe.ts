import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * A sideways swipe turns the week. Loaded after the grid, which does not wait for a gesture. If it can't be loaded, the
 * week is turned by its buttons.
 * @param onStep -1 for the week before, 1 for the one after
 */
export function useWeekSwipe(grid: RefObject<HTMLElement | null>, onStep: (by: -1 | 1) => void): void {
  const step = useEffectEvent(onStep)
  useEffect(() => {
    const element = grid.current
    const control = new AbortController()
    const listen = async () => {
      const { listenForSwipes } = await import('./week-swipe.ts')
      if (element && !control.signal.aborted) listenForSwipes(element, (by) => step(by), control.signal)
    }
    void listen().catch(() => undefined)
    return () => control.abort()
  }, [grid])
}
