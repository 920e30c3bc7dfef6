import { useEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place when a row goes that its own button has ended: the button of the row that is now in its place has
 * the focus, else that of the row before, else the heading.
 * @param heading its id
 * @param ids of the rows that have a button, as they stand on screen
 */
export function useFocusAfterEnd(heading: string, ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null)
  const ending = useRef<{ readonly id: string; readonly at: number } | null>(null)
  useEffect(() => {
    if (ending.current === null || ids.includes(ending.current.id)) return
    const { at } = ending.current
    ending.current = null
    // The person has gone on to something else.
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
