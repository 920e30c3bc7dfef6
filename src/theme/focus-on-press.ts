/** Elements that Safari does not focus when they are pressed. It always focuses text fields. */
const PRESSED = 'button, a[href], summary, [type="checkbox"], [type="radio"]'

/**
 * Focuses a button, a link or a checkbox when a mouse or a finger presses it or its label. Safari, and Firefox on a
 * Mac, do not: a dialog that it opens would not know where to return the focus, and the next Tab would begin at the
 * page's top. A press that a listener prevents moves no focus in any browser.
 */
export function focusOnPress(page: Pick<Document, 'addEventListener' | 'activeElement'>): void {
  let pressed: HTMLElement | null = null
  page.addEventListener('mousedown', ({ target, defaultPrevented }) => {
    pressed = defaultPrevented ? null : buttonAt(target)
  })
  // Before the button's own listeners, which open the dialog that will return the focus.
  const first = { capture: true }
  const focusPressed = ({ target }: Event) => {
    const button = buttonAt(target)
    if (button !== null && button === pressed && !button.contains(page.activeElement))
      button.focus({ preventScroll: true })
    pressed = null
  }
  page.addEventListener('click', focusPressed, first)
}

function buttonAt(target: EventTarget | null): HTMLElement | null {
  const element = target as Element | null
  const labeled = element?.closest('label')?.control
  return labeled?.matches(PRESSED) ? labeled : (element?.closest<HTMLElement>(PRESSED) ?? null)
}
