const query = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the user prefers reduced motion: `get` reads it once, `subscribe` reports changes. */
export const reducedMotion = {
  get: (): boolean => query.matches,
  subscribe: (listener: () => void): (() => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  },
}
