/** One value that components and other code can watch; fits `useSyncExternalStore`. */
export interface ObservableValue<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

export function observableValue<T>(initial: T): ObservableValue<T> {
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
