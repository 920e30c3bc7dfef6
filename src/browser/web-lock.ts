import { FROZEN, onFreeze, untilRunning } from './page-life.ts'

/** What is needed of `navigator.locks`. */
export type Locker = Pick<LockManager, 'request'>

/**
 * Waits in line for a lock over all tabs, and does `work` while it is held. A frozen page holds no lock and waits for none:
 * browsers take locks away from a page that they put aside, or else every other page waits for it. So `lost` is aborted
 * when this page is frozen during `work`: another page may have the lock from then on. A turn that had not come yet is
 * asked for again when the page goes on.
 *
 * Resolves and rejects as `work` does; rejects with the signal's reason when that is aborted before the lock is had.
 */
export async function holdLock<T>(
  manager: Locker,
  name: string,
  mode: 'exclusive' | 'shared',
  work: (lost: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    await untilRunning()
    signal?.throwIfAborted()
    const frozen = new AbortController()
    const stopListening = onFreeze(() => frozen.abort(FROZEN))
    let held: Promise<T> | null = null
    const takeTurn = () => {
      held = work(frozen.signal)
      return untilOver(held, frozen.signal)
    }
    try {
      const isOver = signal ? AbortSignal.any([signal, frozen.signal]) : frozen.signal
      await manager.request(name, { mode, signal: isOver }, takeTurn).catch((error: unknown) => {
        // Taken away while `work` was at it: what came of the work, the work itself tells.
        if (held !== null) return
        signal?.throwIfAborted()
        if (!frozen.signal.aborted) throw error
      })
      if (held !== null) return await held
    } finally {
      stopListening()
    }
  }
}

/** Resolves when `work` is over, however it ends, or when the lock is let go for the page is frozen. Never rejects. */
function untilOver(work: Promise<unknown>, lost: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve()
    lost.addEventListener('abort', end)
    work.then(end, end)
  })
}

/**
 * Does `work` under a lock that is free now; answers null, and does nothing, when it is not. `lost` as with `holdLock`.
 */
export async function holdLockIfFree<T>(
  manager: Locker,
  name: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> {
  await untilRunning()
  const frozen = new AbortController()
  const stopListening = onFreeze(() => frozen.abort(FROZEN))
  let held: Promise<T> | null = null
  const takeTurn = (lock: Lock | null) => {
    if (lock === null) return
    held = work(frozen.signal)
    return untilOver(held, frozen.signal)
  }
  try {
    await manager.request(name, { mode: 'exclusive', ifAvailable: true }, takeTurn).catch((error: unknown) => {
      if (held === null) throw error
    })
    return held === null ? null : await held
  } finally {
    stopListening()
  }
}

/**
 * Holds a shared lock as a mark that others see, until it is let go: a page that was frozen holds it again when it goes
 * on. Answers how to let go; that resolves when it is gone. Without Web Locks nothing is held.
 */
export function holdMark(manager: Locker | undefined, name: string): () => Promise<void> {
  if (!manager) return () => Promise.resolve()
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const untilLost = (lost: AbortSignal) =>
    new Promise<void>((resolve) => {
      lost.addEventListener('abort', () => resolve())
      void isLetGo.then(resolve)
    })
  let isOver = false
  const hold = async () => {
    while (!isOver) await holdLock(manager, name, 'shared', untilLost)
  }
  const held = hold().catch((failure: unknown) => {
    // A browser that refuses locks, as in a page without storage: then there is no mark.
    if (!(failure instanceof DOMException)) throw failure
  })
  return async () => {
    isOver = true
    letGo()
    await held
  }
}
