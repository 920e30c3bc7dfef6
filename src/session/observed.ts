/** One value that screens and machinery can watch; fits `useSyncExternalStore`. */
export interface Observed<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Calls `listener` after each change; answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

export function observed<T>(initial: T): Observed<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
