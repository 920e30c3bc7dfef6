export interface Periodic {
  /** No round begins any more; resolves when the one that runs is over. */
  stop(): Promise<void>
}

/**
 * Runs `work` every so many milliseconds, never two rounds at once, until it is stopped; does not keep the process alive.
 * A round that fails is told to `onError`, and the next one comes all the same.
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
