import { useCallback, useEffect, useRef } from 'react'

/**
 * Lets the focus go along when a key moves the cursor of a grid that has one tab stop; a pointer or the month's arrows leave
 * it where it is. Call `focusNext` before the move.
 */
export function useFocusOnMove(cursor: string) {
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the move that it answers to
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isByKey.current = false
  }, [cursor])
  const focusNext = useCallback(() => {
    isByKey.current = true
  }, [])
  return { grid, focusNext }
}
