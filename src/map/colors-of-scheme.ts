const SCHEME = 'data-mantine-color-scheme'

export type Scheme = 'light' | 'dark'

/** Which scheme the page is shown in. */
export const shownScheme = (): Scheme => (document.documentElement.getAttribute(SCHEME) === 'dark' ? 'dark' : 'light')

/**
 * For `useSyncExternalStore`: what is drawn on a canvas, which knows no style sheet; read from the theme's values (`--name`)
 * whenever the scheme changes.
 */
export function colorsOfScheme<Colors>(read: (value: (name: string) => string) => Colors) {
  let known: { readonly scheme: Scheme; readonly colors: Colors } | null = null
  return {
    get: (): Colors => {
      const scheme = shownScheme()
      // It may have changed while nobody was here to be told.
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
