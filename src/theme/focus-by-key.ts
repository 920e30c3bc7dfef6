/** The style sheets draw `:focus-visible` for this one as well (scripts/build/focus-by-key.mjs). */
const MARK = 'data-focus-by-key'

/**
 * Keeps the focus in sight while a person goes by keys. In a dialog a script moves the focus at each Tab, and after one
 * click WebKit takes no focus that a script moves for a visible one. What is focused after a key, and is not visible by
 * the browser's own rule, is marked until the focus leaves it, and so is what Tab finds focused, for where there is only
 * one stop the focus does not move. A click marks nothing.
 *
 * What Tab reaches is also brought out from under the bars that lie over a page or a dialog: WebKit takes what lies under
 * them for seen. How far it stands clear of them is said by `scroll-padding` and `scroll-margin`. The words of a field that it
 * reaches are selected, as a browser does by itself where no script moves the focus: what is typed takes their place.
 */
export function markFocusByKey(page: Pick<Document, 'addEventListener'>): void {
  let [isByKey, isByTab] = [false, false]
  const before = { capture: true, passive: true }
  const mark = (focused: Element) => {
    if (!focused.matches(':focus-visible')) focused.setAttribute(MARK, '')
  }
  const notedKey = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
    // Where Tab goes to fields alone, as in Safari on a Mac, Option+Tab goes to all stops.
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
  // What has the focus when a person comes back to the window is not what Tab has reached.
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
