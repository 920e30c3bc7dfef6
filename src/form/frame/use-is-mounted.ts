import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that tells whether the component is still mounted, for work that continues after the form was
 * closed.
 */
export function useIsMounted(): () => boolean {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}
