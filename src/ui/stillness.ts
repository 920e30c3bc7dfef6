const query = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Whether somebody wants nothing to move by itself: to be asked once (`get`), or followed. */
export const stillness = {
  get: (): boolean => query.matches,
  subscribe: (listener: () => void): (() => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  },
}
