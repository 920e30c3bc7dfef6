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

/** A dialog of Mantine's looks for it at whatever has the focus, before anybody else hears of the key. */
export const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true } as const
