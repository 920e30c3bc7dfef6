import { FROZEN, onFreeze, untilRunning } from './page-life.ts'

/** The part of `navigator.locks` that is needed here. */
export type Locker = Pick<LockManager, 'request'>

/**
 * Waits for a lock over all tabs, and runs `work` while holding it. A frozen page neither holds nor awaits a lock:
 * browsers take locks away from frozen pages, because every other page would wait for them. So `lost` aborts when this
 * page is frozen during `work`: from then on another page may have the lock. A lock that was not granted yet is
 * requested again when the page resumes.
 *
 * Resolves and rejects as `work` does; rejects with the signal's reason when the signal aborts before the lock is
 * granted.
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
    let result: Promise<T> | null = null
    const takeTurn = () => {
      result = work(frozen.signal)
      return untilOver(result, frozen.signal)
    }
    try {
      const aborted = signal ? AbortSignal.any([signal, frozen.signal]) : frozen.signal
      await manager.request(name, { mode, signal: aborted }, takeTurn).catch((error: unknown) => {
        // The lock was taken away during `work`: the promise of `work` tells the result.
        if (result !== null) return
        signal?.throwIfAborted()
        if (!frozen.signal.aborted) throw error
      })
      if (result !== null) return await result
    } finally {
      stopListening()
    }
  }
}

/** Resolves when `work` settles, or when the lock is released because the page is frozen. Never rejects. */
function untilOver(work: Promise<unknown>, lost: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve()
    lost.addEventListener('abort', end)
    work.then(end, end)
  })
}

/** Runs `work` if the lock is free now; resolves with null, without running it, otherwise. `lost` as in `holdLock`. */
export async function holdLockIfFree<T>(
  manager: Locker,
  name: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> {
  await untilRunning()
  const frozen = new AbortController()
  const stopListening = onFreeze(() => frozen.abort(FROZEN))
  let result: Promise<T> | null = null
  const takeTurn = (lock: Lock | null) => {
    if (lock === null) return
    result = work(frozen.signal)
    return untilOver(result, frozen.signal)
  }
  try {
    await manager.request(name, { mode: 'exclusive', ifAvailable: true }, takeTurn).catch((error: unknown) => {
      if (result === null) throw error
    })
    return result === null ? null : await result
  } finally {
    stopListening()
  }
}

/**
 * Holds a shared lock as a mark for other tabs until it is released. A page that was frozen takes the lock again when
 * it resumes. Returns a function that releases the lock, and resolves when that is done. Without Web Locks it does
 * nothing.
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
  const loop = hold().catch((failure: unknown) => {
    // The browser refuses locks, as in a page without storage: then no mark is held.
    if (!(failure instanceof DOMException)) throw failure
  })
  return async () => {
    isOver = true
    letGo()
    await loop
  }
}
