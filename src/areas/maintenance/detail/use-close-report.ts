import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

/**
 * Closes a report: back to where it was opened, such as its truck's own page. `onList` shows the list instead: for an
 * address that was opened directly, and for a second tap before the browser has gone back. The report stays on screen
 * until the page below has loaded; a tap meanwhile does nothing, because it would leave that page too.
 */
export function useCloseReport(onList: () => void): () => void {
  const router = useRouter()
  const left = useRef<unknown>(null)
  return () => {
    const here = router.history.location
    if (left.current !== null && router.state.isLoading) return
    if (!router.history.canGoBack() || left.current === here) return onList()
    left.current = here
    router.history.back()
  }
}
