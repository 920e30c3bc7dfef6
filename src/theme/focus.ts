import { markFocusByKey } from './focus-by-key.ts'
import { focusOnPress } from './focus-on-press.ts'

/** Makes up for what some browsers do with the focus: it is where a person put it, and in sight. */
export function tendFocus(page: Document): void {
  markFocusByKey(page)
  focusOnPress(page)
}
