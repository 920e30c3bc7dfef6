import { useEffect, useEffectEvent, useState } from 'react'

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
  // Looked for while it is drawn: a menu that it comes from is gone, and its focus with it, before any effect runs.
  const [before] = useState(focusNow)
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else (find() ?? document.querySelector('main'))?.focus()
    }
  }, [before])
}
