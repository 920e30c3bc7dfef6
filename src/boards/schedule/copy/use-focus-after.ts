import { useEffect, useRef } from 'react'

/** For a button that can't be pressed while it works, and so loses the focus: it has it again once that was in vain. */
export function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}
