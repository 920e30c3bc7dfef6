import type { FocusEvent } from 'react'

/**
 * For `onFocusCapture` of a frame with Mantine's focus trap: what has the focus is what the trap finds. As the frame opens,
 * the trap focuses the first field twice, the second time when a busy device gets around to it: a person who was typing in
 * another field by then went on in the first.
 */
export function holdFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  // A menu that stands elsewhere in the document is no part of the frame.
  if (!currentTarget.contains(target)) return
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}
