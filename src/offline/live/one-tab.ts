/**
 * Does `work` in one tab at a time: in the one that has asked for `name` the longest. Resolves when it is over here, or
 * when the signal ends it, whether or not its turn had come. Without Web Locks (a page that is not secure, an old
 * browser) each tab does it.
 */
export async function inOneTab(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (globalThis.navigator.locks === undefined) return work()
  try {
    await globalThis.navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
