import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { focusPage } from './focus-page.ts'

/** The focused element. For an item of a menu, which is about to close, the menu's button. */
function focusNow(): Element | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}

/**
 * Returns the focus to the element that had it before. If that element has left the page, or nothing had the focus, the
 * focus goes to the element from `instead`, or else to the page.
 */
export function useFocusBack(instead: () => HTMLElement | null | undefined = () => null): void {
  const find = useEffectEvent(instead)
  const before = useRef<Element | null>(null)
  // Read during the render: the menu that opened this component, and its focus, are gone before any effect runs.
  before.current ??= focusNow()
  useLayoutEffect(() => {
    // If the menu was gone even earlier, it returns the focus to its button a moment later.
    const note = () => {
      const focused = document.activeElement
      if (before.current === document.body && focused?.matches('[aria-haspopup=menu]')) before.current = focused
    }
    note()
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    return () => {
      const had = before.current
      const back = had instanceof HTMLElement && had.isConnected && had !== document.body ? had : find()
      if (back) back.focus()
      else focusPage()
    }
  }, [])
}
