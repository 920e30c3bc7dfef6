import { useCallback, useEffect, useRef } from 'react'

/**
 * Moves the focus with the cursor of a grid that has one tab stop, when a key moves the cursor. A pointer or the month
 * buttons leave the focus in place. Call `focusNext` before the move.
 */
export function useFocusOnMove(cursor: string) {
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect responds to the cursor's move
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isByKey.current = false
  }, [cursor])
  const focusNext = useCallback(() => {
    isByKey.current = true
  }, [])
  return { grid, focusNext }
}
