import { markFocusByKey } from './focus-by-key.ts'
import { focusOnPress } from './focus-on-press.ts'

/** Corrects browsers' differences with the focus: it is where the user put it, and visible. */
export function tendFocus(page: Document): void {
  markFocusByKey(page)
  focusOnPress(page)
}
