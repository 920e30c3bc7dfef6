import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

/**
 * Closes a report: back to where it was opened, such as its truck's own page. `onList` shows the list instead: for an
 * address that was opened directly, and for a second tap while the first one goes back.
 */
export function useCloseReport(onList: () => void): () => void {
  const { history } = useRouter()
  const left = useRef<unknown>(null)
  return () => {
    const here = history.location
    if (!history.canGoBack() || left.current === here) return onList()
    left.current = here
    history.back()
  }
}
