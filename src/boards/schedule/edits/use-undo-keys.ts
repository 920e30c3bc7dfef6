import { useEffect, useEffectEvent } from 'react'
import { undoKeyOf } from '#src/boards/schedule/grid/grid-keys.ts'
import { BY_KEY } from './input-method.ts'
import type { Edits } from './use-edits.ts'

/** Elements with their own Ctrl+Z: text fields, and dialogs over the page. */
const OWN_UNDO_SELECTOR = 'input, textarea, select, [contenteditable], dialog, [role=dialog]'

/**
 * Undo and redo keys, wherever on the page the focus is.
 * @param edits null when the user may not change the schedule
 */
export function useUndoKeys(edits: Edits | null): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!edits || (event.target instanceof Element && event.target.closest(OWN_UNDO_SELECTOR))) return
    const act = undoKeyOf(event)
    if (act === null) return
    event.preventDefault()
    // The undo toast listens for Ctrl+Z too; one key press must not undo twice.
    event.stopImmediatePropagation()
    edits[act](BY_KEY)
  })
  useEffect(() => {
    // In the capture phase, before all other listeners.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
