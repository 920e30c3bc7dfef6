/**
 * The build adds this attribute to every `:focus-visible` rule of the style sheets (scripts/build/focus-by-key.mjs).
 */
const MARK = 'data-focus-by-key'

/**
 * Keeps the focus visible while the user moves by keyboard. In a dialog a script moves the focus at each Tab, and after
 * a click WebKit does not treat a focus moved by a script as `:focus-visible`. An element that is focused after a key
 * and is not `:focus-visible` gets an attribute until the focus leaves it. The element that is already focused at a Tab
 * gets it too, because with a single tab stop the focus does not move. A click sets no attribute.
 *
 * An element reached with Tab is also scrolled out from under the bars over a page or a dialog, which WebKit treats as
 * visible. `scroll-padding` and `scroll-margin` set the distance. The text of a field reached with Tab is selected, as
 * browsers do when no script moves the focus.
 */
export function markFocusByKey(page: Pick<Document, 'addEventListener'>): void {
  let [isByKey, isByTab] = [false, false]
  const before = { capture: true, passive: true }
  const mark = (focused: Element) => {
    if (!focused.matches(':focus-visible')) focused.setAttribute(MARK, '')
  }
  const notedKey = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
    // In Safari on a Mac Tab only reaches fields; Option+Tab reaches all stops.
    isByTab = key === 'Tab' && !(ctrlKey || metaKey)
    if (isByTab || !(altKey || ctrlKey || metaKey)) isByKey = true
    if (isByTab && (target as Element).matches(':focus')) mark(target as Element)
  }
  const notedPointer = () => {
    isByKey = false
    isByTab = false
  }
  page.addEventListener('keydown', notedKey, before)
  page.addEventListener('pointerdown', notedPointer, before)
  // When the user returns to the window, the focused element was not reached with Tab.
  const notedKeyUp = () => {
    isByTab = false
  }
  page.addEventListener('keyup', notedKeyUp, before)
  page.addEventListener('focusin', ({ target }) => {
    const reached = target as Element
    if (isByKey) mark(reached)
    if (!isByTab) return
    reached.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (reached.nodeName === 'INPUT') (reached as HTMLInputElement).select()
  })
  page.addEventListener('focusout', ({ target }) => (target as Element).removeAttribute(MARK))
}
