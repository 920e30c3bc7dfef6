import { useEffect, useRef } from 'react'

/**
 * Focuses the element with `data-autofocus` when the component appears. Use it for elements opened in a page, and for
 * elements that load after their dialog has already looked for its first focus.
 */
export function useFocusFirst<Element extends HTMLElement>() {
  const frame = useRef<Element>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return frame
}
