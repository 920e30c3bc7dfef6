const SCHEME = 'data-mantine-color-scheme'

export type Scheme = 'light' | 'dark'

/** The page's current color scheme. */
export const shownScheme = (): Scheme => (document.documentElement.getAttribute(SCHEME) === 'dark' ? 'dark' : 'light')

/**
 * For `useSyncExternalStore`: colors for a canvas, which style sheets do not reach. They are read from the theme's
 * values (`--name`) whenever the scheme changes.
 */
export function colorsOfScheme<Colors>(read: (value: (name: string) => string) => Colors) {
  let known: { readonly scheme: Scheme; readonly colors: Colors } | null = null
  return {
    get: (): Colors => {
      const scheme = shownScheme()
      // The scheme may have changed while there was no subscriber.
      if (known?.scheme === scheme) return known.colors
      const style = getComputedStyle(document.documentElement)
      known = { scheme, colors: read((name) => style.getPropertyValue(name).trim()) }
      return known.colors
    },
    subscribe: (listener: () => void): (() => void) => {
      const observer = new MutationObserver(listener)
      observer.observe(document.documentElement, { attributeFilter: [SCHEME] })
      return () => observer.disconnect()
    },
  }
}
