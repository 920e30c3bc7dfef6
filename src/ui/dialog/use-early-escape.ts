import { useEffect, useEffectEvent } from 'react'

/**
 * Closes a layer with Escape before the layer has the focus. A layer takes the focus a moment after it opens; until
 * then the key goes to the former focus and would be lost. Afterward the layer handles Escape itself.
 */
export function useEarlyEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && document.activeElement === before) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}

/**
 * An element with this attribute handles Escape itself: a Mantine dialog checks the focused element for it before it
 * closes.
 */
export const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true } as const
