import { useEffect, useEffectEvent } from 'react'
import { undoKeyOf } from '#src/boards/schedule/grid/grid-keys.ts'
import { BY_KEY } from './how.ts'
import type { Edits } from './use-edits.ts'

/** Where Ctrl+Z belongs to what is typed, or to what lies over the page. */
const HAS_ITS_OWN = 'input, textarea, select, [contenteditable], dialog, [role=dialog]'

/** Undo and redo by their keys, wherever on the page the focus is. @param edits null where nothing may be changed */
export function useUndoKeys(edits: Edits | null): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!edits || (event.target instanceof Element && event.target.closest(HAS_ITS_OWN))) return
    const act = undoKeyOf(event)
    if (act === null) return
    event.preventDefault()
    // The offer to undo hears Ctrl+Z as well, and there is one thing to take back.
    event.stopImmediatePropagation()
    edits[act](BY_KEY)
  })
  useEffect(() => {
    // Before everybody else.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
