/**
 * Escape closes a dialog by itself alone; together with another key it means something else, and closes nothing. What
 * lies over the page imports this for its effect: the listener is there before any dialog's own. Those hear of keys at
 * the window too, but later; the browser's own dialogs close by the default act.
 */
function leaveOtherEscapes(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

// Where pages are drawn without a browser there are no keys.
globalThis.addEventListener?.('keydown', leaveOtherEscapes, true)

export {}
