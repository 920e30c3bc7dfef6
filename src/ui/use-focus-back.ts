import { useEffect, useEffectEvent } from 'react'

/** What opened it: of an item of a menu, which closes by then, the button of that menu. */
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}

/**
 * Whatever had the focus before has it again; if that has left the page, what `instead` finds, or the page itself. Where
 * nothing had it, what `instead` finds.
 */
export function useFocusBack(instead: () => HTMLElement | null | undefined = () => null): void {
  const find = useEffectEvent(instead)
  useEffect(() => {
    const before = openerOf(document.activeElement)
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else (find() ?? document.querySelector('main'))?.focus()
    }
  }, [])
}
