/**
 * Passes on the first value immediately and then at most one value per `everyMs`. It always passes on the last value.
 */
export interface Throttle<T> {
  readonly push: (value: T) => void
  /** Drops a value that was not passed on yet. */
  readonly stop: () => void
}

export function throttled<T>(everyMs: number, handOn: (value: T) => void): Throttle<T> {
  let waiting: { readonly value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting !== null) push(waiting.value)
    }, everyMs)
  }
  const push = (value: T) => {
    waiting = timer === undefined ? null : { value }
    if (waiting !== null) return
    rest()
    handOn(value)
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    waiting = null
  }
  return { push, stop }
}
