import { useEffect, useRef } from 'react'

/**
 * Keeps the keyboard focus in place when a row disappears after its End button was used: the button of the row in its
 * place takes the focus, or else that of the row before, or else the heading. `heading` is the heading's id; `ids` are
 * the rows with a button, in the order on screen.
 */
export function useFocusAfterEnd(heading: string, ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null)
  const ending = useRef<{ readonly id: string; readonly at: number } | null>(null)
  useEffect(() => {
    if (ending.current === null || ids.includes(ending.current.id)) return
    const { at } = ending.current
    ending.current = null
    // The user has moved the focus elsewhere.
    if (document.activeElement !== document.body) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[at] ?? buttons[at - 1] ?? document.getElementById(heading)
    next?.focus()
  }, [heading, ids])
  const onEnding = (id: string) => {
    ending.current = { id, at: ids.indexOf(id) }
  }
  return { list, onEnding }
}
