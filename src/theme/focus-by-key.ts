/** The style sheets draw `:focus-visible` for this one as well (scripts/focus-by-key.mjs). */
const MARK = 'data-focus-by-key'

/**
 * Keeps the focus in sight while a person goes by keys. In a dialog a script moves the focus at each Tab, and after one
 * click WebKit takes no focus that a script moves for a visible one. What is focused after a key, and is not visible by
 * the browser's own rule, is marked until the focus leaves it. A click marks nothing.
 */
export function markFocusByKey(page: Pick<Document, 'addEventListener'>): void {
  let isByKey = false
  const before = { capture: true, passive: true }
  const notedKey = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (!(altKey || ctrlKey || metaKey)) isByKey = true
  }
  const notedPointer = () => {
    isByKey = false
  }
  page.addEventListener('keydown', notedKey, before)
  page.addEventListener('pointerdown', notedPointer, before)
  page.addEventListener('focusin', ({ target }) => {
    if (isByKey && !(target as Element).matches(':focus-visible')) (target as Element).setAttribute(MARK, '')
  })
  page.addEventListener('focusout', ({ target }) => (target as Element).removeAttribute(MARK))
}
