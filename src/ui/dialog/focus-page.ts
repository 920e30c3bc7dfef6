/** Moves the focus to the page as a whole, without scrolling: the page's top may be far from what the user looks at. */
export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
