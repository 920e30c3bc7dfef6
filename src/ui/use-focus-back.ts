import { useEffect } from 'react'

/** Whatever had the focus before has it again; if that has left the page, the page itself. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else document.querySelector('main')?.focus()
    }
  }, [])
}
