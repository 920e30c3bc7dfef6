/** What is pressed, and in Safari has no focus afterward; a text field always has. */
const PRESSED = 'button, a[href], summary, [type="checkbox"], [type="radio"]'

/**
 * Gives a button, a link or a box the focus when a mouse or a finger presses it, or its label. Safari, and Firefox on a
 * Mac, leave it without: a dialog that it opens would not know where to give the focus back, and the next Tab would begin
 * at the top of the page. A press that a listener prevents moves no focus in any browser.
 */
export function focusOnPress(page: Pick<Document, 'addEventListener' | 'activeElement'>): void {
  let pressed: HTMLElement | null = null
  page.addEventListener('mousedown', ({ target, defaultPrevented }) => {
    pressed = defaultPrevented ? null : buttonAt(target)
  })
  // Before the listeners of the button itself: these open what will give the focus back.
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
