import { holdMark, type Locker } from '#src/browser/web-lock.ts'

/** The Web Lock that all forms with unsaved input share, across tabs. An update needs it exclusively. */
export const UNSAVED_LOCK = 'app-dirty'

let holdCount = 0
let waiting: (() => void)[] = []

/**
 * Marks that this tab has input that a reload would lose. Returns the function that removes the mark; calling it twice
 * is harmless. Without Web Locks (an old browser), only this tab knows about the mark.
 */
export function holdUnsavedInput(locks: Locker | undefined = globalThis.navigator?.locks): () => void {
  holdCount += 1
  let isHeld = true
  const release = holdMark(locks, UNSAVED_LOCK)
  return () => {
    if (!isHeld) return
    isHeld = false
    holdCount -= 1
    void release()
    if (holdCount > 0) return
    for (const go of waiting) go()
    waiting = []
  }
}

/** Whether this tab has unsaved input. */
export function hasUnsavedInput(): boolean {
  return holdCount > 0
}

/** Resolves when this tab has no unsaved input. */
export function whenNothingUnsaved(): Promise<void> {
  return holdCount === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
}
