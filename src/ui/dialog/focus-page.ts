/** Gives the focus to the page as a whole. It stays where it is scrolled to: its beginning may be far from what is looked at. */
export function focusPage(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
