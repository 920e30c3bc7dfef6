export interface Periodic {
  /** Starts no further round. Resolves when the current round is over. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `everyMs` milliseconds until it is stopped, never two rounds at the same time. Does not keep the
 * process alive. A failed round is reported to `onError`; the next round still runs.
 */
export function startPeriodic(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Periodic {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
