import { useCallback, useEffect, useRef } from 'react'

/**
 * Lets the focus go along when a key moves the cursor; a pointer or the month's arrows leave it where it is.
 * Call `focusNext` before the move, and give `cursorDay` to the element under the cursor.
 */
export function useFocusOnMove(cursor: string) {
  const cursorDay = useRef<HTMLButtonElement>(null)
  const isByKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the move that it answers to
  useEffect(() => {
    if (isByKey.current) cursorDay.current?.focus()
    isByKey.current = false
  }, [cursor])
  const focusNext = useCallback(() => {
    isByKey.current = true
  }, [])
  return { cursorDay, focusNext }
}
