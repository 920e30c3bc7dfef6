/**
 * Only a plain Escape closes a dialog; with a modifier key it closes nothing. Dialogs import this module for its
 * effect: its listener is registered before theirs. Dialogs also listen at the window, and the browser's own dialogs
 * close by the event's default action.
 */
function leaveOtherEscapes(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

// Outside a browser there is no `addEventListener`.
globalThis.addEventListener?.('keydown', leaveOtherEscapes, true)

export {}
