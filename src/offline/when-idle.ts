interface IdleLimits {
  /** The longest wait for an idle moment, in ms. */
  readonly maxWaitMs?: number
  /** The delay in browsers without `requestIdleCallback` (Safari), in ms. */
  readonly fallbackMs?: number
}

/** Runs `work` when the page is idle. Returns the function that cancels it. */
export function whenIdle(work: () => void, { maxWaitMs = 10_000, fallbackMs = 2_000 }: IdleLimits = {}): () => void {
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, fallbackMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: maxWaitMs })
  return () => cancelIdleCallback(id)
}
