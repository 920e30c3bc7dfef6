import { useEffect, useRef } from 'react'

/**
 * The focus goes to what is marked for it (`data-autofocus`) when this comes on screen. For what is opened in a page, and
 * for what comes later than the dialog around it, which has looked for where the focus goes by then.
 */
export function useFocusFirst<Element extends HTMLElement>() {
  const frame = useRef<Element>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return frame
}
