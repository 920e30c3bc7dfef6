import type { FocusEvent } from 'react'

/**
 * Marks the focused field as the one that Mantine's focus trap focuses. Use it as `onFocusCapture` of a dialog or a
 * popover. The trap focuses the first field twice when a dialog opens. On a busy device the second time comes late, and
 * the text of a user who already types in another field would continue in the first one.
 */
export function keepFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  // React also reports focus events from a menu in a portal elsewhere in the document.
  if (!currentTarget.contains(target)) return
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}
