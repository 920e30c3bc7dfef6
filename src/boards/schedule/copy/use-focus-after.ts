import { useEffect, useRef } from 'react'

/**
 * A ref for a button that is disabled, and so loses the focus, while its work runs. Then it returns the focus to the
 * button.
 */
export function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}
