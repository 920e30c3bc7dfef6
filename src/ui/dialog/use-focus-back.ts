import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { focusPage } from './focus-page.ts'

/** What has the focus; of an item of a menu, which closes by then, the button of that menu. */
function focusNow(): Element | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}

/**
 * Whatever had the focus before has it again; if that has left the page, what `instead` finds, or the page itself. Where
 * nothing had it, what `instead` finds.
 */
export function useFocusBack(instead: () => HTMLElement | null | undefined = () => null): void {
  const find = useEffectEvent(instead)
  const before = useRef<Element | null>(null)
  // Looked for while it is drawn: a menu that it comes from is gone, and its focus with it, before any effect runs.
  before.current ??= focusNow()
  useLayoutEffect(() => {
    // Where the menu went even before that, it gives the focus back to its button a moment later.
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
