import { holdMark, type Locker } from '#src/browser/web-lock.ts'

/** The Web Lock that every form with unsaved input shares, over all tabs; an update must get it alone. */
export const UNSAVED_LOCK = 'app-dirty'

let held = 0
let wake: (() => void)[] = []

/**
 * Says that this tab holds input that a reload would lose. Returns how to let go; calling that twice does no harm.
 * Without Web Locks (an old browser) only this tab knows, which is what it can know.
 */
export function holdUnsavedInput(locks: Locker | undefined = globalThis.navigator?.locks): () => void {
  held += 1
  let isHeld = true
  const letGo = holdMark(locks, UNSAVED_LOCK)
  return () => {
    if (!isHeld) return
    isHeld = false
    held -= 1
    void letGo()
    if (held > 0) return
    for (const go of wake) go()
    wake = []
  }
}

/** Whether this tab holds unsaved input. */
export function isAnythingUnsaved(): boolean {
  return held > 0
}

/** Resolves as soon as this tab holds no unsaved input: at once, or when the last form lets go. */
export function whenNothingUnsaved(): Promise<void> {
  return held === 0 ? Promise.resolve() : new Promise((resolve) => wake.push(resolve))
}
