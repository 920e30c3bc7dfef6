import { useEffect, useEffectEvent } from 'react'

/**
 * Closes by Escape what has just been opened and takes the focus a moment later: until then the key goes where the focus
 * still is, and would be lost. From then on it is up to what is open.
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

/** An element with this attribute keeps Escape: a dialog of Mantine's looks for it at the focus before other listeners hear of the key. */
export const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true } as const
