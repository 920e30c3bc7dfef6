import { useEffect, useEffectEvent } from 'react'

/**
 * Whatever had the focus before has it again; if that has left the page, what `instead` finds, or the page itself. Where
 * nothing had it, what `instead` finds.
 */
export function useFocusBack(instead: () => HTMLElement | null | undefined = () => null): void {
  const find = useEffectEvent(instead)
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
      else (find() ?? document.querySelector('main'))?.focus()
    }
  }, [])
}
