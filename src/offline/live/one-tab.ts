import { holdLock } from '#src/browser/web-lock.ts'

/**
 * Does `work` in one tab at a time: in the one that has asked for `name` the longest. The signal that it is given ends it
 * when `signal` does, and when this tab is frozen: it then asks again when it goes on. Resolves when `work` is over here, or
 * when `signal` ends it, whether or not its turn had come. Without Web Locks (a page that is not secure, an old browser)
 * each tab does it.
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
