/**
 * Removes a stylesheet that could not be loaded. The loader of the app's parts takes a stylesheet that is in the page for
 * loaded: without this, a part whose first attempt failed would be shown unstyled at the next one.
 */
export function removeFailedStyles(page: Document): void {
  // `error` does not bubble.
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    true,
  )
}
