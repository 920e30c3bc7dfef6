import { useEffect, useEffectEvent } from 'react'

/** Ctrl+P opens the print page: from a scrolling grid the browser would print only the visible part. */
export function usePrintKey(onPrint: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'p' || !(ctrlKey || metaKey) || altKey || shiftKey) return
    event.preventDefault()
    onPrint()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
