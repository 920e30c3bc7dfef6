import { useCallback, useEffect, useRef } from 'react'

/** Tells whether what asks is still on screen: for work that goes on after its form was left. */
export function useIsHere(): () => boolean {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}
