/** The longest time that work waits for the first screen, in milliseconds: its requests may hang. */
const MAX_WAIT_MS = 10_000

/** The work that waits for the first screen; null while nothing is held back. */
let waiting: Set<() => void> | null = null

/**
 * Starts the first screen and holds back all other work until the promise of `show` settles, or for `MAX_WAIT_MS`. On a
 * slow network every other request would delay the first rows, although the CPU seems idle while they load.
 */
export function holdBackUntilShown(show: () => Promise<unknown>): void {
  const held = new Set<() => void>()
  waiting = held
  const release = () => {
    if (waiting !== held) return
    waiting = null
    clearTimeout(timer)
    // Each on its own, so that a failure of one does not stop the others.
    for (const work of held) queueMicrotask(work)
  }
  const timer = setTimeout(release, MAX_WAIT_MS)
  void show().finally(release)
}

/**
 * Runs `work` once the first screen is shown, or at once if it is already shown. Everything that the first screen does
 * not need and that uses the network or much CPU begins here. Returns the function that cancels it.
 */
export function afterFirstScreen(work: () => void): () => void {
  if (waiting === null) {
    work()
    return () => undefined
  }
  const held = waiting
  // A function of its own, because the same work can wait twice.
  const entry = () => work()
  held.add(entry)
  return () => void held.delete(entry)
}

/** Resolves once the first screen is shown. */
export function firstScreenShown(): Promise<void> {
  return new Promise((resolve) => void afterFirstScreen(resolve))
}
