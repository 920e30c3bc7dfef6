/** Takes values as fast as they come, and hands them on at once, then at most once in `everyMs`; the last one always. */
export interface Paced<T> {
  readonly push: (value: T) => void
  /** What was not handed on yet is forgotten. */
  readonly stop: () => void
}

export function paced<T>(everyMs: number, handOn: (value: T) => void): Paced<T> {
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
