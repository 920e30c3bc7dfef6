import { afterFirstScreen } from './first-screen.ts'

interface IdleLimits {
  /** The longest wait for an idle moment, in ms. A busy device may have none for long. */
  readonly maxWaitMs?: number
  /** The delay in browsers without `requestIdleCallback` (Safari), in ms. */
  readonly fallbackMs?: number
}

/**
 * Runs `work` when the first screen is shown and the page is idle. Idleness alone is no sign that the network is free:
 * the CPU is idle exactly while the first screen waits for it. Returns the function that cancels it.
 */
export function whenIdle(work: () => void, limits: IdleLimits = {}): () => void {
  let cancelIdle: () => void = () => undefined
  const cancelWait = afterFirstScreen(() => {
    cancelIdle = whenCpuIdle(work, limits)
  })
  return () => {
    cancelWait()
    cancelIdle()
  }
}

function whenCpuIdle(work: () => void, { maxWaitMs = 5_000, fallbackMs = 2_000 }: IdleLimits): () => void {
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, fallbackMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: maxWaitMs })
  return () => cancelIdleCallback(id)
}
