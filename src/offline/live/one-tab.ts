import { holdLock } from '#src/browser/web-lock.ts'

/**
 * Runs `work` in one tab at a time: the one that has waited longest for the lock `name`. The signal passed to `work` is
 * aborted with `signal`, and when this tab is frozen; a frozen tab waits for the lock again when it resumes. Resolves
 * when `work` ends in this tab, or when `signal` is aborted, even before the lock was granted. Without Web Locks (an
 * insecure page, an old browser) every tab runs it.
 */
export async function inOneTab(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { locks } = globalThis.navigator
  if (locks === undefined) return work(signal)
  for (;;) {
    let isLost = () => false
    try {
      await holdLock(
        locks,
        name,
        'exclusive',
        (lost) => {
          isLost = () => lost.aborted
          return work(AbortSignal.any([signal, lost]))
        },
        signal,
      )
    } catch (error) {
      if (!signal.aborted && !isLost()) throw error
    }
    if (signal.aborted || !isLost()) return
  }
}
