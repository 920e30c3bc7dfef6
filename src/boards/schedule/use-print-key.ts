import { useEffect, useEffectEvent } from 'react'

/** Ctrl+P leads to the sheets that are made for paper: of a grid that scrolls the browser would print what is in sight. */
export function usePrintKey(onPrint: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'p' || !(ctrlKey || metaKey) || altKey || shiftKey) return
    event.preventDefault()
    onPrint()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
