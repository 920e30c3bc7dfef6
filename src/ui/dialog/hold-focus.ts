import type { FocusEvent } from 'react'

/**
 * Marks the field that has the focus as the one that Mantine's focus trap looks for; for `onFocusCapture` of a dialog or a
 * popover. The trap focuses the first field twice as the dialog opens. On a busy device the second time comes late: a person
 * who was typing in another field went on in the first.
 */
export function holdFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  // React also reports the focus in a menu that the document has elsewhere.
  if (!currentTarget.contains(target)) return
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}
